import { mkdir, readdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { ArtifactFile } from "../types.ts";
import { globExpression } from "./glob.ts";

/** Collects artifact files by globs. Links to files inside count as those files; others are left out. */
export async function collectFiles(
  folder: string,
  patterns: readonly string[],
  exclude: readonly string[] = [],
): Promise<ArtifactFile[]> {
  const root = await realpath(folder);
  const wanted = patterns.map(globExpression);
  const unwanted = exclude.map(globExpression);
  const files: ArtifactFile[] = [];
  if (patterns.length === 0) return files;
  for await (const path of walk(root)) {
    const hit = wanted.some((expression) => expression.test(path));
    if (!hit || unwanted.some((expression) => expression.test(path))) continue;
    const target = await realpath(join(root, path)).catch(() => "");
    const info = target.startsWith(root + sep) ? await stat(target) : undefined;
    if (info?.isFile() !== true) continue;
    files.push({ path, content: await readFile(target), executable: (info.mode & 0o100) !== 0 });
  }
  return files;
}

/** Paths of files and links below a folder, `/` between names, in order of name. git's own folder is not entered. */
async function* walk(root: string, below = ""): AsyncGenerator<string> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (path === ".git") continue;
    if (entry.isDirectory()) yield* walk(root, path);
    else if (entry.isFile() || entry.isSymbolicLink()) yield path;
  }
}

/** Unpacks artifacts of an earlier job into a clone. */
export async function unpackFiles(folder: string, files: readonly ArtifactFile[]): Promise<void> {
  for (const { path, content, executable } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { mode: executable === true ? 0o755 : 0o644 });
  }
}
