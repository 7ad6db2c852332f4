import type { PageStatus } from "../messages.ts";

/** Interval in ms. */
const pause = 1_000;

/**
 * Asks the extension for content until it arrives: either side may not be loaded when the other sends.
 * @returns a function to call with each message that arrives; it confirms the receipt
 */
export function askUntilShown(
  tell: (news: PageStatus) => void,
  every: (run: () => void, ms: number) => () => void,
): () => void {
  const stop = every(() => tell({ type: "ready" }), pause);
  tell({ type: "ready" });
  return () => {
    stop();
    tell({ type: "got" });
  };
}

/** Starts an interval. @returns a function that stops it */
export function repeated(run: () => void, ms: number): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}
