/** The groups that a project stands in by its path, the nearest first: `a/b/c` stands in `a/b` and in `a`. */
export function groupsAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("/"));
}
