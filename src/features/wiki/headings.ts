import { decodeLink } from "./linkTargets.ts";

/** Limit of a page whose headings are found, in characters. */
const longestPage = 200_000;
/** Limit of a heading, in characters: the time that matching takes grows with the square of it. */
const longest = 1_000;

/**
 * Returns the 0-based line of the heading that a link's fragment refers to, by the slugs of hosts and VS Code;
 * undefined if there is none.
 */
export function headingLine(text: string, fragment: string): number | undefined {
  const wanted = decodeLink(fragment.replace(/^#/, "")).normalize("NFC").toLowerCase();
  const seen = new Map<string, number>();
  let fence: string | undefined;
  for (const [line, words] of text
    .slice(0, longestPage)
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (words.length > longest) continue;
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(words) ?? [];
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    const [, heading] = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(words) ?? [];
    if (heading === undefined || fence !== undefined) continue;
    const name = nameOf(heading);
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    if (wanted === (times === 0 ? name : `${name}-${times}`)) return line;
  }
  return undefined;
}

/** Returns the slug of a heading: the text of links; letters, digits, spaces, `-` and `_` only. */
function nameOf(heading: string): string {
  const words = heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .normalize("NFC")
    .toLowerCase();
  return words
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}
