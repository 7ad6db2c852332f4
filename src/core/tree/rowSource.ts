import type { Element, Rows } from "./node.ts";

/** Supplies the rows; free of VS Code, so that the engine can be tested in plain Node. */
export interface RowSource<N> {
  /** Returns the first rows; with `hideRoot` at most one node, whose rows are the first. */
  roots(): readonly N[];
  /** Whether the only root is not drawn itself: a plain list. */
  readonly hideRoot?: boolean | undefined;
  id(node: N): string;
  /** Returns a string that changes when the row must be redrawn. */
  appearance(node: N): string;
  known(node: N): Rows<N> | undefined;
  /** Requests the rows below; undefined for a leaf. */
  children(node: N, signal: AbortSignal): Promise<Rows<N>> | undefined;
}

export interface RowListener<N> {
  /** Called when these rows must be redrawn with the rows below; undefined for the whole tree. */
  changed(elements: readonly Element<N>[] | undefined): void;
  /**
   * Called with a transient error of a request for the rows below an ID; with undefined after a success.
   * @param replaced whether the error stands in place of the rows; else the old ones stay
   */
  problem(id: string, error: unknown, replaced?: boolean): void;
  /** Called when the rows below an ID are no longer shown, or failed for good. */
  closed(id: string): void;
}
