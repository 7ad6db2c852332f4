/** A vulnerability as the user typed or pasted it. */
export interface TypedVulnerability {
  readonly id: number;
  /** URL of its page, when that was pasted. */
  readonly page?: string;
  /** Base URL of its instance, when a URL was pasted. */
  readonly instance?: string;
}

const parseId = (digits: string | undefined): number | undefined => {
  const id = Number(digits);
  return digits !== undefined && id > 0 && Number.isSafeInteger(id) ? id : undefined;
};

/**
 * Parses a number (`42`, `#42`), a page URL (`https://host/group/project/-/security/vulnerabilities/42`), an API URL
 * (`https://host/api/v4/vulnerabilities/42`) or a GraphQL ID (`gid://gitlab/Vulnerability/42`).
 * @param instances base URLs of the known instances
 * @returns the vulnerability, or why the text names none
 */
export function typedVulnerability(
  text: string,
  instances: readonly string[],
): TypedVulnerability | "empty" | "unknownHost" | "noVulnerability" {
  const trimmed = text.trim();
  if (trimmed === "") return "empty";
  const plainId =
    parseId(/^#?(\d+)$/.exec(trimmed)?.[1]) ?? parseId(/^gid:\/\/[^/\s]+\/Vulnerability\/(\d+)$/i.exec(trimmed)?.[1]);
  if (plainId !== undefined) return { id: plainId };
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return "noVulnerability";
  const { origin, pathname } = new URL(trimmed);
  const address = `${origin}${pathname}`;
  // The longest base URL wins: an instance may be served from a path below another one.
  const instance = [...instances].sort((a, b) => b.length - a.length).find((base) => address.startsWith(`${base}/`));
  if (instance === undefined) return "unknownHost";
  const path = address.slice(instance.length);
  const id = parseId(/\/vulnerabilities\/(\d+)\/?$/.exec(path)?.[1]);
  if (id === undefined) return "noVulnerability";
  return path.startsWith("/api/") ? { id, instance } : { id, instance, page: address };
}
