/** What a page may be built of. Nothing in it runs, loads or reaches out by itself, but for images. */
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
  "th",
  "thead",
  "time",
  "tr",
  "ul",
] as const;
export type PageTag = (typeof pageTags)[number];

/** Attributes that a page may set; `style` and everything that runs a script are not among them. */
export const pageAttributes = [
  "alt",
  "aria-busy",
  "aria-describedby",
  "aria-haspopup",
  "aria-hidden",
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
  "open",
  "role",
  "src",
  "start",
  "tabindex",
  "title",
  "type",
  "value",
] as const;
export type PageAttribute = (typeof pageAttributes)[number];

/** A part of a page as plain data: what crosses from the extension to the page's script, which makes it real. */
export interface PageElement {
  readonly tag: PageTag;
  /** Tells it from its neighbours, so that it stays the same element when the page changes: focus and what is open stay. */
  readonly key?: string;
  readonly attributes?: Partial<Readonly<Record<PageAttribute, string>>>;
  readonly children?: readonly PageNode[];
  /** Background and text, `#rrggbb` both. */
  readonly colors?: readonly [background: string, text: string];
}
export type PageNode = PageElement | string;

type Child = PageNode | undefined | false | readonly Child[];

/** What hides or reorders what stands around it: control characters but tab and line break, and overrides of the direction. */
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Text from the host without what would make it read as something else. */
export const readable = (text: string): string => text.replace(unseen, "");

/** Builds an element; children that are undefined or false are left out. */
export function element(
  tag: PageTag,
  given: Omit<PageElement, "tag" | "children"> | undefined,
  ...children: readonly Child[]
): PageElement {
  const nodes = flat(children);
  return { tag, ...given, ...(nodes.length > 0 && { children: nodes }) };
}

/** An element with a class. */
export const styled = (tag: PageTag, name: string, ...children: readonly Child[]): PageElement =>
  element(tag, { attributes: { class: name } }, ...children);

function flat(children: readonly Child[]): PageNode[] {
  return children.flatMap((child) => {
    if (child === undefined || child === false || child === "") return [];
    if (typeof child === "string") return [readable(child)];
    return "tag" in child ? [child] : flat(child);
  });
}

/** The words of a part of a page, as they are read out. */
export function wordsOf(node: PageNode | readonly PageNode[]): string {
  if (typeof node === "string") return node;
  if (!("tag" in node)) return node.map(wordsOf).join("");
  return (node.children ?? []).map(wordsOf).join("");
}
