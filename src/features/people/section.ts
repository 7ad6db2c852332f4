import type { Change } from "../../core/changes.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";

/** A folder of the People view with all that stands below it. `N` are the nodes of its own; it draws itself anew through the view's frame. */
export interface PeopleSection<N extends { kind: string }> {
  readonly kinds: NodeRenderers<N>;
  /** Its folder; undefined where there is nothing to show. */
  root(): N | undefined;
  /** Brings what stands open in it up to date. Failures are told in the rows. */
  refresh(signal: AbortSignal): Promise<void>;
  /** What its rows are narrowed to, in words; undefined when to nothing. */
  readonly filterText?: string | undefined;
  /** A number on the view's icon, with the words that explain it. */
  readonly badge?: { readonly value: number; readonly tooltip: string } | undefined;
  /** Whether something shown changes by itself, or is about to. */
  readonly running?: boolean;
  /** Sends one request, the most useful one. A failure is told in the rows, then thrown on. */
  poll?(signal: AbortSignal): Promise<void>;
  /** Something that the section shows was written here; it is refreshed anyway. */
  written?(change: Change): void;
  dispose?(): void;
}
