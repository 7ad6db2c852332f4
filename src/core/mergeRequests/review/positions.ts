/** Where threads stand in the diff of a merge request: from the host's positions to lines of a document, and back. */
import { createHash } from "node:crypto";
import type { DiffPosition, NewDiffPosition, NewLineRangeEnd } from "../../../api/resources/discussionTypes.ts";
import { type DiffLine, lineInDiff } from "../../comparisons/hunks.ts";
import type { DiffSide } from "../../files/refs.ts";

/** A side of a file in a diff, as its document's address has it. */
export interface DiffFile {
  readonly path: string;
  readonly diff: DiffSide;
}

/** Lines of a document, counted from 1, both ends included. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** The commits of a version. */
export interface VersionShas {
  readonly base: string;
  readonly start: string;
  readonly head: string;
}

/** Returns where a thread stands in a document of a diff: its lines, or the file as a whole; undefined if it stands elsewhere. */
export function placeIn(file: DiffFile, position: DiffPosition): LineSpan | "file" | undefined {
  const { side, base, head, alone } = file.diff;
  if (position.head_sha !== head || (side === "old" && position.base_sha !== base)) return undefined;
  if ((side === "old" ? position.old_path : position.new_path) !== file.path) return undefined;
  // VS Code has no threads at a point of a picture.
  if (position.position_type === "file" || isOnPicture(position))
    return side === "new" || alone === true ? "file" : undefined;
  // A line that is on both sides belongs to the new one.
  const line = side === "new" ? position.new_line : isOnNewSide(position) ? undefined : position.old_line;
  if (typeof line !== "number" || line < 1) return undefined;
  const first = position.line_range?.start;
  const start = side === "new" ? first?.new_line : first?.old_line;
  return { start: typeof start === "number" && start >= 1 && start <= line ? start : line, end: line };
}

/** Returns whether a thread stands at a point of a picture. */
export const isOnPicture = (position: DiffPosition | null | undefined): boolean => position?.position_type === "image";

const isOnNewSide = ({ new_line: line }: DiffPosition): boolean => typeof line === "number";

/**
 * Returns the position of a thread to be made.
 * @param lines of the file's diff between the version's commits
 * @param span undefined for the file as a whole
 */
export function positionOf(
  { path, diff }: DiffFile,
  { base, start, head }: VersionShas,
  lines: readonly DiffLine[],
  span: LineSpan | undefined,
): NewDiffPosition {
  const other = diff.otherPath ?? path;
  const [oldPath, newPath] = diff.side === "old" ? [path, other] : [other, path];
  const version = { base_sha: base, start_sha: start, head_sha: head, old_path: oldPath, new_path: newPath };
  if (span === undefined) return { ...version, position_type: "file" };
  const end = lineInDiff(lines, diff.side, span.end);
  const first = lineInDiff(lines, diff.side, span.start);
  const range =
    span.start === span.end ? {} : { line_range: { start: rangeEnd(newPath, first), end: rangeEnd(newPath, end) } };
  return { ...version, position_type: "text", ...numbersOf(end), ...range };
}

/** Returns the numbers by which the host knows a line: an added or removed one has only one. */
const numbersOf = (line: DiffLine): { readonly old_line?: number; readonly new_line?: number } => ({
  ...(line.kind === "added" ? {} : { old_line: line.old }),
  ...(line.kind === "removed" ? {} : { new_line: line.new }),
});

function rangeEnd(path: string, line: DiffLine): NewLineRangeEnd {
  const file = createHash("sha1").update(path).digest("hex");
  const type = line.kind === "added" ? "new" : line.kind === "removed" ? "old" : undefined;
  return { line_code: `${file}_${line.old}_${line.new}`, ...(type && { type }), ...numbersOf(line) };
}
