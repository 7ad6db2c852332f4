import type * as XmlLibrary from "@rgrove/parse-xml";
import { parseDocument } from "../../api/xml.ts";

/** An element as the parser returns it: reports are too large to copy. */
export type ReportElement = XmlLibrary.XmlElement;

/** Largest XML report, in characters: the parser needs about ten times as much memory, and the extension host waits for it. */
export const MAX_XML_LENGTH = 24 * 1024 * 1024;

/** Limit of the text before the root element. */
const prologLength = 8_000;

/**
 * Parses an XML report. Document types without declarations are skipped, since Cobertura and JaCoCo name one, which .NET writes with empty
 * brackets; others are refused, as they can define entities that expand without limit.
 * @returns the root element; undefined if it is not valid XML
 */
export function parseReport(library: typeof XmlLibrary, text: string): ReportElement | undefined {
  if (text.length > MAX_XML_LENGTH) return undefined;
  const body = text.trimStart();
  const prolog = body.slice(0, prologLength).replace(/<!DOCTYPE\s[^<>[\]]{0,2000}(?:\[\s{0,100}\]\s{0,100})?>/i, "");
  const rest = body.slice(prologLength);
  if (/<!(?:DOCTYPE|ENTITY)\b/i.test(prolog) || /<!(?:DOCTYPE|ENTITY)\b/i.test(rest)) return undefined;
  try {
    return parseDocument(library, prolog + rest) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Limit of nested elements. */
const maxDepth = 40;

/** Yields the child elements of that name. */
export function* children(element: ReportElement, name: string): Generator<ReportElement> {
  for (const child of element.children) if (isElement(child) && child.name === name) yield child;
}

/** Yields the descendants of that name, but not what is inside of them. */
export function* descendants(element: ReportElement, name: string, depth = 0): Generator<ReportElement> {
  if (depth > maxDepth) return;
  for (const child of element.children) {
    if (!isElement(child)) continue;
    if (child.name === name) yield child;
    else yield* descendants(child, name, depth + 1);
  }
}

const isElement = (node: object): node is ReportElement => "attributes" in node && "name" in node;

/** Returns an attribute; "" if it is missing. */
export const attribute = ({ attributes }: ReportElement, name: string): string =>
  Object.hasOwn(attributes, name) ? (attributes[name] ?? "") : "";

/** Returns the text of an element. */
export const textOf = (element: ReportElement): string => element.text.trim();
