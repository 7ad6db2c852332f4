import { runInNewContext } from "node:vm";
import type { WikiPage } from "../../api/resources/wikis.ts";

export interface SearchOptions {
  readonly text: string;
  readonly matchCase: boolean;
  readonly regex: boolean;
}

/** A match in a line of a page. */
export interface FoundLine<P> {
  readonly page: P;
  /** 0-based. */
  readonly line: number;
  /** 0-based offset of the match in the line. */
  readonly column: number;
  readonly length: number;
  readonly text: string;
}

export interface Found<P> {
  readonly lines: readonly FoundLine<P>[];
  /** Whether there are more matches than `lines`. */
  readonly more: boolean;
}

/**
 * Thrown for an invalid regular expression, with the engine's message, or for one that takes too long, with an empty
 * message.
 */
export class BadPattern extends Error {
  override readonly name = "BadPattern";
}

/** ms that a regular expression may take for all pages; it blocks the extension host. */
const timeout = 1_000;

/** Searches the lines of pages, in order. @param most maximum number of lines @throws BadPattern */
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

/** Runs the expression in a separate context, where it can be stopped. */
function expressionHits(texts: readonly string[], source: string, matchCase: boolean, most: number): Hit[] {
  const flags = matchCase ? "u" : "ui";
  try {
    new RegExp(source, flags);
  } catch (error) {
    throw new BadPattern(error instanceof Error ? error.message : String(error));
  }
  try {
    return JSON.parse(runInNewContext(program, { texts, source, flags, most }, { timeout }) as string) as Hit[];
  } catch (error) {
    throw timedOut(error) ? new BadPattern("") : error;
  }
}

/** The error comes from the other context and is not an instance of this context's Error. */
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
