import { isolated, oneLine } from "./plainText.ts";

/** Characters with a meaning to inline Markdown, HTML or VS Code's $(icons); lists and rules only start lines. */
const special = /[\\`*_{}[\]()<>#|~$&:@]|(?<=\bwww)\./gi;

/**
 * Escapes text from the host for Markdown: one line without active links, images, HTML, icons or commands.
 * Colons and at-signs are escaped too, so that bare addresses do not become links.
 */
export function inert(text: string, limit = 300): string {
  return isolated(oneLine(text, limit).replace(special, (character) => `&#${character.codePointAt(0)};`));
}

/** Longer addresses are not linked: a tooltip holds the whole of them. */
const longestTarget = 4096;

/**
 * Returns an http or https URL as the target of a Markdown link, escaped where it would end the target; undefined for
 * others.
 */
export function linkTarget(url: unknown): string | undefined {
  if (typeof url !== "string" || url.length > longestTarget || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    return undefined;
  // The brackets of an IPv6 address stay: encoded, they would be another host, and as a pair they end no target.
  const { href, host } = new URL(url);
  const end = href.indexOf(host) + host.length;
  const escaped = (text: string): string =>
    text.replace(/[()\\<>"'`*_[\]]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return /^\[[\da-f:.]+\](:\d+)?$/.test(host) ? href.slice(0, end) + escaped(href.slice(end)) : escaped(href);
}
