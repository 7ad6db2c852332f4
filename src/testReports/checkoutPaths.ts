/**
 * Where a path of the runner may be in the repository, the likeliest first; relative, with `/`. The runner's checkout directory is not
 * told anywhere, but ends with the project's path on most runners; elsewhere what stands behind each folder of the path is tried.
 * @param path as a tool wrote it: absolute or relative, of any system, or a `file:` address
 * @param project the project's full path on its host
 */
export function checkoutPaths(path: string, project: string): string[] {
  const plain = withoutScheme(path)?.replaceAll("\\", "/").replace(/^[A-Za-z]:(?=\/)/, "");
  if (plain === undefined) return [];
  const parts = plain.split("/").filter((part) => part !== "" && part !== ".");
  // Nothing outside the repository is meant, or it cannot be known what is.
  if (parts.length === 0 || parts.includes("..")) return [];
  if (!plain.startsWith("/")) return [parts.join("/")];
  const whole = `/${parts.join("/")}`;
  const named = whole.toLowerCase().indexOf(`/${project.toLowerCase()}/`);
  const inside = named < 0 ? [] : [whole.slice(named + project.length + 2)];
  // A file's bare name says too little when its folder is somewhere else.
  const tails = parts.slice(1, -1).map((_, at) => parts.slice(at + 1).join("/"));
  return [...new Set([...inside, ...tails])];
}

/** Whether a path leads into somebody else's code: a failure is looked for in one's own first. */
export const isForeign = (path: string): boolean => /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor|\.venv)\//.test(path);

function withoutScheme(path: string): string | undefined {
  const scheme = /^([a-z][a-z\d+.-]+):/i.exec(path)?.[1]?.toLowerCase();
  if (scheme === undefined) return path;
  if (scheme !== "file") return undefined; // node:internal, webpack:, https:
  try {
    return decodeURIComponent(new URL(path).pathname);
  } catch {
    return undefined;
  }
}
