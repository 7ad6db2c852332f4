import { lstat, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { ArtifactFile } from "../types.ts";
import { globExpression } from "./glob.ts";

/** The files below a folder that match, and what is said about each pattern. */
export interface Collected {
  readonly files: readonly ArtifactFile[];
  /** Matches of each pattern, in the patterns' order. */
  readonly counts: readonly number[];
  /** Symbolic links that lead out of the folder, or nowhere: left out. */
  readonly outside: readonly string[];
}

/** Collects artifact files by globs. Links to files inside count as those files; folders behind links are not entered. */
export async function collectFiles(
  folder: string,
  patterns: readonly string[],
  exclude: readonly string[] = [],
): Promise<Collected> {
  const root = await realpath(folder);
  const wanted = patterns.map(globExpression);
  const unwanted = exclude.map(globExpression);
  const counts = patterns.map(() => 0);
  const files: ArtifactFile[] = [];
  const outside: string[] = [];
  if (patterns.length > 0) {
    for await (const path of walk(root)) {
      const hits = wanted.map((expression) => expression.test(path));
      if (!hits.includes(true) || unwanted.some((expression) => expression.test(path))) continue;
      const target = await realpath(join(root, path)).catch(() => undefined);
      if (target === undefined || !target.startsWith(root + sep)) {
        outside.push(path);
        continue;
      }
      const info = await stat(target);
      if (!info.isFile()) continue;
      files.push({ path, content: await readFile(target), executable: (info.mode & 0o100) !== 0 });
      for (const [index, hit] of hits.entries()) counts[index] = (counts[index] ?? 0) + (hit ? 1 : 0);
    }
  }
  return { files, counts, outside };
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

/** Unpacks artifacts of an earlier job into a clone. Nothing is written through a symbolic link. Throws for a path that leaves the folder. */
export async function unpackFiles(folder: string, files: readonly ArtifactFile[]): Promise<void> {
  for (const file of files) {
    const parts = file.path.split("/");
    if (parts.some((part) => part === "" || part === "." || part === ".." || part.includes("\0")))
      throw new Error(`Invalid artifact path: ${file.path}`);
    for (let depth = 1; depth <= parts.length; depth++) {
      const path = join(folder, ...parts.slice(0, depth));
      const info = await lstat(path).catch(() => undefined);
      const expected = depth < parts.length ? info?.isDirectory() : info?.isFile();
      if (info !== undefined && expected !== true) await rm(path, { recursive: true, force: true });
    }
    const target = join(folder, ...parts);
    await mkdir(dirname(target), { recursive: true });
    await rm(target, { force: true });
    await writeFile(target, file.content, { mode: file.executable === true ? 0o755 : 0o644 });
  }
}
