import type { Repositories } from "./repositories.ts";

/** Lines on end that came with the same commit. */
export interface BlamedLines {
  readonly sha: string;
  readonly lines: readonly string[];
}

/**
 * Which commit each line of a file came with. `range` counts lines from 1, both ends included; what lies beyond the
 * file's end is left out. Throws GitFailed when there is no such file.
 */
export async function blame(
  repositories: Pick<Repositories, "git">,
  projectPath: string,
  sha: string,
  path: string,
  range?: { readonly start: number; readonly end: number },
): Promise<BlamedLines[]> {
  // All lines, and the range cut out afterwards: git refuses one that ends beyond the file.
  const out = (await repositories.git(projectPath, ["blame", "--porcelain", sha, "--", path])).toString();
  const blamed: { sha: string; lines: string[] }[] = [];
  let commit = "";
  let number = 0;
  for (const line of out.split("\n")) {
    if (!line.startsWith("\t")) {
      commit = /^([0-9a-f]{40}) \d+ \d+/.exec(line)?.[1] ?? commit;
      continue;
    }
    number += 1;
    if (range !== undefined && (number < range.start || number > range.end)) continue;
    const last = blamed.at(-1);
    if (last?.sha === commit) last.lines.push(line.slice(1));
    else blamed.push({ sha: commit, lines: [line.slice(1)] });
  }
  return blamed;
}
