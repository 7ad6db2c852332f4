import type { Span } from "../base/textEdit.ts";
import { type ColoredLine, lineHash } from "./colors.ts";
import type { Style } from "./style.ts";
import { styleKey } from "./style.ts";

/** The part of a document that coloring needs. */
export interface Lines {
  readonly lineCount: number;
  textAt(line: number): string;
}

export interface Colored {
  readonly lines: number;
  readonly colors: { at(line: number): ColoredLine | undefined };
}

export interface StyledRange extends Span {
  readonly line: number;
}

export interface Painting {
  /** Number of lines that were removed from the start of the document. */
  readonly base: number;
  readonly byStyle: ReadonlyMap<string, { readonly style: Style; readonly ranges: StyledRange[] }>;
}

/** No window shows more lines; limits the cost of a wrong range. */
export const LINE_LIMIT = 500;

/**
 * Returns the styled ranges of lines `from`–`to` of a channel's document. "Clear Output" may have removed lines from
 * its start, so only lines equal to the written ones are colored. If they do not match the known base, the base that
 * matches the document's end is tried.
 */
export function paint(document: Lines, channel: Colored, from: number, to: number, base: number): Painting {
  const known = paintWith(document, channel, from, to, base);
  const fromEnd = channel.lines - (document.lineCount - 1);
  if (known.misses === 0 || fromEnd === base || fromEnd < 0) return known;
  const other = paintWith(document, channel, from, to, fromEnd);
  return other.misses < known.misses || other.hits > known.hits ? other : known;
}

function paintWith(
  document: Lines,
  channel: Colored,
  from: number,
  to: number,
  base: number,
): Painting & { hits: number; misses: number } {
  const byStyle = new Map<string, { style: Style; ranges: StyledRange[] }>();
  let hits = 0;
  let misses = 0;
  const last = Math.min(to, from + LINE_LIMIT, document.lineCount - 1);
  for (let line = from; line <= last; line++) {
    const colored = channel.colors.at(line + base);
    if (!colored) continue;
    const text = document.textAt(line);
    if (text.length !== colored.length || lineHash(text) !== colored.hash) {
      misses++;
      continue;
    }
    hits++;
    for (const { start, end, style } of colored.spans) {
      const key = styleKey(style);
      const entry = byStyle.get(key) ?? { style, ranges: [] };
      entry.ranges.push({ line, start, end });
      byStyle.set(key, entry);
    }
  }
  return { base, byStyle, hits, misses };
}
