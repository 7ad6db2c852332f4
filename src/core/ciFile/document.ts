import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  type Node,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from "yaml";
import type { Span } from "../base/textEdit.ts";
import { type Include, includesOf } from "./includes.ts";
import { followed, isReference, pairsOf, type Reference, spanOf, type Targets, textOf, valueAt } from "./nodes.ts";
import { type Repeated, repeatedKeys } from "./repeatedKeys.ts";

/** Something that is no YAML, at its place. */
export interface Fault extends Span {
  /** In the words of the parser; absent for an alias of nothing. */
  readonly message?: string;
  /** The anchor that there is none of. */
  readonly anchor?: string;
}

/** A key of the top level: a job, a hidden one, or a keyword. */
export interface Entry {
  readonly name: string;
  readonly key: Span;
  readonly value: Node | undefined;
  /** A job that is run; neither hidden nor a keyword. */
  readonly runs: boolean;
}

/** A CI file as far as its names go, with the place of each. */
export interface CiDocument {
  readonly text: string;
  readonly faults: readonly Fault[];
  readonly repeated: readonly Repeated[];
  readonly entries: readonly Entry[];
  readonly includes: readonly Include[];
  /** Includes of pipelines that jobs start: nothing of them counts here. */
  readonly started: readonly Include[];
  /** Every `!reference`. */
  readonly references: readonly Reference[];
  readonly targets: Targets;
  /** Where a new key of the top level goes first; undefined where none can. */
  readonly top: number | undefined;
}

/** Keys of the top level that are no jobs. `pages` is one. */
const keywords: ReadonlySet<string> = new Set([
  "spec",
  "include",
  "stages",
  "types",
  "variables",
  "default",
  "workflow",
  "image",
  "services",
  "cache",
  "before_script",
  "after_script",
]);

/** Names that the host fills in, and so may be any. */
export const isMadeLater = (name: string): boolean => name.includes("$");

/**
 * Reads a CI file, whatever is in it. Headers (`spec`, before `---`) count for nothing but keys that repeat; further documents
 * count as one with the first.
 */
export function readCi(text: string): CiDocument {
  try {
    return read(text);
  } catch (error) {
    // The parser gives up on what is nested without end.
    return {
      ...empty,
      text,
      faults: [{ start: 0, end: text.length, message: error instanceof Error ? error.message : String(error) }],
    };
  }
}

const empty: CiDocument = {
  text: "",
  faults: [],
  repeated: [],
  entries: [],
  includes: [],
  started: [],
  references: [],
  targets: new Map(),
  top: 0,
};

function read(text: string): CiDocument {
  // All scalars stay texts, as names are; keys that repeat are looked for here, to be told with both places.
  const parsed = parseAllDocuments(text, {
    schema: "failsafe",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const documents: Document.Parsed[] = Array.isArray(parsed) ? parsed : [];
  const faults: Fault[] = documents.flatMap(({ errors }) =>
    errors.map(({ message, pos: [start, end] }) => ({ ...within(text, start, end), message })),
  );
  const { aliases, maps, references } = everyNode(documents);
  for (const [alias, target] of aliases) if (!target) faults.push({ ...spanOf(alias), anchor: alias.source });

  const [first, ...others] = documents.map(({ contents }) => contents);
  const header = others.length > 0 && isMap(first) && first.items.some(({ key }) => textOf(key) === "spec");
  const contents = (header ? others : [first, ...others]).filter((each): each is YAMLMap.Parsed => isMap(each));
  const entries = contents.flatMap((map) => entriesOf(map, aliases));
  return {
    text,
    faults,
    repeated: maps.flatMap((map) => repeatedKeys(map, text)),
    entries,
    includes: entries.filter(({ name }) => name === "include").flatMap(({ value }) => includesOf(value, aliases, text)),
    started: entries
      .filter(({ runs }) => runs)
      .flatMap(({ value }) =>
        includesOf(valueAt(valueAt(value, "trigger", aliases), "include", aliases), aliases, text),
      ),
    references,
    targets: aliases,
    top: contents[0] ? topOf(contents[0], text) : documents.length === 0 ? text.length : undefined,
  };
}

interface EveryNode {
  readonly aliases: ReadonlyMap<Alias, Node | undefined>;
  readonly maps: readonly YAMLMap[];
  readonly references: readonly Reference[];
}

function everyNode(documents: readonly Document.Parsed[]): EveryNode {
  const [aliases, maps, references] = [new Map<Alias, Node | undefined>(), [] as YAMLMap[], [] as Reference[]];
  for (const document of documents) {
    // Anchors are those of their document, and an alias means the one last set before it.
    const anchors = new Map<string, Node>();
    visit(document, {
      Node: (_, node) => {
        if (isAlias(node)) aliases.set(node, anchors.get(node.source));
        else if (node.anchor !== undefined) anchors.set(node.anchor, node);
        if (isMap(node)) maps.push(node);
        if (isReference(node)) references.push(node);
      },
    });
  }
  return { aliases, maps, references };
}

function entriesOf(map: YAMLMap, targets: Targets): Entry[] {
  const found = new Map<string, Entry>();
  for (const { key, value } of pairsOf(map, targets)) {
    const name = textOf(key);
    if (name === undefined || !isScalar(key) || found.has(name)) continue;
    found.set(name, {
      name,
      key: spanOf(key),
      value: followed(value, targets),
      runs: !name.startsWith(".") && !keywords.has(name),
    });
  }
  return [...found.values()].sort((a, b) => a.key.start - b.key.start);
}

/** The line of the first key, or the comment that is its own. */
function topOf(map: YAMLMap, text: string): number | undefined {
  const [pair] = map.items;
  if (map.flow === true || !pair || !isScalar(pair.key)) return undefined;
  const lineOf = (at: number): number => text.lastIndexOf("\n", at - 1) + 1;
  let top = lineOf(spanOf(pair.key).start);
  if (text.slice(top, spanOf(pair.key).start).replace("\ufeff", "").trim() !== "") return undefined;
  const key = top;
  while (top > 0 && /^[ \t]*#/.test(text.slice(lineOf(top - 1), top))) top = lineOf(top - 1);
  // A comment that begins the file speaks of the file.
  return top === 0 ? key : top;
}

function within(text: string, start: number, end: number): Span {
  const from = Math.max(0, Math.min(start, text.length));
  return { start: from, end: Math.max(from, Math.min(end, text.length)) };
}
