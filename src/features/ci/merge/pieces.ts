import { editedText, type Span, type TextEdit } from "../../../core/base/textEdit.ts";
import type { CiDocument, Entry } from "./ciDocument.ts";
import { column, lineEnd, lineStart } from "./extent.ts";

/** A part of the template as it goes into the file. */
export interface Cut {
  /** What is taken, with the comments that belong to it. */
  readonly from: Span;
  /** How far its first name is from the start of its line. */
  readonly column: number;
}

/**
 * The lines of each of a mapping's entries in the template: the comments above it and at its lines' ends, and those below
 * that are indented deeper than it.
 * @param floor where the mapping's own lines begin
 */
export function cutsOf({ text }: CiDocument, entries: readonly Entry[], floor: number): Map<Entry, Cut> {
  const cuts = new Map<Entry, Cut>();
  let above = floor;
  for (const entry of entries) {
    const depth = column(text, entry.at.start);
    const end = endWithComments(text, entry.at.end, depth);
    const start = leadStart(text, above, entry.at.start, cuts.size === 0);
    cuts.set(entry, { from: { start, end }, column: depth });
    above = end;
  }
  return cuts;
}

/** Where the comments directly above an entry begin; above the first, what an empty line parts from it is about the whole template. */
function leadStart(text: string, floor: number, at: number, first: boolean): number {
  const own = lineStart(text, at);
  let start = own;
  let lead = own;
  while (start > floor) {
    const previous = lineStart(text, start - 1);
    const line = text.slice(previous, start).trim();
    if (previous < floor || (line !== "" && !line.startsWith("#"))) break;
    if (line === "" && first) break;
    start = previous;
    if (line !== "") lead = previous;
  }
  return lead;
}

function endWithComments(text: string, at: number, depth: number): number {
  let end = lineEnd(text, at);
  let next = end;
  while (next < text.length) {
    const start = text.indexOf("\n", next) + 1;
    if (start === 0) break;
    next = lineEnd(text, start);
    const line = text.slice(start, next);
    if (line.trim() === "") continue;
    if (!line.trimStart().startsWith("#") || line.length - line.trimStart().length <= depth) break;
    end = next;
  }
  return end;
}

/**
 * A part of the template with changes made in it, indented as deep as where it goes, with the file's line ends and none at its end.
 * The first line is not indented: what is put before it is.
 */
export function pieceText(
  { text }: CiDocument,
  { from, column: depth }: Cut,
  changes: readonly TextEdit[],
  to: { readonly column: number; readonly eol: string },
): string {
  const within = changes
    .filter(({ start, end }) => start >= from.start && end <= from.end)
    .map(({ start, end, text: put }) => ({ start: start - from.start, end: end - from.start, text: put }));
  const lines = editedText(text.slice(from.start, from.end), within).split(/\r?\n/);
  return lines.map((line, index) => (index === 0 ? line.trimStart() : shifted(line, to.column - depth))).join(to.eol);
}

/** Empty lines stay empty; those of spaces alone may be text. */
function shifted(line: string, by: number): string {
  if (line === "") return line;
  if (by >= 0) return " ".repeat(by) + line;
  const spaces = /^ */.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(spaces, -by));
}
