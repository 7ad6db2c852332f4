import { runInNewContext } from "node:vm";
import type { WikiPage } from "../../api/resources/wikis.ts";

export interface SearchOptions {
  readonly text: string;
  readonly matchCase: boolean;
  readonly regex: boolean;
}

/** A line of a page with what was looked for. */
export interface FoundLine<P> {
  readonly page: P;
  /** Counted from 0. */
  readonly line: number;
  /** Where it begins in the line, and how long it is. */
  readonly column: number;
  readonly length: number;
  readonly text: string;
}

export interface Found<P> {
  readonly lines: readonly FoundLine<P>[];
  /** There are more than these. */
  readonly more: boolean;
}

/** Text that is no regular expression, or one that takes too long. The message is the engine's own, or empty for the latter. */
export class BadPattern extends Error {
  override readonly name = "BadPattern";
}

/** ms that an expression may take for all pages: it runs where everything else of the editor's extensions waits. */
const patience = 1_000;

/**
 * Looks for a text in the lines of pages, in their order.
 * @param most lines to answer
 * @throws BadPattern
 */
export function searchLines<P extends Pick<WikiPage, "content">>(
  pages: readonly P[],
  options: SearchOptions,
  most: number,
): Found<P> {
  const { text, matchCase, regex } = options;
  if (text === "") return { lines: [], more: false };
  const texts = pages.map(({ content }) => content ?? "");
  const hits = regex
    ? expressionHits(texts, text, matchCase, most + 1)
    : plainHits(texts, matchCase ? text : text.toLowerCase(), matchCase, most + 1);
  const lines = hits.slice(0, most).flatMap(([at, line, column, length]) => {
    const page = pages[at];
    return page ? [{ page, line, column, length, text: splitLines(texts[at] ?? "")[line] ?? "" }] : [];
  });
  return { lines, more: hits.length > most };
}

/** Index of the text, line, column, length. */
type Hit = readonly [text: number, line: number, column: number, length: number];

const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/);

function plainHits(texts: readonly string[], wanted: string, matchCase: boolean, most: number): Hit[] {
  const hits: Hit[] = [];
  for (const [at, text] of texts.entries()) {
    for (const [line, words] of splitLines(text).entries()) {
      const column = (matchCase ? words : words.toLowerCase()).indexOf(wanted);
      if (column < 0) continue;
      hits.push([at, line, column, wanted.length]);
      if (hits.length === most) return hits;
    }
  }
  return hits;
}

/** In a context of its own an expression that does not come to an end can be stopped. */
function expressionHits(texts: readonly string[], source: string, matchCase: boolean, most: number): Hit[] {
  const flags = matchCase ? "u" : "ui";
  try {
    new RegExp(source, flags);
  } catch (error) {
    throw new BadPattern(error instanceof Error ? error.message : String(error));
  }
  try {
    return JSON.parse(
      runInNewContext(program, { texts, source, flags, most }, { timeout: patience }) as string,
    ) as Hit[];
  } catch (error) {
    throw timedOut(error) ? new BadPattern("") : error;
  }
}

/** The error comes from the other context, and is no Error of this one. */
const timedOut = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

const program = `
const pattern = new RegExp(source, flags), hits = [];
search: for (let at = 0; at < texts.length; at++) {
  const lines = texts[at].split(/\\r\\n|\\r|\\n/);
  for (let line = 0; line < lines.length; line++) {
    const found = pattern.exec(lines[line]);
    if (found) hits.push([at, line, found.index, found[0].length]);
    if (hits.length === most) break search;
  }
}
JSON.stringify(hits);
`;
