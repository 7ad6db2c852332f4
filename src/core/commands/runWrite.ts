import type { Change } from "../changes.ts";
import type { Context } from "../context.ts";
import { withProgress } from "../ui/progress.ts";

/**
 * Sends a write. While it takes longer than a moment it can be cancelled. The views hear of the change in any case:
 * after a failure or a cancel nobody knows what the service did, or the row shows something that is no longer so.
 * @param within signal of the progress that shows it already: another one would have a Cancel of its own
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

/** Tells the views. A view that fails at it does not make a write fail that was done, or it would be done twice. */
export function announce(context: Context, change: Change): void {
  try {
    context.changes.fire(change);
  } catch (error) {
    context.report.background(error, "Refresh after a change");
  }
}
