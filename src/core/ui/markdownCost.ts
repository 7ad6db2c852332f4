/**
 * How much a paragraph may cost a parser, in marks times characters: parsers try each mark against all that follows. This many take some
 * twenty milliseconds.
 */
export const maxInlineCost = 10_000_000;
/** Maximum nesting of lists and quotes; parsers read the text again for each. */
export const maxNesting = 30;

/** Returns what the inline Markdown of a paragraph costs a parser at worst, in marks times characters. */
export const inlineCost = (paragraph: string): number =>
  (paragraph.length - paragraph.replace(/[^\p{L}\p{N}\s]+/gu, "").length) * paragraph.length;

/** Limit for VS Code's renderer, which draws on the thread of the window. */
const maxCost = 2 * maxInlineCost;
/** Limit of the cells of a table. */
export const maxCells = 20_000;

/** Returns whether Markdown takes VS Code's renderer so long that it is better shown as it is written. */
export function isCostlyMarkdown(text: string): boolean {
  let cost = 0;
  for (const paragraph of text.split(/\n[ \t]*\n/)) {
    const lines = paragraph.split("\n");
    const columns = lines.reduce((most, line) => Math.max(most, line.split("|").length), 0);
    cost += inlineCost(paragraph);
    if (cost > maxCost || (columns > 2 && columns * lines.length > maxCells)) return true;
    if (lines.some((line) => nestingOf(line) > maxNesting)) return true;
  }
  return false;
}

/** Returns in how many quotes and lists a line may begin, by its marks and its indentation. */
function nestingOf(line: string): number {
  const [marks = ""] = /^(?:[ \t]|>|[*+-](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))*/.exec(line) ?? [];
  if (/^[ \t]*(?:(?:\*[ \t]*)+|(?:-[ \t]*)+)$/.test(line)) return 1;
  const count = marks.match(/>|[*+-]|\d+[.)]/g)?.length ?? 0;
  return count === 0 ? 0 : count + (/^[ \t]*/.exec(line)?.[0].length ?? 0) / 2;
}
