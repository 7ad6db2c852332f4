import type { App } from "../app.ts";
import type { Change } from "../changes.ts";
import { withProgress } from "../ui/progress.ts";

/**
 * Sends a write. While it takes longer than a moment it can be cancelled. The views hear of the change in any case:
 * after a failure or a cancel nobody knows what the service did, or the row shows something that is no longer so.
 */
export async function send<T>(app: App, title: string, change: Change, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await withProgress(title, request);
  } finally {
    app.changes.fire(change);
  }
}
