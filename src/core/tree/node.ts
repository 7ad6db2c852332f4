import type { TreeItem } from "vscode";

/** The rows below a node. */
export interface Rows<N> {
  readonly nodes: readonly N[];
  /** Answers the rows that follow; absent when these are all. */
  readonly more?: ((signal: AbortSignal) => Promise<Rows<N>>) | undefined;
  /** What to say in place of rows when there are none. */
  readonly note?: string | undefined;
}

/**
 * How nodes of one kind behave. A node is plain data; this is all there is to know about drawing and opening it.
 * A kind without `children` and `known` is a leaf.
 */
export interface NodeRenderer<N, All> {
  /** A path of API ids that starts with instance, project and group: unique in the tree, the same after a refresh. */
  id(n: N): string;
  item(n: N): TreeItem;
  /** Asks the host for the rows below. The engine keeps the answer until a refresh; what is `known` afterwards goes before it. */
  children?(n: N, signal: AbortSignal): Promise<Rows<All>>;
  /** The rows below as far as they are known without asking; undefined sends the engine to `children`. */
  known?(n: N): Rows<All> | undefined;
  /** Completes the item (its tooltip) when the person points at the row or listens to it. */
  detail?(n: N, item: TreeItem, signal: AbortSignal): TreeItem | Promise<TreeItem>;
  /** Whether the engine remembers across windows that the person opened or closed this row. */
  readonly remembered?: boolean;
}

export type NodeRenderers<N extends { kind: string }> = {
  readonly [K in N["kind"]]: NodeRenderer<Extract<N, { kind: K }>, N>;
};

/** A row of the engine's own, below the nodes: the way to more, an error, or a note. */
export interface FooterRow {
  readonly kind: "forgeline.tail";
  readonly tail: "more" | "error" | "note";
  readonly id: string;
  /** Id of the row this one stands below. */
  readonly below: string;
  readonly error?: unknown;
  readonly text?: string;
  readonly loading?: boolean;
}

export type Element<N> = N | FooterRow;

export function isTail<N extends { kind: string }>(element: Element<N>): element is FooterRow {
  return element.kind === "forgeline.tail";
}
