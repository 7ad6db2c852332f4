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
export function typedProject(
  text: string,
  instances: readonly string[],
): TypedProject | "empty" | "unknownHost" | "notAPath" {
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

/** What a person types or pastes for a group. */
export interface TypedGroup {
  readonly group: number | string;
  /** Base address, when a whole address was pasted and it belongs to a known instance. */
  readonly instance?: string;
}

/**
 * Reads an id (`42`), a path (`group/sub`) or a group's address (`https://host/groups/group/sub/-/members`, `https://host/group`).
 * @param instances base addresses of the known instances.
 * @returns the group, or which rule the text breaks.
 */
export function typedGroup(
  text: string,
  instances: readonly string[],
): TypedGroup | "empty" | "unknownHost" | "notAPath" {
  const trimmed = text.trim();
  if (trimmed === "") return "empty";
  const id = typedId(trimmed);
  if (id !== undefined) return { group: id };
  const address = /^https?:\/\//i.test(trimmed);
  if (address && !URL.canParse(trimmed)) return "notAPath";
  const { origin, pathname } = address ? new URL(trimmed) : { origin: "", pathname: "" };
  const whole = `${origin}${pathname}`;
  const instance = address
    ? [...instances].sort((a, b) => b.length - a.length).find((base) => whole.startsWith(`${base}/`))
    : undefined;
  if (address && instance === undefined) return "unknownHost";
  const path = pathIn(
    instance === undefined ? trimmed : decode(whole.slice(instance.length + 1)).replace(/^groups\//, ""),
    1,
  );
  if (path === undefined) return "notAPath";
  return instance === undefined ? { group: path } : { group: path, instance };
}

const projectPath = (text: string): string | undefined =>
  pathIn(text.replace(/\/-(\/.*)?$/, "").replace(/\.git\/?$/, ""), 2);

/** A path of so many names at least. */
function pathIn(text: string, names: number): string | undefined {
  const path = text.replace(/\/-(\/.*)?$/, "").replace(/^\/+|\/+$/g, "");
  const segments = path.split("/");
  const fits =
    segments.length >= names &&
    segments.every((segment) => /^[^\s/?#]+$/.test(segment) && segment !== "." && segment !== "..");
  return fits ? path : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
