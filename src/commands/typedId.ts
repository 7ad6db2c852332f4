/** The number in a text like `123` or `#123`; undefined for anything else, and for what no id can be. */
export function typedId(text: string): number | undefined {
  const digits = /^#?(\d+)$/.exec(text.trim())?.[1];
  const id = Number(digits);
  return digits !== undefined && id > 0 && Number.isSafeInteger(id) ? id : undefined;
}

/** What a person types or pastes for a project. */
export interface TypedProject {
  readonly project: number | string;
  /** Base address, when a whole address was pasted and it belongs to a known instance. */
  readonly instance?: string;
}

/**
 * Reads an id (`42`), a path (`group/sub/project`) or a project's address (`https://host/group/project/-/jobs`, `….git`).
 * @param instances base addresses of the known instances.
 * @returns the project, or which rule the text breaks.
 */
export function typedProject(text: string, instances: readonly string[]): TypedProject | "empty" | "unknownHost" | "notAPath" {
  const trimmed = text.trim();
  if (trimmed === "") return "empty";
  const id = typedId(trimmed);
  if (id !== undefined) return { project: id };
  if (!/^https?:\/\//i.test(trimmed)) {
    const path = projectPath(trimmed);
    return path === undefined ? "notAPath" : { project: path };
  }
  if (!URL.canParse(trimmed)) return "notAPath";
  const url = new URL(trimmed);
  const address = `${url.origin}${url.pathname}`;
  // An instance in a sub-path of another one's origin is the better match.
  const instance = [...instances].sort((a, b) => b.length - a.length).find((base) => address.startsWith(`${base}/`));
  if (instance === undefined) return "unknownHost";
  const path = projectPath(decode(address.slice(instance.length + 1)));
  return path === undefined ? "notAPath" : { project: path, instance };
}

function projectPath(text: string): string | undefined {
  const path = text
    .replace(/\/-(\/.*)?$/, "")
    .replace(/\.git\/?$/, "")
    .replace(/^\/+|\/+$/g, "");
  const segments = path.split("/");
  const fits = segments.length >= 2 && segments.every((segment) => /^[^\s/?#]+$/.test(segment) && segment !== "." && segment !== "..");
  return fits ? path : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
