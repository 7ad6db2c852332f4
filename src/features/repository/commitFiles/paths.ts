/** Why a path is invalid. */
export type PathProblem = "empty" | "traversal" | "part" | "git";

/**
 * Returns what is wrong with a path from the root of the repository, as hosts refuse it without a reason (Part 2,
 * Repository files, rule).
 */
export function pathProblem(path: string): PathProblem | undefined {
  if (path.trim() === "") return "empty";
  const parts = path.split("/");
  if (parts.includes("..")) return "traversal";
  // eslint-disable-next-line no-control-regex -- git accepts no NUL, and hosts cannot show a name with a line break
  if (parts.some((part) => part === "" || part === "." || /[\u0000\n\r]/.test(part))) return "part";
  return parts.some((part) => part.toLowerCase() === ".git") ? "git" : undefined;
}
