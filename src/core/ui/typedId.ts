/** Returns the ID in a text like `123` or `#123`; undefined for anything else. */
export function typedId(text: string): number | undefined {
  const digits = /^#?(\d+)$/.exec(text.trim())?.[1];
  const id = Number(digits);
  return digits !== undefined && id > 0 && Number.isSafeInteger(id) ? id : undefined;
}

/** A project from typed or pasted text. */
export interface TypedProject {
  readonly project: number | string;
  /** Base address, when a whole address was pasted and it belongs to a known instance. */
  readonly instance?: string;
}

/**
 * Parses an ID (`42`), a path (`group/sub/project`) or a project's URL (`https://host/group/project/-/jobs`, `….git`).
 * @param instances base URLs of the known instances
 * @returns the project, or why the text is invalid
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
  // The longest match wins: an instance may be at a sub-path of another one.
  const instance = [...instances].sort((a, b) => b.length - a.length).find((base) => address.startsWith(`${base}/`));
  if (instance === undefined) return "unknownHost";
  const path = projectPath(decode(address.slice(instance.length + 1)));
  return path === undefined ? "notAPath" : { project: path, instance };
}

/** A group from typed or pasted text. */
export interface TypedGroup {
  readonly group: number | string;
  /** Base address, when a whole address was pasted and it belongs to a known instance. */
  readonly instance?: string;
}

/**
 * Parses an ID (`42`), a path (`group/sub`) or a group's URL (`https://host/groups/group/sub/-/members`,
 * `https://host/group`).
 * @param instances base URLs of the known instances
 * @returns the group, or why the text is invalid
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

/** Returns a path with at least `names` segments; undefined for anything else. */
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
