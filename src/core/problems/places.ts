import type { Span } from "../base/textEdit.ts";
import { isPathLine } from "./matchers/eslint.ts";
import { javaPath } from "./matchers/javaStack.ts";

/** A span of a line that names a place in a source file. */
export interface Place extends Span {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column?: number;
  /** The same place, should its path have blanks: from the begin of what the line says. */
  readonly wide?: { readonly start: number; readonly path: string };
}

/** Whatever stands behind a path for a position; each bounded, so that every try ends soon. */
const POSITION =
  /:\[(\d{1,7}),(\d{1,7})\]|\((\d{1,7})(?:[,:](\d{1,7}))?(?:,\d{1,7},\d{1,7})?\)|", line (\d{1,7})|: line (\d{1,7}), col (\d{1,7})|:(\d{1,7})(?::(\d{1,7}))?(?!\d|\.\d)/g;
const STYLISH = /^\s{1,8}(\d{1,7}):(\d{1,7})\s{1,12}(?:error|warning)\s{2}/;
const BREAKS = new Set(Array.from(" \t\"'`()[]{}<>|,;="));
const LINE_LIMIT = 4000;
const PATH_LIMIT = 500;
/** Nobody follows more links of one line. */
const PLACES = 20;

/**
 * Finds places of source files in the lines of a log, in every form that tools use. Lines must come in their order:
 * some name only line and column, below a line with the file.
 */
export class PlaceFinder {
  private file: string | undefined;

  /** @param text a line without escape sequences. */
  find(text: string): readonly Place[] {
    const line = text.length > LINE_LIMIT ? text.slice(0, LINE_LIMIT) : text;
    if (isPathLine(line)) this.file = line;
    const below = this.file === undefined ? null : STYLISH.exec(line);
    if (below) {
      const start = line.length - line.trimStart().length;
      const [, row = "", column = ""] = below;
      return [
        {
          start,
          end: start + row.length + 1 + column.length,
          path: this.file ?? "",
          line: Number(row),
          column: Number(column),
        },
      ];
    }
    if (line !== this.file) this.file = undefined;
    return placesIn(line);
  }
}

function placesIn(line: string): Place[] {
  const places: Place[] = [];
  let from = 0;
  // Where the word begins that the next characters belong to: kept, for a line of positions only has a thousand of them.
  let word = 0;
  let read = 0;
  for (const match of line.matchAll(POSITION)) {
    const row = Number(match[1] ?? match[3] ?? match[5] ?? match[6] ?? match[8]);
    const column = Number(match[2] ?? match[4] ?? match[7] ?? match[9] ?? 0);
    for (; read < match.index; read++) if (BREAKS.has(line.charAt(read))) word = read + 1;
    const quoted = match[5] !== undefined;
    const start = quoted ? afterQuote(line, match.index, from) : Math.max(from, word, match.index - PATH_LIMIT);
    const path = line.slice(start, match.index);
    if (row < 1 || !looksLikePath(path)) continue;
    const end = match.index + match[0].length;
    const qualified =
      /\.(?:java|kt|scala|groovy)$/.test(path) && !/[\\/]/.test(path) && line[start - 1] === "("
        ? javaPath(wordBefore(line, start - 1), path)
        : path;
    const first = line.length - line.trimStart().length;
    places.push({
      start,
      end,
      path: qualified,
      line: row,
      ...(column > 0 && { column }),
      ...(places.length === 0 &&
        first < start &&
        start - first < PATH_LIMIT && { wide: { start: first, path: line.slice(first, match.index) } }),
    });
    if (places.length === PLACES) break;
    from = end;
  }
  return places;
}

function afterQuote(line: string, end: number, from: number): number {
  const quote = line.lastIndexOf('"', end - 1);
  return quote < from ? end : quote + 1;
}

function wordBefore(line: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < PATH_LIMIT && !BREAKS.has(line.charAt(start - 1))) start--;
  const word = line.slice(start, end);
  return word.slice(word.lastIndexOf("/") + 1);
}

/** A name with a letter and an ending, or folders: times and addresses of hosts have neither. */
function looksLikePath(path: string): boolean {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return (
    path.length < PATH_LIMIT &&
    (/\.[A-Za-z][\w+-]{0,15}$/.test(name) || (name !== path && /^[A-Za-z][\w-]{0,60}$/.test(name))) &&
    !/^(?!file:)[a-z][a-z+.-]{1,20}:\/\//i.test(path)
  );
}
