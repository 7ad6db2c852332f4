import { isScalar, type Node, type Pair, type YAMLMap } from "yaml";
import type { Span } from "../base/textEdit.ts";
import { spanOf, textOf } from "./nodes.ts";

/** A key that a map has had before. */
export interface Repeated {
  readonly name: string;
  readonly earlier: Span;
  readonly again: Span;
  /** What is to be taken out for the one or the other to be gone; undefined where that is more than a stretch of text. */
  readonly withoutEarlier: Span | undefined;
  readonly withoutAgain: Span | undefined;
}

/** The keys of a map that repeat; of these hosts take the last. Merge keys may. */
export function repeatedKeys(map: YAMLMap, text: string): Repeated[] {
  const last = new Map<string, number>();
  const found: Repeated[] = [];
  map.items.forEach(({ key }, index) => {
    const name = textOf(key);
    if (!name || name === "<<" || !isScalar(key)) return;
    const earlier = last.get(name);
    last.set(name, index);
    if (earlier === undefined) return;
    const spanAt = (at: number): Span | undefined => pairSpan(map, at, text);
    found.push({
      name,
      earlier: keySpan(map, earlier),
      again: spanOf(key),
      withoutEarlier: spanAt(earlier),
      withoutAgain: spanAt(index),
    });
  });
  return found;
}

const keySpan = (map: YAMLMap, index: number): Span => spanOf((map.items[index] as Pair<Node> | undefined)?.key);
const pairEnd = ({ key, value }: Pair): number => Math.max(spanOf(key as Node).end, spanOf(value as Node | null).end);

/** What a pair takes up: its lines where these are its own, else up to the next pair, or from the one before. */
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
