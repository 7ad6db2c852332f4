/** Places of threads in the diff of a merge request, checked against the real diff. */
import type { RepositoryStore } from "../types.ts";

/** A place as it was sent. */
export interface Position {
  readonly base_sha: string;
  readonly start_sha: string;
  readonly head_sha: string;
  readonly old_path: string;
  readonly new_path: string;
  readonly position_type: "text" | "file";
  readonly old_line: number | null;
  readonly new_line: number | null;
  readonly line_range: object | null;
}

type Readable = Pick<RepositoryStore, "git">;

/** The lines of a file's whole diff: numbers counted from 1 on each side, null where the line is missing. */
type Line = readonly [before: number | null, after: number | null];

/** Returns whether the diff between the position's commits has its place. */
export async function isInDiff(repositories: Readable, project: string, position: Position): Promise<boolean> {
  const lines = await linesOf(repositories, project, position.base_sha, position.head_sha, position);
  if (!lines) return false;
  if (position.position_type === "file") return position.old_line === null && position.new_line === null;
  return lines.some(([before, after]) => before === position.old_line && after === position.new_line);
}

/**
 * Returns the position in another version, if its line is there too and is still in the diff; else undefined: it stays where it was, as
 * one that is out of date.
 */
export async function movedTo(
  repositories: Readable,
  project: string,
  position: Position,
  version: { readonly base: string; readonly start: string; readonly head: string },
): Promise<Position | undefined> {
  const shas = { base_sha: version.base, start_sha: version.start, head_sha: version.head };
  const paths = { old_path: position.old_path, new_path: position.new_path };
  const lines = await linesOf(repositories, project, version.base, version.head, paths);
  if (!lines) return undefined;
  const next: Position = { ...position, ...shas };
  if (position.position_type === "file") return next;
  const [before, after] = [
    await newNumber(repositories, project, [position.base_sha, version.base], position.old_path, position.old_line),
    await newNumber(repositories, project, [position.head_sha, version.head], position.new_path, position.new_line),
  ];
  if (before === undefined || after === undefined) return undefined;
  const moved = { ...next, old_line: before, new_line: after, line_range: null };
  return lines.some(([one, other]) => one === before && other === after) ? moved : undefined;
}

/** The number of a line in another commit; undefined if it is gone, null stays null. */
async function newNumber(
  repositories: Readable,
  project: string,
  [from, to]: readonly [string, string],
  path: string,
  line: number | null,
): Promise<number | null | undefined> {
  if (line === null || from === to) return line;
  const lines = await linesOf(repositories, project, from, to, { old_path: path, new_path: path });
  // A file that did not change is not in the diff.
  if (!lines) return line;
  return lines.find(([before, after]) => before === line && after !== null)?.[1] ?? undefined;
}

/** The lines of a file in the diff of two commits; undefined if it is not among the changes, or one is missing. */
async function linesOf(
  repositories: Readable,
  project: string,
  from: string,
  to: string,
  { old_path: oldPath, new_path: newPath }: Pick<Position, "old_path" | "new_path">,
): Promise<readonly Line[] | undefined> {
  const paths = [...new Set([oldPath, newPath])];
  const options = ["-r", "-M", "-p", "-U1000000", "--no-ext-diff", "--no-textconv", "--end-of-options"];
  let patch: string;
  try {
    patch = (await repositories.git(project, ["diff-tree", ...options, from, to, "--", ...paths])).toString();
  } catch {
    return undefined;
  }
  if (patch.trim() === "") return undefined;
  const isOther = oldPath !== newPath && !patch.includes(`rename from ${oldPath}\n`);
  return isOther ? undefined : linesIn(patch);
}

function linesIn(patch: string): Line[] {
  const lines: Line[] = [];
  let [before, after] = [0, 0];
  let isText = false;
  for (const text of patch.split("\n")) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (header && !isText) {
      [before, after] = [Number(header[1]) || 1, Number(header[3]) || 1];
      isText = true;
    } else if (!isText || text.startsWith("\\")) continue;
    else if (text.startsWith("+")) lines.push([null, after++]);
    else if (text.startsWith("-")) lines.push([before++, null]);
    else if (text.startsWith(" ")) lines.push([before++, after++]);
  }
  return lines;
}
