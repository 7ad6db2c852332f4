import type { PageTag } from "./element.ts";

/** Tags that descriptions use and that are harmless without attributes. */
const allowed: ReadonlySet<string> = new Set<PageTag>([
  "b",
  "blockquote",
  "br",
  "code",
  "dd",
  "del",
  "details",
  "div",
  "dl",
  "dt",
  "em",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "hr",
  "ins",
  "kbd",
  "li",
  "mark",
  "ol",
  "p",
  "pre",
  "s",
  "small",
  "span",
  "strong",
  "sub",
  "summary",
  "sup",
  "ul",
] as const);
const plainer: Readonly<Record<string, PageTag>> = {
  i: "em",
  u: "ins",
  strike: "del",
  h1: "h3",
  h2: "h4",
  h3: "h5",
  h4: "h6",
  h5: "h6",
};

export type HtmlPiece =
  | { readonly kind: "open" | "close"; readonly tag: PageTag }
  | { readonly kind: "image"; readonly src: string; readonly alt: string }
  | { readonly kind: "text"; readonly text: string };

/**
 * Splits HTML of a description into harmless tags without attributes, images and text. Comments are dropped; other tags are kept as text.
 */
export function htmlPieces(html: string): HtmlPiece[] {
  // Attributes end at the next tag, so an unclosed quote cannot swallow the rest.
  const parts = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .matchAll(/<(\/?)([a-z][a-z0-9]*)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>|[^<]+|</gi);
  const pieces: HtmlPiece[] = [];
  let text = "";
  const endText = (): void => {
    if (text !== "") pieces.push({ kind: "text", text: decodeEntities(text) });
    text = "";
  };
  for (const [whole, slash, name, attributes = ""] of parts) {
    const piece = name === undefined ? undefined : tagPiece(name.toLowerCase(), slash === "/", attributes);
    if (piece === undefined) text += whole;
    else {
      endText();
      pieces.push(piece);
    }
  }
  endText();
  return pieces;
}

function tagPiece(name: string, closing: boolean, attributes: string): HtmlPiece | undefined {
  if (name === "img" && !closing)
    return { kind: "image", src: attribute(attributes, "src"), alt: attribute(attributes, "alt") };
  const tag = plainer[name] ?? (allowed.has(name) ? (name as PageTag) : undefined);
  return tag && { kind: closing ? "close" : "open", tag };
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes);
  return decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? "");
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  laquo: "«",
  raquo: "»",
  ldquo: "“",
  rdquo: "”",
  lsquo: "‘",
  rsquo: "’",
  bull: "•",
  middot: "·",
  times: "×",
  larr: "←",
  rarr: "→",
  uarr: "↑",
  darr: "↓",
  euro: "€",
  sect: "§",
  deg: "°",
  plusmn: "±",
  frac12: "½",
  check: "✓",
  ge: "≥",
  le: "≤",
  ne: "≠",
  szlig: "ß",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  eacute: "é",
  egrave: "è",
};

/** Decodes character references; unknown ones are kept. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]*));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : "\ufffd";
    },
  );
}
