import type { Element, Rows } from "./node.ts";

/** What the rows come from; free of VS Code, so that the engine's behaviour is tested in plain Node. */
export interface RowSource<N> {
  /** The first rows; with `hideRoot` the one node whose rows stand first, or none. */
  roots(): readonly N[];
  /** Whether the only root is not drawn itself: a plain list. */
  readonly hideRoot?: boolean | undefined;
  id(node: N): string;
  /** What is drawn of a node: as long as it stays the same, the row needs no redraw. */
  appearance(node: N): string;
  known(node: N): Rows<N> | undefined;
  /** Undefined for a leaf. */
  children(node: N, signal: AbortSignal): Promise<Rows<N>> | undefined;
}

export interface RowListener<N> {
  /** These rows must be drawn anew, with what is below; undefined: the whole tree. */
  changed(elements: readonly Element<N>[] | undefined): void;
  /** A refresh of what is below an id failed for a passing reason and the old rows stay; undefined once one succeeded. */
  problem(id: string, error: unknown): void;
}
