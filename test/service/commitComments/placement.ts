import type { DiffEntry } from "../git/diff.ts";
import type { CommentPlace } from "./store.ts";

/**
 * The place of a comment in a commit's diff, or undefined when there is none: the path is not among the changed files,
 * or the line is not one that the commit added (`new`) or took away (`old`). Such a comment belongs to the whole commit
 * (part 2, Comment placement rules).
 */
export function placeIn(
  diff: readonly DiffEntry[],
  wanted: { readonly path: string | undefined; readonly line: number | undefined; readonly lineType: "new" | "old" },
): CommentPlace | undefined {
  const { path, line, lineType } = wanted;
  const entry = diff.find((one) => one.new_path === path);
  if (path === undefined || line === undefined || !entry) return undefined;
  return changedLines(entry.diff)[lineType].has(line) ? { path, line, lineType } : undefined;
}

/** Numbers of the lines that a diff adds and takes away. */
function changedLines(diff: string): Record<"new" | "old", ReadonlySet<number>> {
  const [added, removed] = [new Set<number>(), new Set<number>()];
  let [before, after] = [0, 0];
  for (const line of diff.split("\n")) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (header) [before, after] = [Number(header[1]), Number(header[2])];
    else if (line.startsWith("+")) added.add(after++);
    else if (line.startsWith("-")) removed.add(before++);
    else if (line.startsWith(" ")) [before, after] = [before + 1, after + 1];
  }
  return { new: added, old: removed };
}

/** The same by the words of the documents: any line that the file has, whether the commit changed it or not. */
export function placeInFile(
  text: string | undefined,
  wanted: { readonly path: string | undefined; readonly line: number | undefined; readonly lineType: "new" | "old" },
): CommentPlace | undefined {
  const { path, line, lineType } = wanted;
  if (text === undefined || path === undefined || line === undefined) return undefined;
  const count = text.replace(/\n$/, "").split("\n").length;
  return line >= 1 && line <= count ? { path, line, lineType } : undefined;
}
