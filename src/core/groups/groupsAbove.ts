/** The groups that a project stands in by its path, the nearest first: `a/b/c` stands in `a/b` and in `a`. */
export function groupsAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("/"));
}
/** The group that a project of this path stands in; undefined where the path tells none: it is a number, or has no parts. */
export function parentGroup(project: string | number): string | undefined {
  const path = String(project);
  const end = path.lastIndexOf("/");
  return end <= 0 ? undefined : path.slice(0, end);
}
