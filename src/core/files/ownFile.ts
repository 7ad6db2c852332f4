import { realpath } from "node:fs/promises";
import path from "node:path";

/** Returns whether a path leads, through all links, to a file of a repository: one below its root that is not Git's own. */
export async function isOwnFile(root: string, file: string): Promise<boolean> {
  const found = await Promise.all([realpath(root), realpath(file)]).catch(() => undefined);
  if (!found) return false;
  const names = path.relative(...found).split(path.sep);
  return !path.isAbsolute(names.join(path.sep)) && !names.some((name) => name === ".." || /^\.git$/i.test(name));
}
