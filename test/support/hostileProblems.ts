/** What is wrong with a text that VS Code was given, where it came from a host. */
import { Marked, type Token, type Tokens } from "marked";
import type { MarkdownString } from "vscode";

/** Longest text of a row: VS Code lays out all of it. */
const longestText = 2_000;
/** Longest tooltip. VS Code cuts Markdown at 100,000 characters. */
const longestTooltip = 50_000;

/** What a plain text must not hold: VS Code gives it a meaning, or it reorders what is around. */
export function problemsOfText(text: string, { lines = false } = {}): string[] {
  const outside = text.replace(/\u2068[^\u202a-\u202e\u2066-\u2069]*\u2069/g, "");
  return [
    ...(/\$\([a-z]/.test(text) ? ["icon"] : []),
    ...(/\]\(/.test(text) ? ["link"] : []),
    // eslint-disable-next-line no-control-regex -- control characters are what this is about
    ...(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/.test(text) || (!lines && text.includes("\n"))
      ? ["control character"]
      : []),
    ...(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff]/.test(outside) ? ["direction"] : []),
    ...(text.length > (lines ? longestTooltip : longestText) ? ["length"] : []),
  ];
}

/**
 * What comes alive of Markdown in VS Code's own renderer, which is this library.
 * @param isDescription whether people wrote it as Markdown: VS Code follows no command in it, and shows its HTML as text
 */
export function problemsOfMarkdown(
  { value, isTrusted, supportHtml, supportThemeIcons }: MarkdownString,
  isDescription = false,
): string[] {
  const problems: string[] = [];
  if (isTrusted || supportHtml || supportThemeIcons) problems.push("trust");
  if (value.length > longestTooltip) return [...problems, "length"];
  new Marked({
    walkTokens: (found: Token) => {
      if (found.type === "image") problems.push(`picture ${(found as Tokens.Image).href}`);
      if (isDescription) return;
      if (found.type === "html") problems.push(`HTML ${found.raw.slice(0, 40)}`);
      if (found.type === "link" && !/^https?:\/\//.test((found as Tokens.Link).href))
        problems.push(`link ${(found as Tokens.Link).href}`);
    },
  }).parse(value, { async: false });
  return problems;
}
