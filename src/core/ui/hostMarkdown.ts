import { MarkdownString } from "vscode";
import { codeBlock } from "./codeBlock.ts";
import { isCostlyMarkdown } from "./markdownCost.ts";

/**
 * Turns the images of Markdown into links, so that nothing is fetched by showing it. An image needs `!` directly before `[`; an
 * invisible space between the two leaves everything else as it is, code included, and cannot make another image.
 */
export const withoutImages = (text: string): string => text.replace(/!(?=\[)/g, "!\u200b");

export interface HostMarkdownOptions {
  /** Number of characters after which the text is cut. */
  readonly longest: number;
  /** Shown below a text that was cut. */
  readonly shortened: string;
}

/**
 * Returns Markdown of the host for VS Code's own renderer: without images, and cut. VS Code renders it on the thread that draws the
 * window, so what would take long is shown as it is written.
 */
export function hostMarkdown(text: string, { longest, shortened }: HostMarkdownOptions): string {
  const cut = text.length > longest;
  const normal = (cut ? text.slice(0, longest) : text).replace(/\r\n?/g, "\n");
  const shown = isCostlyMarkdown(normal) ? codeBlock(normal) : withoutImages(normal);
  return cut ? `${shown}\n\n…\n\n${shortened}` : shown;
}

/** Returns Markdown without trust, HTML or icons, as everything that holds text of the host. */
export function untrusted(value: string): MarkdownString {
  const markdown = new MarkdownString(value);
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  markdown.supportThemeIcons = false;
  return markdown;
}
