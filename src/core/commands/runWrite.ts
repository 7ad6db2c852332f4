import type { Change } from "../changes.ts";
import type { Context } from "../context.ts";
import { withProgress } from "../ui/progress.ts";

/**
 * Sends a write, which can be cancelled once it takes longer than a moment. The change is announced in any case:
 * after a failure or a cancel it is unknown what the server did, or the row is out of date.
 * @param within signal of a progress that is shown already: another one would have a Cancel button of its own
 */
export async function runWrite<T>(
  context: Context,
  title: string,
  change: Change,
  request: (signal: AbortSignal) => Promise<T>,
  within?: AbortSignal,
): Promise<T> {
  try {
    return await (within ? request(within) : withProgress(title, request, { writes: true }));
  } finally {
    announce(context, change);
  }
}

/** Announces a change. An error of a view is only logged: a write that was done must not look failed, or it would be repeated. */
export function announce(context: Context, change: Change): void {
  try {
    context.changes.fire(change);
  } catch (error) {
    context.report.background(error, "Refresh after a change");
  }
}
