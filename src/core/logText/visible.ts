import type { Span } from "../base/textEdit.ts";
import { type ColoredLine, lineHash } from "./colors.ts";
import type { Style } from "./style.ts";
import { styleKey } from "./style.ts";

/** What of a document the colouring needs. */
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
  /** How many lines of the channel's text the document no longer has at its start. */
  readonly base: number;
  readonly byStyle: ReadonlyMap<string, { readonly style: Style; readonly ranges: StyledRange[] }>;
}

/** No window shows more lines; a wrong range costs no more than this. */
export const LINE_LIMIT = 500;

/**
 * Which parts of the lines `from`–`to` of a channel's document get which style. A document may have lost lines at its
 * start ("Clear Output"), so each line is compared with what was written, and only equal lines are coloured. Where the
 * lines do not fit the base known so far, the one that fits the document's end is tried.
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
