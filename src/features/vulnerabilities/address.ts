/** What a person types or pastes for a vulnerability. */
export interface TypedVulnerability {
  readonly id: number;
  /** Address of its page, when that was pasted. */
  readonly page?: string;
  /** Base address of the instance it is on, when an address told. */
  readonly instance?: string;
}

const number = (digits: string | undefined): number | undefined => {
  const id = Number(digits);
  return digits !== undefined && id > 0 && Number.isSafeInteger(id) ? id : undefined;
};

/**
 * Reads a number (`42`, `#42`), the address of a page (`https://host/group/project/-/security/vulnerabilities/42`), an address of the API
 * (`https://host/api/v4/vulnerabilities/42`), or the id that GraphQL gives (`gid://gitlab/Vulnerability/42`).
 * @param instances base addresses of the known instances
 * @returns what it means, or which rule the text breaks
 */
export function typedVulnerability(
  text: string,
  instances: readonly string[],
): TypedVulnerability | "empty" | "unknownHost" | "noVulnerability" {
  const trimmed = text.trim();
  if (trimmed === "") return "empty";
  const bare =
    number(/^#?(\d+)$/.exec(trimmed)?.[1]) ?? number(/^gid:\/\/[^/\s]+\/Vulnerability\/(\d+)$/i.exec(trimmed)?.[1]);
  if (bare !== undefined) return { id: bare };
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return "noVulnerability";
  const { origin, pathname } = new URL(trimmed);
  const address = `${origin}${pathname}`;
  // An instance in a sub-path of another one's origin is the better match.
  const instance = [...instances].sort((a, b) => b.length - a.length).find((base) => address.startsWith(`${base}/`));
  if (instance === undefined) return "unknownHost";
  const path = address.slice(instance.length);
  const id = number(/\/vulnerabilities\/(\d+)\/?$/.exec(path)?.[1]);
  if (id === undefined) return "noVulnerability";
  return path.startsWith("/api/") ? { id, instance } : { id, instance, page: address };
}
