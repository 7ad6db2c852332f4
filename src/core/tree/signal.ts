import type { CancellationToken } from "vscode";

/** Returns an AbortSignal for a VS Code token; disposing stops listening to the token. */
export function signalOf(token: CancellationToken): { readonly signal: AbortSignal; [Symbol.dispose](): void } {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const listening = token.onCancellationRequested(() => controller.abort());
  return { signal: controller.signal, [Symbol.dispose]: () => void listening.dispose() };
}
