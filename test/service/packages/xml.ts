import { XMLParser, type X2jOptions } from "fast-xml-parser";

/** Text for between tags and in quoted attributes. Characters that XML 1.0 cannot hold become U+FFFD. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const NAMED = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);
const none = (): void => undefined;

/** XML's own five entities and character references; declared ones, which can make small files huge, stay as written. */
const entityDecoder = {
  decode: (text: string): string =>
    text.replace(
      /&(?:(\w+)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g,
      (whole, name?: string, decimal?: string, hex?: string) =>
        (name === undefined
          ? character(decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal))
          : NAMED.get(name)) ?? whole,
    ),
  addInputEntities: none,
  setExternalEntities: none,
  setXmlVersion: none,
  reset: none,
};

function character(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** XML as nested records: attributes with `@`, texts as they are, the named elements always as lists. What is not well formed comes out as far as it can be read. */
export function readXml(text: string, lists: ReadonlySet<string>): unknown {
  const options: X2jOptions = {
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    parseTagValue: false,
    parseAttributeValue: false,
    isArray: (name) => lists.has(name),
    entityDecoder,
  };
  return new XMLParser(options).parse(text) as unknown;
}
