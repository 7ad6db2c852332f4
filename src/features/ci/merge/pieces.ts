import { editedText, type Span, type TextEdit } from "../../../core/base/textEdit.ts";
import type { CiDocument, Entry } from "./ciDocument.ts";
import { column, lineEnd, lineStart } from "./extent.ts";

/** A range of the template to insert. */
export interface Cut {
  /** The range, including the comments that belong to it. */
  readonly from: Span;
  /** Column of its first key. */
  readonly column: number;
}

/**
 * Returns the lines of each entry of a mapping, including comments above it, at line ends, and more deeply indented
 * ones below it.
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

/**
 * Returns where the comments above an entry begin. Comments that an empty line separates from the first entry describe
 * the whole template.
 */
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
 * Returns a range of the template with changes applied, reindented, with the file's line endings and no final one. The
 * first line is not indented.
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

/** Empty lines stay empty; lines of spaces may be part of a block scalar. */
function shifted(line: string, by: number): string {
  if (line === "") return line;
  if (by >= 0) return " ".repeat(by) + line;
  const spaces = /^ */.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(spaces, -by));
}
