import { isScalar, type Node, type Pair, type YAMLMap } from "yaml";
import type { Span } from "../base/textEdit.ts";
import { spanOf, textOf } from "./nodes.ts";

/** A key that occurs more than once in a map. */
export interface DuplicateKey {
  readonly name: string;
  readonly earlier: Span;
  readonly later: Span;
  /** Text to remove to delete either pair; undefined when that is not one contiguous range. */
  readonly removalOfEarlier: Span | undefined;
  readonly removalOfLater: Span | undefined;
}

/** Number of duplicate keys of a map that are reported: looking for what to remove takes time. */
const maxFound = 100;

/** Returns the first duplicate keys of a map, of which hosts use the last. Merge keys may repeat. */
export function findDuplicateKeys(map: YAMLMap, text: string): DuplicateKey[] {
  const last = new Map<string, number>();
  const found: DuplicateKey[] = [];
  map.items.forEach(({ key }, index) => {
    const name = textOf(key);
    if (!name || name === "<<" || !isScalar(key)) return;
    const earlier = last.get(name);
    last.set(name, index);
    if (earlier === undefined || found.length >= maxFound) return;
    const spanAt = (at: number): Span | undefined => pairSpan(map, at, text);
    found.push({
      name,
      earlier: keySpan(map, earlier),
      later: spanOf(key),
      removalOfEarlier: spanAt(earlier),
      removalOfLater: spanAt(index),
    });
  });
  return found;
}

const keySpan = (map: YAMLMap, index: number): Span => spanOf((map.items[index] as Pair<Node> | undefined)?.key);
const pairEnd = ({ key, value }: Pair): number => Math.max(spanOf(key as Node).end, spanOf(value as Node | null).end);

/**
 * Returns the range to remove with a pair: its whole lines if it has its own, otherwise up to the next pair or from the
 * previous one.
 */
function pairSpan(map: YAMLMap, index: number, text: string): Span | undefined {
  const pair = map.items[index] as Pair;
  const { start } = spanOf(pair.key as Node);
  const end = pairEnd(pair);
  const line = text.lastIndexOf("\n", start - 1) + 1;
  if (map.flow !== true && text.slice(line, start).trim() === "") {
    if (end > start && text[end - 1] === "\n") return { start: line, end };
    const next = text.indexOf("\n", end);
    return { start: line, end: next === -1 ? text.length : next + 1 };
  }
  if (index + 1 < map.items.length) return { start, end: keySpan(map, index + 1).start };
  const before = map.items[index - 1];
  return map.flow === true && before ? { start: pairEnd(before), end } : undefined;
}
