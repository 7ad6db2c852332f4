/** Everything that Markdown, its HTML or VS Code's $(icons) give a meaning to within a line; lists and rules begin lines only. */
const special = /[\\`*_{}[\]()<>#|~$&:@]|(?<=\bwww)\./gi;
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const invisible = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/**
 * Text from the host for a Markdown tooltip, inert: one line in which no link, image, HTML, icon or command comes alive.
 * Colons and at-signs are escaped too, so that bare addresses are not turned into links.
 */
export function inert(text: string, limit = 300): string {
  const line = text.replace(invisible, " ").trim();
  const cut = line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
  return cut.replace(special, (character) => `&#${character.codePointAt(0)};`);
}

/** An address as the target of a link: only http and https, nothing that ends the target early. Undefined for anything else. */
export function linkTarget(url: unknown): string | undefined {
  if (typeof url !== "string" || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).href.replace(
    /[()\\<>"'`*_[\]]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
