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

/** What the aliases of a text stand for. */
export type Targets = ReadonlyMap<Alias, Node | undefined>;

/** Aliases of aliases are followed so far. */
const deepest = 20;
/** Lists in lists, and maps merged into maps, are gone into so often. */
const mostLists = 1000;

/** The text of a scalar as it counts for names: `1` and `"1"` are the same. */
export const textOf = (node: unknown): string | undefined =>
  isScalar(node) && typeof node.value === "string" ? node.value : undefined;

/** Where a node stands, with its quotes and without its anchor and tag. */
export const spanOf = (node: Node | undefined | null): Span => ({
  start: node?.range?.[0] ?? 0,
  end: node?.range?.[1] ?? 0,
});

/** What stands between the quotes of a scalar, or all of it. */
export function innerSpan(scalar: Scalar, text: string): Span {
  const { start, end } = spanOf(scalar);
  if (scalar.type !== "QUOTE_DOUBLE" && scalar.type !== "QUOTE_SINGLE") return { start, end };
  const closed = end > start + 1 && text[end - 1] === text[start];
  return { start: Math.min(start + 1, end), end: closed ? end - 1 : end };
}

/** The node itself, or what its alias stands for; undefined for an alias of nothing. */
export function followed(node: unknown, targets: Targets): Node | undefined {
  let at: unknown = node;
  for (let steps = 0; isAlias(at) && steps < deepest; steps++) at = targets.get(at);
  return isNode(at) && !isAlias(at) ? at : undefined;
}

/** Pairs of a map and of what is merged into it; of two with the same key the one that counts comes first. */
export function* pairsOf(map: YAMLMap, targets: Targets, seen = new Set<YAMLMap>()): Generator<Pair> {
  seen.add(map);
  const pairs = map.items;
  for (let index = pairs.length - 1; index >= 0; index--) {
    const pair = pairs[index];
    if (pair && textOf(pair.key) !== "<<") yield pair;
  }
  for (const { key, value } of pairs) {
    if (textOf(key) !== "<<") continue;
    const merged = followed(value, targets);
    for (const each of isSeq(merged) ? merged.items : [merged]) {
      const other = followed(each, targets);
      if (isMap(other) && !seen.has(other) && seen.size < mostLists) yield* pairsOf(other, targets, seen);
    }
  }
}

/** The pair of a key in a map or in what is merged into it. */
export function pairAt(map: unknown, key: string, targets: Targets): Pair | undefined {
  const found = followed(map, targets);
  if (!isMap(found)) return undefined;
  for (const pair of pairsOf(found, targets)) if (textOf(pair.key) === key) return pair;
  return undefined;
}

/** The value of a key, its alias followed. */
export const valueAt = (map: unknown, key: string, targets: Targets): Node | undefined =>
  followed(pairAt(map, key, targets)?.value, targets);

/** `!reference [entry, key]`: what an entry of the pipeline has. */
export interface Reference extends YAMLSeq {
  tag: "!reference";
}

/** Whether a node is `!reference [entry, key]`. */
export const isReference = (node: unknown): node is Reference => isSeq(node) && node.tag === "!reference";

/**
 * What a node lists: itself when it is no list, the parts of lists in lists; references are left as they are. A list that is there
 * more than once counts once: aliases of aliases would make millions of a few lines.
 */
export function* listed(node: unknown, targets: Targets, seen = new Set<Node>()): Generator<Node> {
  const found = followed(node, targets);
  if (found === undefined || seen.has(found) || seen.size > mostLists) return;
  if (!isSeq(found) || isReference(found)) {
    yield found;
    return;
  }
  seen.add(found);
  for (const item of found.items) yield* listed(item, targets, seen);
}
