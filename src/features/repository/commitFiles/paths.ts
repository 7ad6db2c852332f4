/** Why a path cannot be one of a file in a repository. */
export type PathProblem = "empty" | "traversal" | "part" | "git";

/**
 * What is wrong with a path from the root of the repository, or undefined. Hosts refuse the same without saying what (Part 2, Repository
 * files, rule).
 */
export function pathProblem(path: string): PathProblem | undefined {
  if (path.trim() === "") return "empty";
  const parts = path.split("/");
  if (parts.includes("..")) return "traversal";
  // eslint-disable-next-line no-control-regex -- git takes no NUL, and no host shows a name with a line break
  if (parts.some((part) => part === "" || part === "." || /[\u0000\n\r]/.test(part))) return "part";
  return parts.some((part) => part.toLowerCase() === ".git") ? "git" : undefined;
}
