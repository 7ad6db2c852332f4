import { parseXml, XmlElement, XmlText } from "@rgrove/parse-xml";

/** Text for between tags and in quoted attributes. Characters that XML 1.0 cannot hold become U+FFFD. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Reads XML as nested records: attributes with `@`, elements of text alone as that text, the named elements always as lists.
 * @throws XmlError
 */
export function readXml(text: string, lists: ReadonlySet<string>): unknown {
  const { root } = parseXml(text);
  return root ? { [root.name]: valueOf(root, lists) } : {};
}

function valueOf({ attributes, children }: XmlElement, lists: ReadonlySet<string>): unknown {
  const elements = children.filter((child) => child instanceof XmlElement);
  const text = children
    .map((child) => (child instanceof XmlText ? child.text : ""))
    .join("")
    .trim();
  if (elements.length === 0 && Object.keys(attributes).length === 0) return text;
  const named = [...new Set(elements.map(({ name }) => name))].map((name) => {
    const values = elements.filter((one) => one.name === name).map((one) => valueOf(one, lists));
    return [name, values.length > 1 || lists.has(name) ? values : values[0]] as const;
  });
  return {
    ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`@${name}`, value])),
    ...Object.fromEntries(named),
    ...(text !== "" && { "#text": text }),
  };
}
