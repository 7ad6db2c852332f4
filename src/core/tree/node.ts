import type { TreeItem } from "vscode";
import type { ErrorAction } from "../base/errors.ts";

/** Rows below a node. */
export interface Rows<N> {
  readonly nodes: readonly N[];
  /** Returns the rows that follow; absent when these are all. */
  readonly more?: ((signal: AbortSignal) => Promise<Rows<N>>) | undefined;
  /** The text in place of rows when there are none. */
  readonly note?: string | undefined;
  /** What the row of the note does when it is selected. */
  readonly noteAction?: ErrorAction | undefined;
  /** Number of items that were read, if the host has, or may have, more that it does not return. */
  readonly capped?: number | undefined;
}

/**
 * How nodes of one kind are drawn and expanded: a node itself is plain data. A kind without `children` and `known` is a
 * leaf. Renderers of some kinds fit where those of more kinds are expected.
 */
export interface NodeRenderer<N, All> {
  /** A path of API ids that starts with instance, project and group: unique in the tree, the same after a refresh. */
  id(n: N): string;
  item(n: N): TreeItem;
  /**
   * Requests the rows below. The engine keeps the answer until a refresh; what is `known` afterwards takes precedence.
   */
  children?(n: N, signal: AbortSignal): Promise<Rows<All>>;
  /** Returns the rows below that are known without a request; if undefined, the engine calls `children`. */
  known?(n: N): Rows<All> | undefined;
  /** Completes the item (its tooltip) when the user hovers the row or has it read aloud. */
  detail?(n: N, item: TreeItem, signal: AbortSignal): TreeItem | Promise<TreeItem>;
  /** Whether the engine remembers across windows that the user expanded or collapsed this row. */
  readonly remembered?: boolean;
  /** Returns whether that holds for this row; by default it does for all. */
  remembers?(n: N): boolean;
}

export type NodeRenderers<N extends { kind: string }> = {
  readonly [K in N["kind"]]: NodeRenderer<Extract<N, { kind: K }>, N>;
};

/** A row that the engine adds below the nodes: "Load more", an error, a note, or that these are only a part. */
export interface FooterRow {
  readonly kind: "forgeline.footer";
  readonly footer: "more" | "error" | "note" | "part";
  readonly id: string;
  /** ID of the row that this one is below. */
  readonly below: string;
  readonly error?: unknown;
  readonly text?: string;
  /** What a note does when it is selected. */
  readonly action?: ErrorAction;
  /** Number of items that were read (`part`). */
  readonly count?: number;
  readonly loading?: boolean;
}

export type Element<N> = N | FooterRow;

export function isFooter<N extends { kind: string }>(element: Element<N>): element is FooterRow {
  return element.kind === "forgeline.footer";
}
