import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { inlineCost, isQuotedTooDeeply, maxInlineCost } from "../ui/markdownCost.ts";
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
 * htmlPieces). Text that cannot be parsed as Markdown is shown unchanged.
 */
export function renderMarkdown(text: string, place: TextPlace): RenderedText {
  const cut = text.length > longest;
  const shown = cut ? text.slice(0, longest) : text;
  try {
    const nodes = isQuotedTooDeeply(shown) ? undefined : blocks(tokensOf(shown), place);
    if (nodes !== undefined && depthOf(nodes) <= deepest) return { nodes: withEmoji(nodes, place), cut };
  } catch {
    // Nested too deeply for the stack.
  }
  return { nodes: [element("pre", undefined, shown)], cut };
}

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

/** Parses a text; paragraphs beyond what a text may cost stay as they are written, since parsing them would freeze the window. */
export function tokensOf(text: string): Token[] {
  const lexer = new Lexer({ gfm: true });
  lexer.blockTokens(text.replace(/\r\n?/g, "\n"), lexer.tokens);
  let left = maxInlineCost;
  for (const { src, tokens } of lexer.inlineQueue) {
    const cost = inlineCost(src);
    if (cost > left) {
      tokens.push({ type: "text", raw: src, text: src });
      continue;
    }
    left -= cost;
    lexer.inlineTokens(src, tokens);
  }
  return lexer.tokens;
}

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
      return suggestion.test(token.lang ?? "")
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
const suggestion = /^suggestion(?::-\d+\+\d+)?$/;

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

const reference =
  /(?<![\w/.&#!@])(?:([\w.][\w.-]*(?:\/[\w.][\w.-]*)+)?([#!])(\d{1,12})|(@)([a-z\d_][\w.-]{0,254}))(?![\w-])/gi;

/** A short reference in a text. */
interface Reference {
  readonly start: number;
  /** As it is written. */
  readonly words: string;
  readonly href: string;
}

/** Finds `#12`, `!12`, `group/project!12` and `@user` in text. */
export function referencesIn(text: string, place: TextPlace): readonly Reference[] {
  return [...text.matchAll(reference)].flatMap((found) => {
    const [whole, elsewhere, sign, number, mention, user] = found;
    const name = (number ?? user ?? "").replace(/[.-]+$/, "");
    const href = referenceAddress(sign ?? mention ?? "", name, elsewhere, place);
    if (href === undefined || name === "") return [];
    const words = whole.slice(0, whole.length - ((number ?? user ?? "").length - name.length));
    return [{ start: found.index, words, href }];
  });
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
