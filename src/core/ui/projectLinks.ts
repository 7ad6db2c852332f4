import type { Token, Tokens } from "marked";
import { encodePath } from "../base/instanceUrl.ts";
import type { ProjectScope } from "../base/refs.ts";
import { withEmoji } from "../people/emoji.ts";
import { linkAddress, type TextPlace } from "../webview/links.ts";
import { referencesIn } from "../webview/markdown.ts";
import { decodeEntities } from "../webview/plainHtml.ts";
import { inert, linkTarget } from "./inertMarkdown.ts";
import { isCostlyMarkdown } from "./markdownCost.ts";
import { parseMarkdown } from "./markdownTokens.ts";

/** Limit of a text, in characters; no more of a comment is shown. */
const longest = 20_000;
/** How far behind the last token the next one is looked for, in characters. */
const farthest = 10_000;

/** Returns where links in texts of a project lead; those of the project are left out if only its ID is known. */
export const textPlaceOf = ({ instance, project }: ProjectScope): TextPlace => ({
  instance,
  project: /^\d+$/.test(String(project)) ? undefined : `${instance}/${encodePath(String(project))}`,
  emoji: withEmoji,
});

/**
 * Returns Markdown of the host with its short references (`#12`, `@user`) as links, its relative links as links to the web pages of the
 * project, and its `:names:` as emoji: VS Code knows none of them, and would take relative links for files. Pictures become links to them.
 * Text that would take a parser long is returned unchanged.
 * @param picture returns what is written for a picture that is shown; its words are escaped
 */
export function withProjectLinks(
  text: string,
  place: TextPlace,
  picture: (href: string, words: string) => string | undefined = () => undefined,
): string {
  if (text.length > longest || isCostlyMarkdown(text)) return text;
  const normal = text.replace(/\r\n?/g, "\n");
  const { tokens, rest } = parseMarkdown(normal);
  if (rest !== "") return text;
  const linked = new LinkedText(normal, place, picture);
  linked.pass(tokens);
  const shown = linked.end();
  return isCostlyMarkdown(shown) ? text : shown;
}

/** A text while its links are written; everything else stays as it is. */
class LinkedText {
  private readonly text: string;
  private readonly place: TextPlace;
  private readonly picture: (href: string, words: string) => string | undefined;
  private readonly pieces: string[] = [];
  /** Where the next token is looked for: tokens come in the order of the text, and quotes and lists have marks between their lines. */
  private at = 0;
  /** Up to where the text was taken over. */
  private taken = 0;
  private isInLink = false;

  constructor(text: string, place: TextPlace, picture: (href: string, words: string) => string | undefined) {
    this.text = text;
    this.picture = picture;
    this.place = place;
  }

  pass(tokens: readonly Token[]): void {
    for (const token of tokens) this.passOne(token);
  }

  end(): string {
    this.pieces.push(this.text.slice(this.taken));
    return this.pieces.join("");
  }

  private passOne(token: Token): void {
    switch (token.type) {
      case "link":
        this.link(token as Tokens.Link);
        return;
      case "image":
        this.image(token as Tokens.Image);
        return;
      case "text":
        if ("tokens" in token) this.pass(token.tokens ?? []);
        else for (const line of token.raw.split("\n")) this.words(line);
        return;
      case "list":
        this.pass((token as Tokens.List).items);
        return;
      case "table": {
        const { header, rows } = token as Tokens.Table;
        for (const cell of [...header, ...rows.flat()]) this.pass(cell.tokens);
        return;
      }
      default:
        if ("tokens" in token) this.pass(token.tokens ?? []);
        else for (const line of token.raw.split("\n")) this.find(line);
    }
  }

  /** Passes what stands in one line of the text. @returns where it starts */
  private find(line: string): number | undefined {
    const within = this.text.slice(this.at, this.at + line.length + farthest);
    const found = line === "" ? -1 : within.indexOf(line);
    if (found < 0) return undefined;
    const start = this.at + found;
    this.at = start + line.length;
    return start;
  }

  /** Passes words in one line of the text. */
  private words(line: string): void {
    const start = this.find(line);
    if (start === undefined) return;
    let at = 0;
    for (const { start: within, words, href } of this.isInLink ? [] : referencesIn(line, this.place)) {
      const target = linkTarget(href);
      if (target === undefined) continue;
      this.emoji(start + at, line.slice(at, within));
      this.replace(start + within, words, `[${inert(words)}](${target})`);
      at = within + words.length;
    }
    this.emoji(start + at, line.slice(at));
  }

  private emoji(start: number, words: string): void {
    const shown = this.place.emoji?.(words) ?? words;
    if (shown !== words) this.replace(start, words, shown);
  }

  private link({ raw, href, text, tokens }: Tokens.Link): void {
    const start = this.find(raw);
    if (start === undefined || this.isInLink) return;
    const written = decodeEntities(href);
    const hasWords = raw.startsWith(`[${text}]`);
    // VS Code follows whole addresses itself, and says where they lead.
    if (/^[a-z][a-z\d+.-]*:/i.test(written.trim())) {
      if (hasWords) this.inLink(start + 1, tokens);
    } else {
      const target = linkTarget(linkAddress(written, this.place));
      if (!hasWords) {
        this.replace(start, raw, target === undefined ? text : `[${text}](${target})`);
        return;
      }
      const behind = 1 + text.length;
      if (target === undefined) this.replace(start, "[", "");
      this.inLink(start + 1, tokens);
      this.replace(start + behind, raw.slice(behind), target === undefined ? "" : `](${target})`);
    }
    this.at = start + raw.length;
  }

  /** Passes the words of a link, which may hold no other. */
  private inLink(start: number, tokens: readonly Token[]): void {
    this.at = start;
    this.isInLink = true;
    this.pass(tokens);
    this.isInLink = false;
  }

  private image({ raw, href, text }: Tokens.Image): void {
    const start = this.find(raw);
    if (start === undefined || this.isInLink) return;
    const target = linkTarget(linkAddress(decodeEntities(href), this.place));
    const words = inert(decodeEntities(text) || href);
    const link = target === undefined ? words : `[${words}](${target})`;
    this.replace(start, raw, this.picture(decodeEntities(href), words) ?? link);
  }

  private replace(start: number, old: string, replacement: string): void {
    this.pieces.push(this.text.slice(this.taken, start), replacement);
    this.taken = start + old.length;
  }
}
