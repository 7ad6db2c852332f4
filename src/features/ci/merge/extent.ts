import { isAlias, isCollection, isMap, isNode, isPair, isScalar, type Node, type Pair } from "yaml";
import type { Span } from "../../../core/base/textEdit.ts";

interface Token {
  readonly type: string;
  readonly offset: number;
  readonly source: string;
}
interface PairTokens {
  readonly start?: readonly Token[];
  readonly sep?: readonly Token[];
}

const blank = new Set(["space", "newline", "comment", "comma"]);
const told = (tokens: readonly Token[] | undefined): readonly Token[] =>
  (tokens ?? []).filter(({ type }) => !blank.has(type));

/** Returns the range of a key and its value with their anchors and tags, without trailing comments. */
export function extentOf(text: string, pair: Pair<Node, Node | null>): Span {
  const tokens = pair.srcToken as PairTokens | undefined;
  const start = told(tokens?.start)[0]?.offset ?? pair.key.range?.[0] ?? 0;
  return { start, end: pairEnd(text, pair) };
}

/** Returns where a value starts, with its anchor and tag; behind the colon if there is no value. */
export function valueStart({ key, value, srcToken }: Pair<Node, Node | null>): number {
  const sep = told((srcToken as PairTokens | undefined)?.sep);
  const [property] = sep.filter(({ type }) => type === "anchor" || type === "tag");
  if (property) return property.offset;
  const colon = sep.find(({ type }) => type === "map-value-ind");
  if (value !== null && !isEmpty(value)) return value.range?.[0] ?? 0;
  return colon ? colon.offset + 1 : (key.range?.[1] ?? 0);
}

/** Returns whether a value is missing from the text. */
export const isEmpty = (node: Node | null): boolean =>
  node === null ||
  (isScalar(node) && node.range !== null && node.range !== undefined && node.range[0] === node.range[1]);

/** Returns the end of a node. */
export function nodeEnd(text: string, node: Node): number {
  if (isCollection(node) && node.flow !== true) {
    const last = node.items.at(-1);
    if (isPair(last)) return pairEnd(text, last as Pair<Node, Node | null>);
    if (isNode(last)) return Math.max(nodeEnd(text, last), node.range?.[0] ?? 0);
  }
  const [start = 0, end = 0] = node.range ?? [];
  if (!isBlockScalar(node)) return end;
  const content = text.slice(start, end);
  // The last line break belongs to the file. Trailing empty lines belong to the scalar only if it keeps them.
  return start + content.replace(keeps(text, node) ? /\r?\n$/ : /(\r?\n)+$/, "").length;
}

function pairEnd(text: string, pair: Pair<Node, Node | null>): number {
  const sep = told((pair.srcToken as PairTokens | undefined)?.sep).at(-1);
  const behind = sep ? sep.offset + sep.source.length : (pair.key.range?.[1] ?? 0);
  return pair.value === null || isEmpty(pair.value) ? behind : Math.max(behind, nodeEnd(text, pair.value));
}

const isBlockScalar = (node: Node): boolean =>
  isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED");

/** Returns whether a block scalar keeps the empty lines behind it. */
const keeps = (text: string, node: Node): boolean => /^[|>]\d*\+/.test(text.slice(node.range?.[0] ?? 0));

/** Returns the block scalar that a node ends with; undefined if it ends with something else. */
function endingBlock(node: Node | null): Node | undefined {
  if (isScalar(node)) return isBlockScalar(node) ? node : undefined;
  if (node === null || isAlias(node) || !isCollection(node) || node.flow === true) return undefined;
  const last = node.items.at(-1);
  return endingBlock((isPair(last) ? last.value : (last ?? null)) as Node | null);
}

/** Returns whether text behind a node would become part of it. */
export const endsInText = (node: Node | null): boolean => endingBlock(node) !== undefined;

/** Returns whether empty lines behind a node would become part of it. */
export function endsKeeping(text: string, node: Node | null): boolean {
  const block = endingBlock(node);
  return block !== undefined && keeps(text, block);
}

/**
 * Returns whether a block scalar that ends at an offset would include a comment of the file: on the same line, or
 * indented below.
 */
export const takesComment = (text: string, at: number): boolean =>
  /^(?:[ \t]*#|[ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]+#)/.test(text.slice(at));

/** Returns the range of an item of a flow or block list. */
export function itemExtent(text: string, item: unknown, token: unknown): Span {
  if (isPair(item)) return extentOf(text, item as Pair<Node, Node | null>);
  const node = item as Node;
  const start = told((token as PairTokens | undefined)?.start)[0]?.offset ?? node.range?.[0] ?? 0;
  return { start: isMap(node) && node.range ? Math.min(start, node.range[0]) : start, end: nodeEnd(text, node) };
}

/** Returns the start of the line of an offset, behind a byte order mark. */
export function lineStart(text: string, offset: number): number {
  const at = text.lastIndexOf("\n", offset - 1) + 1;
  return at === 0 && text.startsWith("\ufeff") ? 1 : at;
}

/** Returns the end of the line of an offset, before the line break. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  if (at === -1) return text.length;
  return text[at - 1] === "\r" && at - 1 >= offset ? at - 1 : at;
}

/** Returns the zero-based column of an offset. */
export const column = (text: string, offset: number): number => offset - lineStart(text, offset);
