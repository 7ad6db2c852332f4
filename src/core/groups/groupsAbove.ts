/** Returns the paths of a project's groups, the nearest first: `a/b` and `a` for `a/b/c`. */
export function groupsAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("/"));
}
/** Returns the path of a project's group; undefined for an ID or a path without group. */
export function parentGroup(project: string | number): string | undefined {
  const path = String(project);
  const end = path.lastIndexOf("/");
  return end <= 0 ? undefined : path.slice(0, end);
}
