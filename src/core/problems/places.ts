import type { Span } from "../base/textEdit.ts";
import { isPathLine } from "./matchers/eslint.ts";
import { javaPath } from "./matchers/javaStack.ts";
import { isSourceUrl } from "./paths.ts";

/** A range of a line that refers to a source location. */
export interface SourceReference extends Span {
  readonly path: string;
  /** One-based. */
  readonly line: number;
  /** One-based. */
  readonly column?: number;
  /** The same location if its path contains blanks, from the first word of the line. */
  readonly fromLineStart?: { readonly start: number; readonly path: string };
}

/** The position behind a path; all repetitions are bounded to keep matching fast. */
const POSITION =
  /:\[(\d{1,7}),(\d{1,7})\]|\((\d{1,7})(?:[,:](\d{1,7}))?(?:,\d{1,7},\d{1,7})?\)|", line (\d{1,7})|: line (\d{1,7})(?:, col (\d{1,7}))?|:(?:line|Zeile|ligne|línea|riga|linha|строка|wiersz|řádek|行号?|줄) (\d{1,7})|(?<=\.\w{1,8}) line (\d{1,7})(?=[,:]|$)|:(\d{1,7})(?::(\d{1,7}))?(?!\d|\.\d)/g;
const STYLISH = /^\s{1,8}(\d{1,7}):(\d{1,7})\s{1,12}(?:error|warning)\s{2}/;
const BREAKS = new Set(Array.from(" \t\"'`()[]{}<>|,;="));
const LINE_LIMIT = 4000;
const PATH_LIMIT = 500;
/** Limit of links in one line. */
const REFERENCE_LIMIT = 20;

/**
 * Finds references to source locations in the lines of a log, in the formats of common tools. Lines must come in order,
 * because some give only line and column below a line with the file.
 */
export class ReferenceFinder {
  private file: string | undefined;

  /**
   * Returns the locations in a line.
   * @param text without escape sequences
   */
  find(text: string): readonly SourceReference[] {
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
    return findReferences(line);
  }
}

function findReferences(line: string): SourceReference[] {
  const places: SourceReference[] = [];
  let from = 0;
  // Start of the current word, tracked incrementally: searching it for each match would take quadratic time.
  let word = 0;
  let read = 0;
  for (const match of line.matchAll(POSITION)) {
    const row = Number(match[1] ?? match[3] ?? match[5] ?? match[6] ?? match[8] ?? match[9] ?? match[10]);
    const column = Number(match[2] ?? match[4] ?? match[7] ?? match[11] ?? 0);
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
        start - first < PATH_LIMIT && { fromLineStart: { start: first, path: line.slice(first, match.index) } }),
    });
    if (places.length === REFERENCE_LIMIT) break;
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

/** Returns whether a text has a file extension or folders, unlike times and host names. */
function looksLikePath(path: string): boolean {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).replace(/\?.{0,200}$/, "");
  return (
    path.length < PATH_LIMIT &&
    (/\.[A-Za-z][\w+-]{0,15}$/.test(name) || (name !== path && /^[A-Za-z][\w-]{0,60}$/.test(name))) &&
    (isSourceUrl(path) || !/^[a-z][a-z+.-]{1,20}:\/\//i.test(path))
  );
}
