import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from "yaml";
import type { Span } from "../../../core/base/textEdit.ts";
import { isLargeYaml, parseYaml } from "../../../core/ciFile/parseYaml.ts";
import { extentOf, lineEnd } from "./extent.ts";
import { MergeProblem } from "./problem.ts";

/** A key of a mapping and its value. */
export interface Entry {
  readonly name: string;
  readonly pair: Pair<Node, Node | null>;
  /** The range of both. */
  readonly at: Span;
}

/** The document of a CI file that contains the configuration. Its span covers the lines that belong to it. */
export interface CiDocument extends Span {
  readonly side: "file" | "template";
  /** The text of all documents. */
  readonly text: string;
  readonly eol: "\n" | "\r\n";
  /** The top-level mapping; undefined if the document is empty. */
  readonly root: YAMLMap<Node, Node | null> | undefined;
  readonly entries: readonly Entry[];
  /** The node that each alias refers to. */
  readonly targets: ReadonlyMap<Alias, Node>;
  /** The nodes with an anchor, in order. */
  readonly anchored: readonly Node[];
}

/**
 * Reads a CI file or template. The configuration is in the first document, or in the last if the first is a header with
 * `spec`.
 * @throws MergeProblem with the position if the text is not valid YAML or not a mapping
 */
export function readCi(text: string, side: "file" | "template"): CiDocument {
  if (isLargeYaml(text)) throw new MergeProblem("length", side, text, 0);
  const documents = parseYaml(text, { keepSourceTokens: true, uniqueKeys: false, merge: true });
  for (const { errors } of documents) {
    const [error] = errors;
    if (error) throw new MergeProblem("syntax", side, text, error.pos[0], error.message);
  }
  const [first, ...others] = documents;
  const headed = first !== undefined && others.length > 0 && isMap(first.contents) && first.contents.has("spec");
  const document = headed ? others.at(-1) : first;
  // Nothing sets the inputs of a merged template.
  if (headed && side === "template") throw new MergeProblem("inputs", side, text, first.range[0]);
  const eol = /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
  const base = { side, text, eol, entries: [], targets: new Map<Alias, Node>(), anchored: [] } as const;
  if (document === undefined)
    return { ...base, root: undefined, start: text.startsWith("\ufeff") ? 1 : 0, end: text.length };

  const contents = document.contents as Node | null;
  // The comments above the first document belong to it.
  const [start, end] = [
    document === first ? (text.startsWith("\ufeff") ? 1 : 0) : document.range[0],
    behindComments(text, document.range[1]),
  ];
  if (
    contents === null ||
    (isScalar(contents) && contents.value === null && contents.range?.[0] === contents.range?.[1])
  )
    return { ...base, root: undefined, start, end };
  if (!isMap(contents)) throw new MergeProblem("noMapping", side, text, contents.range?.[0] ?? start);
  const root = contents as YAMLMap<Node, Node | null>;
  return { ...base, root, entries: entriesOf(text, root), start, end, ...references(document, text, side) };
}

/** Returns the entries of a mapping; keys that are not plain names (merge keys, lists) are named by their text. */
export function entriesOf(text: string, map: YAMLMap<Node, Node | null>): Entry[] {
  return map.items.filter(isPair).map((pair) => ({ name: nameOf(text, pair.key), pair, at: extentOf(text, pair) }));
}

/** Returns the effective entry of a name: the last duplicate. */
export const entryOf = (entries: readonly Entry[], name: string): Entry | undefined =>
  entries.findLast((entry) => entry.name === name);

/** Returns a node with its alias resolved. */
export function meant(document: CiDocument, node: Node | null | undefined): Node | null | undefined {
  return isAlias(node) ? document.targets.get(node) : node;
}

/** Returns the anchor of a node. */
export const anchorOf = (node: Node): string | undefined =>
  "anchor" in node && typeof node.anchor === "string" ? node.anchor : undefined;

export const isMergeKey = ({ pair: { key } }: Entry): boolean =>
  isScalar(key) && key.type === "PLAIN" && (key.source === "<<" || typeof key.value === "symbol");

/**
 * Returns where the comments behind a document end; the parser does not count them as part of it.
 * @param from end of the document as parsed
 */
function behindComments(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    if (at > 0 && text[at - 1] === "\n" && /^(---|\.\.\.)(\s|$)/.test(line)) break;
    if (!/^\s*(#|$)/.test(line)) break;
    at = end === text.length ? end : text.indexOf("\n", end) + 1;
  }
  return at;
}

function nameOf(text: string, key: Node): string {
  if (isScalar(key))
    return typeof key.value === "symbol"
      ? "<<"
      : typeof key.value === "string"
        ? key.value
        : (key.source ?? String(key.value));
  return key.range ? text.slice(key.range[0], key.range[1]) : "";
}

function references(
  document: Document.Parsed,
  text: string,
  side: "file" | "template",
): Pick<CiDocument, "targets" | "anchored"> {
  const targets = new Map<Alias, Node>();
  const anchored: Node[] = [];
  const known = new Map<string, Node>();
  visit(document, {
    Node: (_, node, path) => {
      if (isAlias(node)) {
        const target = known.get(node.source);
        if (target === undefined || path.includes(target))
          throw new MergeProblem("alias", side, text, node.range?.[0] ?? 0, node.source);
        targets.set(node, target);
      } else {
        const anchor = anchorOf(node);
        if (anchor === undefined) return;
        known.set(anchor, node);
        anchored.push(node);
      }
    },
  });
  return { targets, anchored };
}
