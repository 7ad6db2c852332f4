/** How much inline Markdown of one text is rendered, in delimiters times characters: parsers try each delimiter against all that follows. */
export const maxInlineCost = 50_000_000;
/** Maximum nesting of block quotes; parsers read the text again for each. */
export const maxQuotes = 100;

/** Returns what the inline Markdown of a paragraph costs a parser at worst, in delimiters times characters. */
export const inlineCost = (paragraph: string): number => (paragraph.match(/[*_~`[<]/g)?.length ?? 0) * paragraph.length;

/** Returns whether a line is nested in more block quotes than a parser takes in reasonable time. */
export const isQuotedTooDeeply = (text: string): boolean =>
  text.split("\n").some((line) => (/^[\s\d>*+.)-]*/.exec(line)?.[0].match(/>/g)?.length ?? 0) > maxQuotes);

/** Returns whether Markdown takes a parser so long that it is better shown as it is written. */
export const isCostlyMarkdown = (text: string): boolean =>
  isQuotedTooDeeply(text) ||
  text.split(/\n[ \t]*\n/).reduce((sum, paragraph) => sum + inlineCost(paragraph), 0) > maxInlineCost;
