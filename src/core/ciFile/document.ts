import { type Alias, type Document, isAlias, isMap, isScalar, type Node, visit, type YAMLMap } from "yaml";
import type { Span } from "../base/textEdit.ts";
import { hostSchema } from "./hostYaml.ts";
import { type Include, includesOf } from "./includes.ts";
import {
  resolveAlias,
  isNull,
  isReference,
  pairsOf,
  type Reference,
  spanOf,
  type Targets,
  textOf,
  valueAt,
} from "./nodes.ts";
import { isLargeYaml, parseYaml } from "./parseYaml.ts";
import { type DuplicateKey, findDuplicateKeys } from "./repeatedKeys.ts";

/** A syntax error and its location. */
export interface SyntaxFault extends Span {
  /** The parser's message; absent for an alias without anchor. */
  readonly message?: string;
  /** Name of the missing anchor. */
  readonly anchor?: string;
  /** Whether the text was too long to parse; not an error in the text. */
  readonly unread?: true;
}

/** A top-level key: a job, a hidden job or a keyword. */
export interface Entry {
  readonly name: string;
  readonly key: Span;
  readonly value: Node | undefined;
  /** Whether the value is null, so that the key counts as not set. */
  readonly isNull: boolean;
  /** Whether it is a job that runs, not a hidden job or a keyword. */
  readonly isJob: boolean;
}

/** The names in a CI file and their locations. */
export interface CiDocument {
  readonly text: string;
  readonly faults: readonly SyntaxFault[];
  readonly duplicateKeys: readonly DuplicateKey[];
  readonly entries: readonly Entry[];
  readonly includes: readonly Include[];
  /** Includes of child pipelines (`trigger: include`), which do not belong to this pipeline. */
  readonly childIncludes: readonly Include[];
  readonly references: readonly Reference[];
  readonly targets: Targets;
  /** Offset where a new top-level key can be inserted; undefined when there is no such place. */
  readonly insertOffset: number | undefined;
}

/** Top-level keys that are not jobs. `pages` is a job. */
export const topLevelKeywords: ReadonlySet<string> = new Set([
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

/** Whether a name contains a variable, which only the host can expand. */
export const hasVariable = (name: string): boolean => name.includes("$");

/**
 * Parses a CI file; never throws. One that is too long to be parsed has nothing but a fault. The header (`spec`, before `---`) only counts for duplicate keys; further documents
 * are merged with the first.
 */
export function parseCi(text: string): CiDocument {
  try {
    return parse(text);
  } catch (error) {
    // The parser overflows the stack on very deep nesting.
    return {
      ...empty,
      text,
      faults: [
        isLargeYaml(text)
          ? { start: 0, end: 0, unread: true }
          : { start: 0, end: text.length, message: error instanceof Error ? error.message : String(error) },
      ],
    };
  }
}

const empty: CiDocument = {
  text: "",
  faults: [],
  duplicateKeys: [],
  entries: [],
  includes: [],
  childIncludes: [],
  references: [],
  targets: new Map(),
  insertOffset: 0,
};

function parse(text: string): CiDocument {
  // Duplicate keys are found here, because the parser reports only one of the two places.
  const documents = parseYaml(text, { ...hostSchema, uniqueKeys: false });
  const faults: SyntaxFault[] = documents.flatMap(({ errors }) =>
    errors.map(({ message, pos: [start, end] }) => ({ ...clampedSpan(text, start, end), message })),
  );
  // libyaml counts the mark as a column: the first line is indented more than the others. No editor shows it.
  if (/^\ufeff[^\s#]/.test(text) && /\n[^\s#]/.test(text))
    faults.unshift({ start: 0, end: 1, message: "The file begins with a byte order mark" });
  const { aliases, maps, references } = collectNodes(documents);
  for (const [alias, target] of aliases) if (!target) faults.push({ ...spanOf(alias), anchor: alias.source });

  const [first, ...others] = documents.map(({ contents }) => contents);
  const header = others.length > 0 && isMap(first) && first.items.some(({ key }) => textOf(key) === "spec");
  const contents = (header ? others : [first, ...others]).filter((each): each is YAMLMap.Parsed => isMap(each));
  const entries = contents.flatMap((map) => entriesOf(map, aliases));
  return {
    text,
    faults,
    duplicateKeys: maps.flatMap((map) => findDuplicateKeys(map, text)),
    entries,
    includes: entries.filter(({ name }) => name === "include").flatMap(({ value }) => includesOf(value, aliases, text)),
    childIncludes: entries
      .filter(({ isJob }) => isJob)
      .flatMap(({ value }) =>
        includesOf(valueAt(valueAt(value, "trigger", aliases), "include", aliases), aliases, text),
      ),
    references,
    targets: aliases,
    insertOffset: contents[0] ? insertOffsetOf(contents[0], text) : documents.length === 0 ? text.length : undefined,
  };
}

interface CollectedNodes {
  readonly aliases: ReadonlyMap<Alias, Node | undefined>;
  readonly maps: readonly YAMLMap[];
  readonly references: readonly Reference[];
}

function collectNodes(documents: readonly Document.Parsed[]): CollectedNodes {
  const [aliases, maps, references] = [new Map<Alias, Node | undefined>(), [] as YAMLMap[], [] as Reference[]];
  for (const document of documents) {
    // Anchors are local to their document, and an alias refers to the last definition before it.
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
      value: resolveAlias(value, targets),
      isNull: isNull(isAlias(value) ? resolveAlias(value, targets) : value),
      isJob: !name.startsWith(".") && !topLevelKeywords.has(name),
    });
  }
  return [...found.values()].sort((a, b) => a.key.start - b.key.start);
}

/** Returns the start of the first key's line, or of the comment above it. */
function insertOffsetOf(map: YAMLMap, text: string): number | undefined {
  const [pair] = map.items;
  if (map.flow === true || !pair || !isScalar(pair.key)) return undefined;
  const lineOf = (at: number): number => text.lastIndexOf("\n", at - 1) + 1;
  let top = lineOf(spanOf(pair.key).start);
  if (text.slice(top, spanOf(pair.key).start).replace("\ufeff", "").trim() !== "") return undefined;
  const key = top;
  while (top > 0 && /^[ \t]*#/.test(text.slice(lineOf(top - 1), top))) top = lineOf(top - 1);
  // A comment at the very start describes the whole file.
  return top === 0 ? key : top;
}

/**
 * Returns whether a syntax error may have changed what a top-level keyword holds, or hidden it.
 * @param names of the keyword
 */
export function isDamaged({ text, faults, entries }: CiDocument, ...names: readonly string[]): boolean {
  if (faults.length === 0) return false;
  const found = entries.filter(({ name }) => names.includes(name));
  if (found.length === 0) return names.some((name) => mayHaveKey(text, name));
  return found.some(({ key }) => {
    const end = entries.find((entry) => entry.key.start > key.start)?.key.start ?? Infinity;
    // A list that is not closed is an error at the next key.
    return faults.some(({ start }) => start >= key.start && start <= end);
  });
}

/** Returns whether a line of a text begins with a key, in whatever a syntax error made of it. */
export function mayHaveKey(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1 && name !== ""; at = text.indexOf(name, at + 1)) {
    const line = text.lastIndexOf("\n", at - 1) + 1;
    const end = at + name.length;
    if (/^[ \t]*["']?$/.test(text.slice(line, at)) && /^["']?[ \t]*:/.test(text.slice(end, end + 20))) return true;
  }
  return false;
}

function clampedSpan(text: string, start: number, end: number): Span {
  const from = Math.max(0, Math.min(start, text.length));
  return { start: from, end: Math.max(from, Math.min(end, text.length)) };
}
