import type * as XmlLibrary from "@rgrove/parse-xml";
import { looksLikeHtml, UnexpectedBody } from "./json.ts";

/** An element of an XML document. Names have no namespace prefix, since documents may choose it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of child elements. */
  readonly text: string;
}

/**
 * Parses an XML body. Refuses a document type, since it can define entities that expand without limit; only the five
 * predefined entities and character references are resolved.
 * @param library loaded by the caller, since only package feeds and manifests are XML
 * @returns the root element
 * @throws UnexpectedBody
 */
export function parseXml(library: typeof XmlLibrary, text: string, contentType: string): XmlElement {
  const body = text.replace(/^\ufeff/, "");
  if (!/\S/.test(body)) throw new UnexpectedBody("is empty");
  const typed = /<!(?:doctype|entity)\b\s*(\S*)/i.exec(body);
  if ((typed === null || /^html\b/i.test(typed[1] ?? "")) && looksLikeHtml(body, contentType)) {
    throw new UnexpectedBody("is a web page: is the instance's address right?");
  }
  if (typed) throw new UnexpectedBody("has a document type, which no feed needs", { field: "DOCTYPE" });
  if (isLargeXml(body)) throw new UnexpectedBody("has too many elements");
  try {
    const root = parseDocument(library, body);
    if (root) return elementOf(library, root);
  } catch (cause) {
    // Only the first line: the others quote the body, and causes are logged.
    const reason = cause instanceof library.XmlError ? new Error(cause.message.split("\n", 1)[0]) : cause;
    throw new UnexpectedBody("is not valid XML", { cause: reason });
  }
  throw new UnexpectedBody("is not valid XML");
}

/** Limits of a document that is parsed at once: of its characters, and of what begins elements and references. */
const maxLength = 2_000_000;
const maxMarks = 40_000;

/** Returns whether a document is so large that parsing it would hold up other work. */
function isLargeXml(body: string): boolean {
  if (body.length > maxLength) return true;
  let marks = 0;
  for (let at = body.search(/[<&]/); at >= 0 && at < body.length && marks <= maxMarks; at++)
    if (body[at] === "<" || body[at] === "&") marks += 1;
  return marks > maxMarks;
}

/**
 * Parses a document as the library returns it, for those that are too large to copy.
 * @returns the root element; null without one
 * @throws XmlError
 */
export const parseDocument = (library: typeof XmlLibrary, body: string): XmlLibrary.XmlElement | null =>
  library.parseXml(prepared(body), { ignoreUndefinedEntities: true }).root;

/** Returns the child elements of that name. */
export const childrenNamed = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** Returns the descendants of that name. */
export function within(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...within(child, name)]);
}

/** A CDATA section, which has no references, or a numeric character reference. */
const numbers = /<!\[CDATA\[[^]*?(?:\]\]>|$)|&#(?:(\d+)|x([\da-f]+));/gi;

/**
 * Normalizes line breaks, for which the parser needs quadratic time, and escapes references to invalid characters, so
 * that they stay as written.
 */
const prepared = (body: string): string =>
  body
    .replace(/\r\n?/g, "\n")
    .replace(numbers, (whole, decimal: string | undefined, hex: string | undefined) =>
      whole.startsWith("<") || isCharacter(decimal === undefined ? Number(`0x${hex}`) : Number(decimal))
        ? whole
        : `&amp;${whole.slice(1)}`,
    );

const isCharacter = (code: number): boolean =>
  code <= 0x10ffff && /[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(String.fromCodePoint(code));

const deepest = 100;
/** Names with a special meaning in JavaScript objects. */
const refused: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

function elementOf(library: typeof XmlLibrary, parsed: XmlLibrary.XmlElement, depth = 1): XmlElement {
  const name = localName(parsed.name);
  if (depth > deepest) throw new Error(`Nested deeper than ${deepest} elements`);
  if (refused.has(name)) throw new Error(`Element ${name}`);
  return {
    name,
    attributes: new Map(
      Object.entries(parsed.attributes)
        .filter(([key]) => !/^xmlns(:|$)/.test(key))
        .map(([key, value]) => [localName(key), value]),
    ),
    children: parsed.children
      .filter((child) => child instanceof library.XmlElement)
      .map((child) => elementOf(library, child, depth + 1)),
    text: parsed.children.map((child) => (child instanceof library.XmlText ? child.text : "")).join(""),
  };
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
