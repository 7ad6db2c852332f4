import type { Span } from "../../../core/base/textEdit.ts";

/** A mention of a user, and its span in the line, including the `@`. */
export interface Mention extends Span {
  /** Without the `@`. */
  readonly username: string;
}

/** The lines of a text. */
export interface Lines {
  readonly lineCount: number;
  line(at: number): string;
}

const word = String.raw`[\p{L}\p{M}\p{N}_]`;
/**
 * A username of any script after an `@` at the start of a word. A name followed by a slash is a package scope or a
 * group, one followed by another `@` belongs to another service.
 */
const mention = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_@.\/\\+&=#-])@(${word}(?:[\p{L}\p{M}\p{N}_.-]{0,253}${word})?)(?![.-]*[\p{L}\p{M}\p{N}_@/])`,
  "gu",
);
/** UTF-16 units to search around a position; longer than any mention. */
const reach = 600;
/** Mentions of everyone, not of a user. */
const everyone: ReadonlySet<string> = new Set(["all", "everyone", "here", "channel"]);

/** Returns the mention at a position of a line, also in code. @param character UTF-16 unit of the line */
export function mentionInLine(line: string, character: number): Mention | undefined {
  // Lines of generated files can be of any length.
  const from = Math.max(0, character - reach);
  for (const found of line.slice(from, character + reach).matchAll(mention)) {
    const [text, username = ""] = found;
    const start = from + found.index;
    const end = start + text.length;
    if (character < start || character > end) continue;
    return everyone.has(username.toLowerCase()) || isInAddress(line, start) ? undefined : { username, start, end };
  }
  return undefined;
}

/** Returns whether the word before a position is a URL, which may contain `@`, too. */
const isInAddress = (line: string, at: number): boolean =>
  /[a-z][a-z0-9+.-]*:\/\/[^\s<>()[\]"'`]*$/i.test(line.slice(Math.max(0, at - 2000), at));

/** Returns the mention at a position of a Markdown text; none in fenced, indented or inline code. */
export function mentionInMarkdown(text: Lines, at: number, character: number): Mention | undefined {
  const found = mentionInLine(text.line(at), character);
  if (!found || isInCodeSpan(text.line(at), found.start) || isFenced(text, at) || isIndentedCode(text, at))
    return undefined;
  return found;
}

/** Returns whether a position is between two runs of backticks of the same length. */
function isInCodeSpan(line: string, at: number): boolean {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: run, index }) => ({
    length: run.length,
    start: index,
    end: index + run.length,
  }));
  for (let next = 0; next < runs.length; next++) {
    const open = runs[next] as (typeof runs)[number];
    if (open.start >= at) return false;
    const escaped = line[open.start - 1] === "\\";
    const close = escaped ? -1 : runs.findIndex(({ length }, index) => index > next && length === open.length);
    if (close === -1) continue;
    if (at < (runs[close] as (typeof runs)[number]).start) return true;
    next = close;
  }
  return false;
}

const fence = /^(?:[ \t]{0,3}|[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+|[ \t]*>[ \t]?|[ \t]+)(`{3,}(?!.*`)|~{3,})/;

/** Returns whether a line is in a fenced block, or one of its fences. */
function isFenced(text: Lines, at: number): boolean {
  let open: string | undefined;
  for (let line = 0; line <= at; line++) {
    const content = text.line(line);
    const [, marks] = fence.exec(content) ?? [];
    if (open === undefined) open = marks;
    else if (
      marks !== undefined &&
      marks[0] === open[0] &&
      marks.length >= open.length &&
      content.trimEnd().endsWith(marks)
    ) {
      if (line === at) return true;
      open = undefined;
    }
  }
  return open !== undefined;
}

const isBlank = (line: string): boolean => line.trim() === "";
const isIndented = (line: string): boolean => /^(?: {4}| {0,3}\t)/.test(line);
const isListItem = (line: string): boolean => /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line);

/** Returns whether a line is in an indented code block: after a blank line, and not in a list item. */
function isIndentedCode(text: Lines, at: number): boolean {
  if (!isIndented(text.line(at)) || isListItem(text.line(at))) return false;
  let afterBlank = false;
  for (let line = at - 1; line >= 0; line--) {
    const content = text.line(line);
    if (isBlank(content)) afterBlank = true;
    else if (isListItem(content)) return false;
    else if (!isIndented(content)) return afterBlank;
    else afterBlank = false;
  }
  return true;
}
