import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import type { Uri } from "vscode";

/**
 * Returns whether a file belongs to the repository with this root, and not to a nested one (a submodule or clone).
 * Symbolic links are resolved, because git reports roots without them. Runs no git.
 */
export function isInRepository(uri: Pick<Uri, "scheme" | "fsPath">, root: string | undefined): boolean {
  if (root === undefined || uri.scheme !== "file") return false;
  const [top, folder] = [real(root), real(path.dirname(uri.fsPath))];
  const inside = path.relative(top, folder);
  if (inside === ".." || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside)) return false;
  for (let at = folder; at !== top && at !== path.dirname(at); at = path.dirname(at))
    if (existsSync(path.join(at, ".git"))) return false;
  return true;
}

function real(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return path.normalize(folder);
  }
}
