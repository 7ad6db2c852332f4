import { XMLParser } from "fast-xml-parser";
import { looksLikeHtml, UnexpectedBody } from "./json.ts";

/** An element of an XML document. Names are without the namespace's prefix, which documents may choose. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text, that of elements inside left out. */
  readonly text: string;
}

/**
 * Parses a body that must be XML. A document type is refused, since it can define entities that expand without end;
 * of entities only the five that XML itself has and numbers are read.
 * @returns the outermost element
 * @throws UnexpectedBody
 */
export function parseXml(text: string, contentType: string): XmlElement {
  const body = text.replace(/^\ufeff/, "");
  if (body.trim() === "") throw new UnexpectedBody("is empty");
  const typed = /<!(?:doctype|entity)\b\s*(\S*)/i.exec(body);
  if ((typed === null || /^html\b/i.test(typed[1] ?? "")) && looksLikeHtml(body, contentType)) {
    throw new UnexpectedBody("is a web page: is the instance's address right?");
  }
  if (typed) throw new UnexpectedBody("has a document type, which no feed needs", { field: "DOCTYPE" });
  let nodes: readonly Node[];
  try {
    // True: it looks first whether the document is well-formed, and would take nearly anything otherwise.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- what replaces it is the same code as a package of its own
    nodes = new XMLParser(reading).parse(body, true) as readonly Node[];
  } catch (cause) {
    throw new UnexpectedBody("is not valid XML", { cause });
  }
  const [root] = elementsOf(nodes);
  if (!root) throw new UnexpectedBody("is not valid XML");
  return root;
}

/** The children of that name. */
export const childrenNamed = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** Every element inside of that name, however deep. */
export function within(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...within(child, name)]);
}

const textName = "#text";
const cdataName = "#cdata";
const attributesName = ":@";

const reading = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  attributesGroupName: false,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  htmlEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  cdataPropName: cdataName,
  textNodeName: textName,
  maxNestedTags: 100,
} as const;

/** As the parser gives it: one element or text by its name, and its attributes beside it. */
type Node = Readonly<Record<string, unknown>>;

function elementsOf(nodes: readonly Node[]): XmlElement[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== attributesName && key !== textName && key !== cdataName);
    if (name === undefined) return [];
    const inner = node[name] as readonly Node[];
    const attributes = Object.entries((node[attributesName] ?? {}) as Record<string, string>);
    return [
      {
        name,
        attributes: new Map(attributes.map(([key, value]) => [key, decoded(value)])),
        children: elementsOf(inner),
        text: inner.map(textOf).join(""),
      },
    ];
  });
}

function textOf(node: Node): string {
  const cdata = node[cdataName] as readonly Node[] | undefined;
  if (cdata) return cdata.map(rawText).join("");
  return decoded(rawText(node));
}

function rawText(node: Node): string {
  const text = node[textName];
  return typeof text === "string" ? text : "";
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** In one pass, so that nothing is decoded twice. */
function decoded(text: string): string {
  return text.replace(
    /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
