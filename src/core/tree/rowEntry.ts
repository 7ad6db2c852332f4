import type { Element, Rows } from "./node.ts";

/** A request that has not been answered. */
export interface PendingRequest {
  readonly controller: AbortController;
  done: Promise<void>;
}

/** State of one row: its element, and the rows below as VS Code received them. */
export interface Entry<N> {
  readonly id: string;
  /** The same object as long as the row is in the tree; newer data is written into it. */
  readonly element: Element<N> | undefined;
  readonly parent: Entry<N> | undefined;
  appearance: string;
  rows: Element<N>[] | undefined;
  /** The answer behind `rows`, for renderers without `known`. */
  answer: Rows<N> | undefined;
  failed: boolean;
  pending: PendingRequest | undefined;
  pendingMore: PendingRequest | undefined;
}

/** Kinds of transient errors, which do not replace the rows. */
const passing: ReadonlySet<unknown> = new Set(["network", "timeout", "server", "rateLimited"]);
export const isPassing = (error: unknown): boolean =>
  error instanceof Error && "kind" in error && passing.has(error.kind);

/** Returns the footer state of an entry, so that "Loading…" stays when the rows above it change. */
export const footerState = (entry: { readonly pendingMore: unknown }): { loading: boolean } => ({
  loading: entry.pendingMore !== undefined,
});

/** Writes newer data into an object that VS Code holds. */
export function overwrite(target: object, newer: object): void {
  if (target === newer) return;
  for (const key of Object.keys(target)) if (!(key in newer)) Reflect.deleteProperty(target, key);
  Object.assign(target, newer);
}
