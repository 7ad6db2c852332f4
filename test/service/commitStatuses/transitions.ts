import { message } from "../http/problem.ts";
import type { CommitState } from "./store.ts";

/** For each state: the event that leads to it, and from where. `created` is a status that nobody has set yet. */
const EVENTS: Readonly<
  Record<CommitState, { readonly event: string; readonly from: readonly (CommitState | "created")[] }>
> = {
  pending: { event: "enqueue", from: ["created", "skipped"] },
  // A new one is put into the queue on the way.
  running: { event: "run", from: ["created", "pending"] },
  success: { event: "success", from: ["created", "pending", "running"] },
  failed: { event: "drop", from: ["created", "pending", "running"] },
  canceled: { event: "cancel", from: ["created", "pending", "running"] },
  skipped: { event: "skip", from: ["created", "pending"] },
};

/** Throws 400 unless real hosts let a status go from one state to the other. */
export function checkTransition(from: CommitState | "created", to: CommitState): void {
  const { event, from: allowed } = EVENTS[to];
  if (!allowed.includes(from))
    throw message(
      400,
      `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`,
    );
}

/** Nothing follows: the next report under the same name begins anew. */
export function isOver(state: CommitState): boolean {
  return state !== "pending" && state !== "running";
}
