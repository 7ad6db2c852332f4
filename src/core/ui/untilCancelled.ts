import type { CancellationToken } from "vscode";

/** Runs work with a signal that aborts when the token is cancelled. */
export async function untilCancelled<T>(
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const listening = token.onCancellationRequested(() => stop.abort());
  if (token.isCancellationRequested) stop.abort();
  try {
    return await work(stop.signal);
  } finally {
    listening.dispose();
  }
}
