import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Span } from "../base/textEdit.ts";

/** Resolved aliases of a text. */
export type Targets = ReadonlyMap<Alias, Node | undefined>;

/** Limit for chains of aliases. */
const maxAliasDepth = 20;
/** Limit for nested lists and merged maps. */
const maxNested = 1000;

/** Returns the text of a scalar: `1` and `"1"` are the same name; undefined for null. */
export const textOf = (node: unknown): string | undefined => {
  if (!isScalar(node) || node.value === null) return undefined;
  return typeof node.value === "string" ? node.value : node.source;
};

/** Returns the text that hosts make of a value: unquoted, `yes` is `true` and `1.10` is `1.1`. */
export function hostText(node: unknown): string | undefined {
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value === "number" && Number.isInteger(value) && textOf(node)?.includes(".") === true)
    return value.toFixed(1);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : textOf(node);
}

/** Returns whether a value is null: `null`, `~` or empty. A key with it counts as not set, and drops what would be inherited. */
export const isNull = (value: unknown): boolean => value === null || (isScalar(value) && value.value === null);

/** Returns the range of a node with its quotes, without its anchor and tag. */
export const spanOf = (node: Node | undefined | null): Span => ({
  start: node?.range?.[0] ?? 0,
  end: node?.range?.[1] ?? 0,
});

/** Returns the range of a scalar without its quotes. */
export function innerSpan(scalar: Scalar, text: string): Span {
  const { start, end } = spanOf(scalar);
  if (scalar.type !== "QUOTE_DOUBLE" && scalar.type !== "QUOTE_SINGLE") return { start, end };
  const closed = end > start + 1 && text[end - 1] === text[start];
  return { start: Math.min(start + 1, end), end: closed ? end - 1 : end };
}

/** Returns the node, or the node its alias refers to; undefined for an alias without anchor. */
export function resolveAlias(node: unknown, targets: Targets): Node | undefined {
  let at: unknown = node;
  for (let steps = 0; isAlias(at) && steps < maxAliasDepth; steps++) at = targets.get(at);
  return isNode(at) && !isAlias(at) ? at : undefined;
}

/** Yields the pairs of a map and of maps merged into it, the effective pair of a key first: hosts let a merge key replace keys above it. */
export function* pairsOf(map: YAMLMap, targets: Targets, seen = new Set<YAMLMap>()): Generator<Pair> {
  seen.add(map);
  const pairs = map.items;
  for (let index = pairs.length - 1; index >= 0; index--) {
    const pair = pairs[index];
    if (!pair) continue;
    if (textOf(pair.key) !== "<<") {
      yield pair;
      continue;
    }
    const merged = resolveAlias(pair.value, targets);
    for (const each of isSeq(merged) ? merged.items : [merged]) {
      const other = resolveAlias(each, targets);
      if (isMap(other) && !seen.has(other) && seen.size < maxNested) yield* pairsOf(other, targets, seen);
    }
  }
}

/** Returns the effective pair of a key in a map, including merged maps. */
export function pairAt(map: unknown, key: string, targets: Targets): Pair | undefined {
  const found = resolveAlias(map, targets);
  if (!isMap(found)) return undefined;
  for (const pair of pairsOf(found, targets)) if (textOf(pair.key) === key) return pair;
  return undefined;
}

/** Returns the value of a key with its alias resolved; undefined for null. */
export function valueAt(map: unknown, key: string, targets: Targets): Node | undefined {
  const value = resolveAlias(pairAt(map, key, targets)?.value, targets);
  return isNull(value) ? undefined : value;
}

/** `!reference [entry, key]`, which is replaced by the value of that key. */
export interface Reference extends YAMLSeq {
  tag: "!reference";
}

export const isReference = (node: unknown): node is Reference => isSeq(node) && node.tag === "!reference";

/**
 * Yields the items of a list and of lists nested in it, or the node itself if it is not a list; nulls are left out. References are yielded
 * unresolved. A list that occurs several times is visited once: nested aliases would expand exponentially.
 */
export function* flattenList(node: unknown, targets: Targets, seen = new Set<Node>()): Generator<Node> {
  const found = resolveAlias(node, targets);
  if (found === undefined || isNull(found) || seen.has(found) || seen.size > maxNested) return;
  if (!isSeq(found) || isReference(found)) {
    yield found;
    return;
  }
  seen.add(found);
  for (const item of found.items) yield* flattenList(item, targets, seen);
}
