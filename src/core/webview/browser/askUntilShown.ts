import type { PageStatus } from "../messages.ts";

/** ms between one question and the next. */
const pause = 1_000;

/**
 * Asks the extension for what is to be shown, again and again until it comes: either side may not be there yet when the other speaks.
 * @returns what is called with each that comes: tells the extension so
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

/** Repeats something until it is called off. */
export function repeated(run: () => void, ms: number): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}
