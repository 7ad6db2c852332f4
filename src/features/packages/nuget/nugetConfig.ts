import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";
import { editedText, insertion, type TextEdit } from "../../../core/base/textEdit.ts";

/** A package source in NuGet.config. */
export interface PackageSource {
  readonly name: string;
  readonly address: string;
}

/** The parts of a NuGet.config that matter for adding a feed. */
export interface NugetConfig {
  readonly sources: readonly PackageSource[];
  /** Names of disabled sources. */
  readonly disabled: readonly string[];
  /** Names of sources with a package source mapping. If there are any, NuGet never uses unmapped sources. */
  readonly mapped: readonly string[];
}

/** A source to add. */
export interface NewSource extends PackageSource {
  /** Package name patterns, for files that have a package source mapping. */
  readonly patterns?: readonly string[];
}

/** The text is not a NuGet.config; `line` is 1-based, if the parser reports it. */
export class NugetConfigError extends Error {
  readonly line: number | undefined;

  constructor(line?: number, cause?: unknown) {
    super("This is no NuGet.config", cause === undefined ? {} : { cause });
    this.name = "NugetConfigError";
    this.line = line;
  }
}

/** @throws NugetConfigError */
export function readNugetConfig(text: string): NugetConfig {
  const root = rootOf(text);
  const added = (section: string): XmlElement[] => sections(root, section).flatMap(lastCleared);
  return {
    sources: added("packageSources").map(({ attributes }) => ({
      name: attributes["key"] ?? "",
      address: attributes["value"] ?? "",
    })),
    disabled: added("disabledPackageSources")
      .filter(({ attributes }) => attributes["value"]?.toLowerCase() === "true")
      .map(({ attributes }) => attributes["key"] ?? ""),
    mapped: sections(root, "packageSourceMapping")
      .flatMap(elements)
      .filter(({ name }) => name === "packageSource")
      .map(({ attributes }) => attributes["key"] ?? ""),
  };
}

/**
 * Returns the edits that add a source, indented like the lines around them and never with credentials.
 * @throws NugetConfigError
 */
export function addSource(text: string, { name, address, patterns = [] }: NewSource): TextEdit[] {
  const root = rootOf(text);
  const style = styleOf(text, root);
  // NuGet refuses http addresses unless the source allows them.
  const insecure = /^http:/i.test(address) ? ' allowInsecureConnections="true"' : "";
  const source = `<add key="${attribute(name)}" value="${attribute(address)}"${insecure} />`;
  const mapping = [
    `<packageSource key="${attribute(name)}">`,
    ...patterns.map((pattern) => `${style.unit}<package pattern="${attribute(pattern)}" />`),
    "</packageSource>",
  ];
  const map = sections(root, "packageSourceMapping").at(-1);
  return [
    append(text, root, "packageSources", [source], style),
    ...(map && patterns.length > 0 ? [inside(text, map, mapping, style)] : []),
  ];
}

/** Returns the text of a new NuGet.config. */
export function newNugetConfig({ name, address }: PackageSource): string {
  const frame = '<?xml version="1.0" encoding="utf-8"?>\n<configuration>\n</configuration>\n';
  return editedText(frame, addSource(frame, { name, address }));
}

interface Style {
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
}

/** Limit of a file that is read, in characters: the window waits for it. */
const longest = 500_000;

function rootOf(text: string): XmlElement {
  let root: XmlElement | null;
  if (text.length > longest) throw new NugetConfigError(1);
  try {
    // The parser needs quadratic time for carriage returns. Offsets and lines stay as they are.
    ({ root } = parseXml(text.replaceAll("\r\n", " \n").replaceAll("\r", "\n"), { includeOffsets: true }));
  } catch (error) {
    throw new NugetConfigError(error instanceof XmlError ? error.line : undefined, error);
  }
  if (root?.name !== "configuration") throw new NugetConfigError(1);
  return root;
}

const elements = (parent: XmlElement): XmlElement[] => parent.children.filter((child) => child instanceof XmlElement);
const sections = (root: XmlElement, name: string): XmlElement[] =>
  elements(root).filter((element) => element.name === name);

/** Returns the `<add>` elements of a section that are effective: those after the last `<clear />`. */
function lastCleared(section: XmlElement): XmlElement[] {
  const all = elements(section);
  return all.slice(all.findLastIndex(({ name }) => name === "clear") + 1).filter(({ name }) => name === "add");
}

/** Appends lines to a section, which is created if missing. */
function append(text: string, root: XmlElement, name: string, lines: readonly string[], style: Style): TextEdit {
  const section = sections(root, name).at(-1);
  if (section) return inside(text, section, lines, style);
  return inside(text, root, [`<${name}>`, ...lines.map((line) => style.unit + line), `</${name}>`], style);
}

/** Inserts lines before the end tag of an element; a self-closing one gets an end tag. */
function inside(text: string, element: XmlElement, lines: readonly string[], { eol, unit }: Style): TextEdit {
  const outer = indentation(text, element.start);
  const [first] = elements(element);
  const inner = (first && ownIndentation(text, first.start)) ?? outer + unit;
  const added = lines.map((line) => `${inner}${line}${eol}`).join("");
  const whole = text.slice(element.start, element.end);
  if (whole.endsWith("/>")) {
    const start = element.start + whole.slice(0, -"/>".length).trimEnd().length;
    return { start, end: element.end, text: `>${eol}${added}${outer}</${element.name}>` };
  }
  const end = element.start + whole.lastIndexOf("</");
  // The end tag on a line of its own keeps its indentation; any other moves to the next line.
  let line = end;
  while (line > 0 && /[^\S\r\n]/.test(text[line - 1] ?? "")) line -= 1;
  const alone = line === 0 || /[\r\n]/.test(text[line - 1] ?? "");
  return alone ? insertion(line, added) : insertion(end, `${eol}${added}${outer}`);
}

/** Returns the indentation of the line of an offset. */
const indentation = (text: string, at: number): string =>
  /^[^\S\r\n]*/.exec(text.slice(lineStart(text, at)))?.[0].replace("\ufeff", "") ?? "";

/** Returns the indentation before an offset; undefined if other text precedes it on the line. */
function ownIndentation(text: string, at: number): string | undefined {
  const before = text.slice(lineStart(text, at), at);
  return /^\s*$/.test(before) ? before : undefined;
}

const lineStart = (text: string, at: number): number =>
  Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;

function styleOf(text: string, root: XmlElement): Style {
  const [first] = elements(root);
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const outer = indentation(text, root.start);
  const inner = first && ownIndentation(text, first.start);
  return {
    eol,
    unit: inner !== undefined && inner !== outer && inner.startsWith(outer) ? inner.slice(outer.length) : "  ",
  };
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};
const attribute = (text: string): string => text.replace(/[&<>"\t\n\r]/g, (sign) => escapes[sign] ?? sign);
