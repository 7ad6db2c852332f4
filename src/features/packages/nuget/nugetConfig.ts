import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";
import { editedText, insertion, type TextEdit } from "../../../core/base/textEdit.ts";

/** A feed in NuGet.config. */
export interface PackageSource {
  readonly name: string;
  readonly address: string;
}

/** What of a NuGet.config matters for adding a feed. */
export interface NugetConfig {
  readonly sources: readonly PackageSource[];
  /** Names of sources that are switched off. */
  readonly disabled: readonly string[];
  /** Names of the sources that it leads names of packages to. Where there are any, a source that no pattern leads to is never asked. */
  readonly mapped: readonly string[];
}

/** A feed to add. */
export interface NewSource extends PackageSource {
  /** Patterns of the names that come from it; they count in files that map names to sources. */
  readonly patterns?: readonly string[];
}

/** The text is no NuGet.config; `line` counts from 1 where the reader told it. */
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
 * Returns the edits that add a feed. Nothing else of the file is touched;
 * new lines are indented as those around them. No credential is ever part of them.
 * @throws NugetConfigError
 */
export function addSource(text: string, { name, address, patterns = [] }: NewSource): TextEdit[] {
  const root = rootOf(text);
  const style = styleOf(text, root);
  // Clients refuse addresses without encryption unless the file says otherwise.
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

/** A whole new file. */
export function newNugetConfig({ name, address }: PackageSource): string {
  const frame = '<?xml version="1.0" encoding="utf-8"?>\n<configuration>\n</configuration>\n';
  return editedText(frame, addSource(frame, { name, address }));
}

interface Style {
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
}

function rootOf(text: string): XmlElement {
  let root: XmlElement | null;
  try {
    ({ root } = parseXml(text, { includeOffsets: true }));
  } catch (error) {
    throw new NugetConfigError(error instanceof XmlError ? error.line : undefined, error);
  }
  if (root?.name !== "configuration") throw new NugetConfigError(1);
  return root;
}

const elements = (parent: XmlElement): XmlElement[] => parent.children.filter((child) => child instanceof XmlElement);
const sections = (root: XmlElement, name: string): XmlElement[] =>
  elements(root).filter((element) => element.name === name);

/** The additions of a section that count: what stands before a `<clear />` does not. */
function lastCleared(section: XmlElement): XmlElement[] {
  const all = elements(section);
  return all.slice(all.findLastIndex(({ name }) => name === "clear") + 1).filter(({ name }) => name === "add");
}

/** Adds lines at the end of a section, which is made where there is none. */
function append(text: string, root: XmlElement, name: string, lines: readonly string[], style: Style): TextEdit {
  const section = sections(root, name).at(-1);
  if (section) return inside(text, section, lines, style);
  return inside(text, root, [`<${name}>`, ...lines.map((line) => style.unit + line), `</${name}>`], style);
}

/** Before the end tag of an element, or in place of the end of one that is empty. */
function inside(text: string, element: XmlElement, lines: readonly string[], { eol, unit }: Style): TextEdit {
  const outer = indentation(text, element.start);
  const [first] = elements(element);
  const inner = (first && ownIndentation(text, first.start)) ?? outer + unit;
  const added = lines.map((line) => `${inner}${line}${eol}`).join("");
  const whole = text.slice(element.start, element.end);
  const empty = /\s*\/>$/.exec(whole);
  if (empty)
    return { start: element.start + empty.index, end: element.end, text: `>${eol}${added}${outer}</${element.name}>` };
  const end = element.start + whole.lastIndexOf("</");
  // The end tag on a line of its own keeps its indentation; any other moves to the next line.
  const line = end - (/[^\S\r\n]*$/.exec(text.slice(0, end))?.[0].length ?? 0);
  const alone = line === 0 || /[\r\n]/.test(text[line - 1] ?? "");
  return alone ? insertion(line, added) : insertion(end, `${eol}${added}${outer}`);
}

/** The white space at the beginning of the line where something stands. */
const indentation = (text: string, at: number): string =>
  /^[^\S\r\n]*/.exec(text.slice(lineStart(text, at)))?.[0].replace("\ufeff", "") ?? "";

/** The same, undefined where something else stands before it on the line. */
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
