import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  type Node,
  type Pair,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from "yaml";
import type { Span } from "../../../core/base/textEdit.ts";
import { extentOf, lineEnd } from "./extent.ts";
import { MergeProblem } from "./problem.ts";

/** One name of a mapping with what it stands for. */
export interface Entry {
  readonly name: string;
  readonly pair: Pair<Node, Node | null>;
  /** Where name and value stand. */
  readonly at: Span;
}

/** The document of a CI file that holds its configuration, with the places of everything in it; its span is that of its own lines. */
export interface CiDocument extends Span {
  readonly side: "file" | "template";
  /** The whole text, of all documents. */
  readonly text: string;
  readonly eol: "\n" | "\r\n";
  /** The top level, or undefined where there is nothing yet. */
  readonly root: YAMLMap<Node, Node | null> | undefined;
  readonly entries: readonly Entry[];
  /** What each alias means. */
  readonly targets: ReadonlyMap<Alias, Node>;
  /** Every node with an anchor, in order. */
  readonly anchored: readonly Node[];
}

/**
 * Reads a CI file or template. Of several documents the last holds the configuration where the first is a header with `spec`, else the first.
 * @throws MergeProblem with the place when it is no YAML, or no mapping
 */
export function readCi(text: string, side: "file" | "template"): CiDocument {
  const parsed = parseAllDocuments(text, {
    keepSourceTokens: true,
    uniqueKeys: false,
    merge: true,
    logLevel: "silent",
  });
  const documents: Document.Parsed[] = Array.isArray(parsed) ? [...parsed] : [];
  for (const { errors } of documents) {
    const [error] = errors;
    if (error)
      throw new MergeProblem("syntax", side, text, error.pos[0], error.message.split(/ at line \d+, column/)[0]);
  }
  const [first, ...others] = documents;
  const headed = first !== undefined && others.length > 0 && isMap(first.contents) && first.contents.has("spec");
  const document = headed ? others.at(-1) : first;
  // A file that only its own project runs has none to give.
  if (headed && side === "template") throw new MergeProblem("inputs", side, text, first.range[0]);
  const eol = /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
  const base = { side, text, eol, entries: [], targets: new Map<Alias, Node>(), anchored: [] } as const;
  if (document === undefined)
    return { ...base, root: undefined, start: text.startsWith("\ufeff") ? 1 : 0, end: text.length };

  const contents = document.contents as Node | null;
  // The first begins with the text: its head comments are its own.
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

/** The names of a mapping with their places; those that are no plain names (merge keys, lists) are called by their text. */
export function entriesOf(text: string, map: YAMLMap<Node, Node | null>): Entry[] {
  return map.items.filter(isPair).map((pair) => ({ name: nameOf(text, pair.key), pair, at: extentOf(text, pair) }));
}

/** The entry that counts: of a name given twice, the last. */
export const entryOf = (entries: readonly Entry[], name: string): Entry | undefined =>
  entries.findLast((entry) => entry.name === name);

/** What a node stands for: an alias for its anchor's node. */
export function meant(document: CiDocument, node: Node | null | undefined): Node | null | undefined {
  return isAlias(node) ? document.targets.get(node) : node;
}

/** The name that aliases know a node by. */
export const anchorOf = (node: Node): string | undefined =>
  "anchor" in node && typeof node.anchor === "string" ? node.anchor : undefined;

export const isMergeKey = ({ pair: { key } }: Entry): boolean =>
  isScalar(key) && key.type === "PLAIN" && (key.source === "<<" || typeof key.value === "symbol");

/** The parser leaves what is behind a document's last value to whatever follows: comments down to a line that ends it are its own. */
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
