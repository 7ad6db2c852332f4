/** Suggestions in comments: blocks of code that propose other lines for those of the thread. */
import type { Note, Suggestion } from "../../../api/resources/discussionTypes.ts";
import { placesOf } from "../../../core/comparisons/findLines.ts";
import { codeBlock } from "../../../core/ui/codeBlock.ts";
import { type Fence, fencesOf, type ReplacedLines, suggestionIn } from "../../../core/ui/markdownFences.ts";

/** Whether the host can apply a suggestion. */
export const isAppliable = ({ applied, appliable, applicable }: Suggestion): boolean =>
  applied !== true && (appliable ?? applicable) !== false;

/** Returns the suggestions of a comment that the host can apply. */
export const appliableOf = ({ suggestions }: Note): readonly Suggestion[] => (suggestions ?? []).filter(isAppliable);

/**
 * Returns the text of a comment with its suggestions as differences. What the host does not list, or without its lines, stays as it is
 * written.
 * @param heading returns what stands above one
 */
export function withDiffs({ body, suggestions }: Note, heading: (suggestion: Suggestion) => string): string {
  if (!suggestions || suggestions.length === 0) return body;
  const blocks = suggestionBlocks(body);
  const lines = body.split(lineBreak);
  // From the last one on, so that the numbers of lines stay right.
  for (const [block, suggestion] of paired(blocks, suggestions).reverse()) {
    const { from_content: from, to_content: to } = suggestion;
    if (typeof from !== "string" || typeof to !== "string") continue;
    const { first, last, prefix } = block;
    // The marks of an item stand in its first line alone.
    const inner = prefix.replace(/[^\s>]/g, " ");
    const above = inner === prefix && (lines[first - 1] ?? "").trim() !== "" ? [""] : [];
    const shown = [...above, heading(suggestion), "", ...diffBlock(from, to).split("\n"), ""];
    lines.splice(
      first,
      last - first + 1,
      ...shown.map((line, at) => (line === "" ? inner.trimEnd() : `${at === above.length ? prefix : inner}${line}`)),
    );
  }
  return lines.join("\n");
}

/**
 * Returns the suggestions of a text that is not on the host yet, as the host will list them.
 * @param file the lines of the file
 * @param line the one that the comment is on, from 1
 */
export function suggestionsIn(text: string, file: readonly string[], line: number): Suggestion[] {
  return suggestionBlocks(text).map(({ above, below, content }, id) => {
    const from = file.slice(Math.max(0, line - 1 - Math.min(above, mostLines)), line + Math.min(below, mostLines));
    return { id, from_content: textOf(from), to_content: textOf(content) };
  });
}

/** Most lines above and below its own that hosts let a suggestion replace. */
const mostLines = 100;
const lineBreak = /\r\n|[\r\n]/;

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

const suggestionBlocks = (text: string): readonly (Fence & ReplacedLines)[] =>
  fencesOf(text).fences.flatMap((fence) => {
    const lines = suggestionIn(fence.info);
    return lines ? [{ ...fence, ...lines }] : [];
  });

/** Returns the blocks of a text that the host lists, in its order: all of them, or those with the same lines. */
function paired<T extends Fence>(blocks: readonly T[], suggestions: readonly Suggestion[]): [T, Suggestion][] {
  const isAll = blocks.length === suggestions.length;
  const pairs: [T, Suggestion][] = [];
  const left = [...blocks];
  for (const suggestion of suggestions) {
    const wanted = linesOf(suggestion.to_content ?? "").join("\n");
    const at = isAll ? 0 : left.findIndex(({ content }) => content.join("\n") === wanted);
    const block = left[at];
    if (block === undefined) continue;
    left.splice(0, at + 1);
    pairs.push([block, suggestion]);
  }
  return pairs;
}

/**
 * Returns where the lines of a suggestion are in a file that may have changed since; undefined if they are nowhere, or as near in two places.
 * @param file the lines of the file
 * @param at index of the first line where they were
 */
export function findLines(file: readonly string[], lines: readonly string[], at: number): number | undefined {
  const [nearest, next] = placesOf(file, lines)
    .map((first) => ({ first, distance: Math.abs(first - at) }))
    .toSorted((a, b) => a.distance - b.distance);
  return nearest?.distance === next?.distance ? undefined : nearest?.first;
}

/** Returns the lines of a text that ends with a line break, or not. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function diffBlock(from: string, to: string): string {
  const signed = (sign: string, text: string): string[] => linesOf(text).map((line) => `${sign}${line}\n`);
  return codeBlock([...signed("-", from), ...signed("+", to)].join(""), "diff");
}
