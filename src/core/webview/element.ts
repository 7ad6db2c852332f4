import { disrupting } from "../base/disrupting.ts";

/** Tags that a page may use. Nothing in it runs or loads by itself, except images. */
export const pageTags = [
  "a",
  "article",
  "aside",
  "b",
  "bdi",
  "blockquote",
  "br",
  "button",
  "code",
  "dd",
  "del",
  "details",
  "div",
  "dl",
  "dt",
  "em",
  "footer",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hr",
  "img",
  "input",
  "ins",
  "kbd",
  "li",
  "main",
  "mark",
  "ol",
  "p",
  "pre",
  "progress",
  "s",
  "section",
  "small",
  "span",
  "strong",
  "sub",
  "summary",
  "sup",
  "table",
  "tbody",
  "td",
  "textarea",
  "th",
  "thead",
  "time",
  "tr",
  "ul",
] as const;
export type PageTag = (typeof pageTags)[number];

/** Attributes that a page may set; `style` and event handlers are excluded. */
export const pageAttributes = [
  "alt",
  "aria-busy",
  "aria-checked",
  "aria-describedby",
  "aria-expanded",
  "aria-haspopup",
  "aria-hidden",
  "aria-invalid",
  "aria-label",
  "aria-labelledby",
  "aria-live",
  "checked",
  "class",
  "datetime",
  "dir",
  "disabled",
  "href",
  "id",
  "max",
  "name",
  "open",
  "placeholder",
  "readonly",
  "role",
  "rows",
  "src",
  "start",
  "tabindex",
  "title",
  "type",
  "value",
] as const;
export type PageAttribute = (typeof pageAttributes)[number];

/** An element of a page as plain data; the page's script creates the real one. */
export interface PageElement {
  readonly tag: PageTag;
  /** Identifies the element among its siblings, so that it survives an update with its focus and what is open. */
  readonly key?: string;
  readonly attributes?: Partial<Readonly<Record<PageAttribute, string>>>;
  readonly children?: readonly PageNode[];
  /** Background and text color, both `#rrggbb`. */
  readonly colors?: readonly [background: string, text: string];
}
export type PageNode = PageElement | string;

type Child = PageNode | undefined | false | readonly Child[];

/** Returns text of the host without characters that disrupt what is around them. */
export const readable = (text: string): string => text.replace(disrupting, (run) => run.replace(/[^\t\n]+/g, ""));

/** Creates an element; children that are undefined or false are left out. */
export function element(
  tag: PageTag,
  given: Omit<PageElement, "tag" | "children"> | undefined,
  ...children: readonly Child[]
): PageElement {
  const nodes = flat(children);
  return { tag, ...given, ...(nodes.length > 0 && { children: nodes }) };
}

/** Creates an element with a class. */
export const styled = (tag: PageTag, name: string, ...children: readonly Child[]): PageElement =>
  element(tag, { attributes: { class: name } }, ...children);

function flat(children: readonly Child[]): PageNode[] {
  return children.flatMap((child) => {
    if (child === undefined || child === false || child === "") return [];
    if (typeof child === "string") return [readable(child)];
    return "tag" in child ? [child] : flat(child);
  });
}

/** Returns the text of an element as screen readers read it. */
export function wordsOf(node: PageNode | readonly PageNode[]): string {
  if (typeof node === "string") return node;
  if (!("tag" in node)) return node.map(wordsOf).join("");
  return (node.children ?? []).map(wordsOf).join("");
}
