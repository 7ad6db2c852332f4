import type { MarkedToken, Token, Tokens } from "marked";
import { suggestionIn } from "../ui/markdownFences.ts";
import { parseMarkdown } from "../ui/markdownTokens.ts";
import { element, type PageElement, type PageNode, type PageTag, styled, wordsOf } from "./element.ts";
import { imageAddress, linkAddress, referenceAddress, type TextPlace } from "./links.ts";
import { decodeEntities, htmlPieces } from "./plainHtml.ts";
import { Siblings } from "./siblings.ts";

/** Number of characters after which a description is cut. */
const longest = 200_000;
/** Maximum nesting of elements. */
const deepest = 100;

export interface RenderedText {
  readonly nodes: readonly PageNode[];
  /** Whether the text was cut. */
  readonly cut: boolean;
}

/**
 * Renders Markdown as elements of a page. No HTML is created on the way: HTML in the text becomes harmless elements or text (see
 * htmlPieces). What cannot be parsed as Markdown, or not in time, is shown as it is written.
 * @param isOver whether there is no time left
 */
export function renderMarkdown(text: string, place: TextPlace, isOver?: () => boolean): RenderedText {
  const cut = text.length > longest;
  const shown = cut ? text.slice(0, longest) : text;
  try {
    const { tokens, rest } = parseMarkdown(shown, isOver);
    const nodes = blocks(tokens, place);
    if (depthOf(nodes) <= deepest)
      return { nodes: [...withEmoji(nodes, place), ...(rest === "" ? [] : [asWritten(rest)])], cut };
  } catch {
    // Nested too deeply for the stack.
  }
  return { nodes: [asWritten(shown)], cut };
}

/** Shows a text as it is written. @param most characters that are shown */
export function plainMarkdown(text: string, most = longest): RenderedText {
  return { nodes: [asWritten(text.length > most ? `${text.slice(0, most)}…` : text)], cut: text.length > most };
}

const asWritten = (text: string): PageElement => element("pre", undefined, text);

/** Replaces the names of emoji, but not in code and addresses. */
function withEmoji(nodes: readonly PageNode[], place: TextPlace): readonly PageNode[] {
  const { emoji } = place;
  if (emoji === undefined) return nodes;
  return nodes.map((node): PageNode => {
    if (typeof node === "string") return emoji(node);
    const { tag, attributes, children = [] } = node;
    if (tag === "code" || tag === "pre" || (tag === "a" && /^[a-z][a-z\d+.-]*:\/\/|^www\./i.test(wordsOf(node))))
      return node;
    const name = attributes?.["aria-label"];
    return {
      ...node,
      ...(name !== undefined && { attributes: { ...attributes, "aria-label": emoji(name) } }),
      ...(children.length > 0 && { children: withEmoji(children, place) }),
    };
  });
}

/** Returns the lines of a diff, those that are added and removed in their colors. */
const diffLines = (text: string): PageNode[] =>
  text.split("\n").flatMap((line, index) => {
    const sign = /^(?:(\+)|-)/.exec(line);
    return [...(index === 0 ? [] : ["\n"]), sign ? styled("span", sign[1] ? "added" : "removed", line) : line];
  });

const depthOf = (nodes: readonly PageNode[]): number =>
  1 +
  nodes.reduce(
    (most, node) => (typeof node === "string" || !node.children ? most : Math.max(most, depthOf(node.children))),
    0,
  );

/** Renders sibling tokens; HTML among them may open an element that a later token closes. */
function blocks(tokens: readonly Token[] | undefined, place: TextPlace): PageNode[] {
  const siblings = new Siblings();
  for (const token of tokens ?? []) {
    if (token.type === "html") addHtml(siblings, (token as Tokens.HTML).text, place);
    else siblings.add(...nodesOf(token as MarkedToken, place));
  }
  return siblings.end();
}

function addHtml(siblings: Siblings, html: string, place: TextPlace): void {
  for (const piece of htmlPieces(html)) {
    if (piece.kind === "image") siblings.add(image(piece.src, piece.alt, place));
    else if (piece.kind !== "text") siblings[piece.kind](piece.tag);
    else siblings.add(...(piece.text.trim() === "" ? [piece.text] : withReferences(piece.text, place)));
  }
}

function nodesOf(token: MarkedToken, place: TextPlace): PageNode[] {
  const inside = (tag: PageTag, tokens: readonly Token[] | undefined): PageElement[] => [
    element(tag, undefined, ...blocks(tokens, place)),
  ];
  switch (token.type) {
    case "heading":
      // The title of the page and the heading of the section come first.
      return [
        element(
          `h${Math.min(token.depth + 2, 6)}` as PageTag,
          { attributes: { class: `text-h${token.depth}` } },
          ...blocks(token.tokens, place),
        ),
      ];
    case "paragraph":
      return inside("p", token.tokens);
    case "blockquote":
      return inside("blockquote", token.tokens);
    case "strong":
    case "em":
    case "del":
      return inside(token.type, token.tokens);
    case "hr":
    case "br":
      return [element(token.type, undefined)];
    case "code": {
      const code = element(
        "pre",
        { attributes: { tabindex: "0" } },
        element("code", undefined, ...(token.lang === "diff" ? diffLines(token.text) : [token.text])),
      );
      return suggestionIn(token.lang ?? "")
        ? [styled("div", "suggestion", styled("p", "quiet", place.suggestion ?? ""), code)]
        : [code];
    }
    case "codespan":
      return [element("code", undefined, token.text)];
    case "list":
      return [list(token, place)];
    case "checkbox":
      return [
        element("input", { attributes: { type: "checkbox", disabled: "", ...(token.checked && { checked: "" }) } }),
        " ",
      ];
    case "table":
      return [table(token, place)];
    case "link":
      return [link(token, place)];
    case "image":
      return [image(decodeEntities(token.href), decodeEntities(token.text), place)];
    case "text":
      return "tokens" in token ? blocks(token.tokens, place) : withReferences(decodeEntities(token.text), place);
    case "escape":
      return [token.text];
    case "list_item":
      return blocks(token.tokens, place);
    case "html":
    case "space":
    case "def":
      return [];
  }
}

/** Info string of a code block that replaces the commented lines, with numbers of lines above and below. */

function list({ ordered, start, items }: Tokens.List, place: TextPlace): PageElement {
  const rows = items.map((item) =>
    item.task
      ? element("li", { attributes: { class: "task" } }, ...namedTask(blocks(item.tokens, place)))
      : element("li", undefined, ...blocks(item.tokens, place)),
  );
  return element(
    ordered ? "ol" : "ul",
    ordered && start !== 1 && start !== "" ? { attributes: { start: String(start) } } : undefined,
    ...rows,
  );
}

/** Names the checkbox of a task by the task's first paragraph. */
function namedTask(nodes: readonly PageNode[]): PageNode[] {
  const is = (node: PageNode, ...tags: readonly PageTag[]): boolean =>
    typeof node !== "string" && tags.includes(node.tag);
  const paragraph = nodes.find((node) => is(node, "p"));
  const name = wordsOf(paragraph ?? nodes.filter((node) => !is(node, "ul", "ol"))).trim();
  const named = (node: PageNode): PageNode => {
    if (typeof node === "string") return node;
    if (node.tag === "input") return { ...node, attributes: { ...node.attributes, "aria-label": name } };
    return node.tag === "p" ? { ...node, children: (node.children ?? []).map(named) } : node;
  };
  return nodes.map(named);
}

function table({ header, rows }: Tokens.Table, place: TextPlace): PageElement {
  const cell = (tag: "td" | "th", { tokens, align }: Tokens.TableCell): PageElement =>
    element(tag, align ? { attributes: { class: `align-${align}` } } : undefined, ...blocks(tokens, place));
  const row = (tag: "td" | "th", cells: readonly Tokens.TableCell[]): PageElement =>
    element("tr", undefined, ...cells.map((one) => cell(tag, one)));
  const whole = element(
    "table",
    undefined,
    element("thead", undefined, row("th", header)),
    element("tbody", undefined, ...rows.map((cells) => row("td", cells))),
  );
  return element("div", { attributes: { class: "wide", tabindex: "0" } }, whole);
}

function link(
  { href, title, tokens, text, autolink }: Tokens.Link & { readonly autolink?: boolean },
  place: TextPlace,
): PageElement {
  const inside = autolink === true ? [text] : blocks(tokens, place).flatMap(withoutLinks);
  const address = linkAddress(decodeEntities(href), place);
  if (address === undefined) return styled("span", "no-link", ...inside);
  return element(
    "a",
    { attributes: { href: address, title: title ? `${decodeEntities(title)} (${address})` : address } },
    ...inside,
  );
}

/** Links cannot be nested. */
function withoutLinks(node: PageNode): PageNode[] {
  if (typeof node === "string") return [node];
  const children = node.children?.flatMap(withoutLinks) ?? [];
  return node.tag === "a" ? children : [{ ...node, children }];
}

function image(src: string, alt: string, place: TextPlace): PageElement {
  const shown = imageAddress(src, place);
  if (shown !== undefined) return element("img", { attributes: { src: shown, alt, title: alt } });
  const address = linkAddress(src, place);
  const words = alt === "" ? src : alt;
  return address === undefined
    ? styled("span", "no-link", words)
    : element("a", { attributes: { href: address, title: address, class: "image" } }, words);
}

const reference = /(?:([#!])(\d{1,12})|(?<![\w/.&#!@])(@)([a-z\d_][\w.-]{0,254}))(?![\w-])/gi;
/** Limit of a text in one piece with references, in characters; longer ones are no prose. */
const longestReferring = 20_000;
/** Limit of the path of a project. */
const longestPath = 500;

/**
 * Returns where the path of a project before a sign starts, the sign itself without one; undefined if it stands within a word. Looks
 * back from the sign: an expression for paths would try all that follows at each word.
 */
function startOfReference(text: string, sign: number): number | undefined {
  let from = sign;
  while (from > 0 && sign - from < longestPath && /[\w./-]/.test(text[from - 1] ?? "")) from -= 1;
  const names = text.slice(from, sign).split("/");
  let at = from;
  const first = names.findLastIndex((name, index) => index > 0 && !/^[\w.]/.test(name));
  for (const [index, name] of names.slice(0, -1).entries()) {
    if (index >= first) {
      if (index === 0 && /^[\w.]/.test(name) && !within.test(text[from - 1] ?? "")) return from;
      const behind = /-[\w.]/.exec(name);
      if (behind) return at + behind.index + 1;
    }
    at += name.length + 1;
  }
  return within.test(text[sign - 1] ?? "") ? undefined : sign;
}

/** What no reference stands behind. */
const within = /[\w/.&#!@]/;

/** A short reference in a text. */
interface Reference {
  readonly start: number;
  /** As it is written. */
  readonly words: string;
  readonly href: string;
}

/** Finds `#12`, `!12`, `group/project!12` and `@user` in text. */
export function referencesIn(text: string, place: TextPlace): readonly Reference[] {
  const found: Reference[] = [];
  let end = 0;
  if (text.length > longestReferring) return found;
  for (const { index, 0: whole, 1: sign, 2: number, 3: mention, 4: user } of text.matchAll(reference)) {
    const start = sign === undefined ? index : startOfReference(text, index);
    if (start === undefined || start < end) continue;
    const written = number ?? user ?? "";
    const name = written.replace(/[.-]+$/, "");
    const elsewhere = start < index ? text.slice(start, index) : undefined;
    const href = referenceAddress(sign ?? mention ?? "", name, elsewhere, place);
    end = index + whole.length;
    if (href === undefined || name === "") continue;
    found.push({ start, words: text.slice(start, end - (written.length - name.length)), href });
  }
  return found;
}

/** Renders text with its references as links. */
function withReferences(text: string, place: TextPlace): PageNode[] {
  const nodes: PageNode[] = [];
  let at = 0;
  for (const { start, words, href } of referencesIn(text, place)) {
    nodes.push(text.slice(at, start), element("a", { attributes: { href, title: href } }, words));
    at = start + words.length;
  }
  return [...nodes, text.slice(at)].filter((node) => node !== "");
}
