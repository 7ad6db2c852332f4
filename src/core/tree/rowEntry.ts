import type { Element, Rows } from "./node.ts";

/** A request under way. */
export interface PendingRequest {
  readonly controller: AbortController;
  done: Promise<void>;
}

/** What is kept of one row: its element, and the rows below as they were handed out. */
export interface Entry<N> {
  readonly id: string;
  /** The one object that stands for this id as long as it is in the tree; newer data is written into it. */
  readonly element: Element<N> | undefined;
  readonly parent: Entry<N> | undefined;
  appearance: string;
  rows: Element<N>[] | undefined;
  /** The answer behind `rows`, for kinds that remember nothing themselves. */
  answer: Rows<N> | undefined;
  failed: boolean;
  pending: PendingRequest | undefined;
  pendingMore: PendingRequest | undefined;
}

/** Failures that pass by themselves: the rows seen so far are worth more than an error in their place. */
const passing: ReadonlySet<unknown> = new Set(["network", "timeout", "server", "rateLimited"]);
export const isPassing = (error: unknown): boolean =>
  error instanceof Error && "kind" in error && passing.has(error.kind);

/** A page under way stays visible as such when the rows above it change. */
export const footerState = (entry: { readonly pendingMore: unknown }): { loading: boolean } => ({
  loading: entry.pendingMore !== undefined,
});

/** Writes newer data into an object that others hold. */
export function overwrite(target: object, newer: object): void {
  if (target === newer) return;
  for (const key of Object.keys(target)) if (!(key in newer)) Reflect.deleteProperty(target, key);
  Object.assign(target, newer);
}
