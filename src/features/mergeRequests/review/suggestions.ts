/** Suggestions in comments: blocks of code that propose other lines for those of the thread. */
import type { Token, Tokens } from "marked";
import type { Note, Suggestion } from "../../../api/resources/discussionTypes.ts";
import { placesOf } from "../../../core/comparisons/findLines.ts";
import { codeBlock } from "../../../core/ui/codeBlock.ts";
import { parseBlocks } from "../../../core/ui/markdownTokens.ts";

/** Limit of a comment with differences, in characters. */
const longest = 20_000;

/** Whether the host can apply a suggestion. */
export const isAppliable = ({ applied, appliable, applicable }: Suggestion): boolean =>
  applied !== true && (appliable ?? applicable) !== false;

/** Returns the suggestions of a comment that the host can apply. */
export const appliableOf = ({ suggestions }: Note): readonly Suggestion[] => (suggestions ?? []).filter(isAppliable);

/**
 * Returns the text of a comment with its suggestions as differences.
 * @param heading returns what stands above one
 */
export function withDiffs({ body, suggestions }: Note, heading: (suggestion: Suggestion) => string): string {
  if (!suggestions || suggestions.length === 0 || body.length > longest) return body;
  const { tokens: blocks, rest } = parseBlocks(body);
  // The host lists them in the order of their blocks.
  if (rest !== "" || blocks.filter(isSuggestion).length !== suggestions.length) return body;
  const left = [...suggestions];
  return blocks
    .map((block) => {
      const suggestion = isSuggestion(block) ? left.shift() : undefined;
      if (typeof suggestion?.from_content !== "string" || typeof suggestion.to_content !== "string") return block.raw;
      return `${heading(suggestion)}\n\n${diffBlock(suggestion.from_content, suggestion.to_content)}\n\n`;
    })
    .join("");
}

/** Whether a block of Markdown is fenced code of this kind, with or without the number of lines that it replaces. */
const isSuggestion = (block: Token): boolean =>
  block.type === "code" && /^suggestion(?::-\d+\+\d+)?$/.test((block as Tokens.Code).lang?.trim() ?? "");

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
