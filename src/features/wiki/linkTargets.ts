import type { WikiFormat } from "../../api/resources/wikis.ts";
import type { Span } from "../../core/base/textEdit.ts";

/** The target of a link as written, and its range. */
export interface LinkTarget extends Span {
  readonly target: string;
}

const wikiLink = /\[\[(?:[^\]|[\n]*\|)?([^\]|[\n]+)\]\]/dg;
const attribute = /\b(?:href|src)\s*=\s*(?:"([^"\n]+)"|'([^'\n]+)')/dgi;

/** Limit of a page whose links are found, in characters. */
const longest = 100_000;

/** The links and images of each format; the first group that matched is the target. */
const patterns: Readonly<Record<string, readonly RegExp[]>> = {
  markdown: [
    // `](x)`, also with one level of parentheses in it, and `](<x y>)`.
    /\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()<>\\]|\\.|\((?:[^\s()\\]|\\.)*\))+))/dg,
    // `[name]: x`, but not a footnote.
    /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?:<([^<>\n]*)>|(\S+))/dgm,
    wikiLink,
    attribute,
  ],
  asciidoc: [/\b(?:link|xref|image)::?([^\s[\]]{1,500})\[/dg, /<<([^,>\n]+)/dg],
  org: [/\[\[(?:file:)?([^\]\n[]+)\](?:\[[^\]\n]*\])?\]/dg],
  rdoc: [/\{[^{}\n]*\}\[(?:link:)?([^\]\s]+)\]/dg, /\brdoc-image:(\S+)/dg],
};

/**
 * Returns the targets of links and images in the text of a page, in their order.
 * @param format if missing or unknown, the patterns of all formats apply
 */
export function linkTargets(text: string, format?: WikiFormat): LinkTarget[] {
  if (text.length > longest) return [];
  const known = format !== undefined && Object.hasOwn(patterns, format) ? patterns[format] : undefined;
  const searched = format === "markdown" ? withoutCode(text) : text;
  const found = new Map<number, LinkTarget>();
  for (const pattern of known ?? Object.values(patterns).flat()) {
    for (const { indices } of searched.matchAll(pattern)) {
      const [from, to] = indices?.slice(1).find(Boolean) ?? [0, 0];
      const written = text.slice(from, to);
      const target = written.trim();
      const start = from + written.indexOf(target);
      if (target !== "")
        found.set(start, {
          target: known === patterns["markdown"] ? unescaped(target) : target,
          start,
          end: start + target.length,
        });
    }
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** Returns the text with code replaced by blanks, since code has no links. */
function withoutCode(text: string): string {
  let fence: string | undefined;
  const lines = text.split("\n").map((line) => {
    const [, mark, rest = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && rest.trim() === "") fence = undefined;
      return blank(line);
    }
    if (mark === undefined || (mark.startsWith("`") && rest.includes("`")))
      return line.replace(/(?<!`)(`+)(?!`).*?[^`]\1(?!`)/g, blank);
    fence = mark;
    return blank(line);
  });
  return lines.join("\n");
}

const blank = (text: string): string => " ".repeat(text.length);

/** Decodes percent-encoding; returns malformed text unchanged. */
export function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Removes Markdown's backslash escapes. */
const unescaped = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
