import { CancelledError } from "../../../core/base/errors.ts";
import type { Event } from "../../../core/base/events.ts";

/** The clock, replaceable in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Waits.
   * @throws CancelledError as soon as the signal is aborted
   */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new CancelledError());
        return;
      }
      const stop = (): void => {
        clearTimeout(timer);
        reject(new CancelledError());
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal.addEventListener("abort", stop, { once: true });
    }),
};

/**
 * Waits until the time is over or `wake` fires; returns whether it was `wake`.
 * @throws CancelledError when the signal is aborted
 */
export async function pause(clock: Clock, ms: number, signal: AbortSignal, wake?: Event<unknown>): Promise<boolean> {
  const early = new AbortController();
  const subscription = wake?.(() => early.abort());
  try {
    await clock.wait(ms, AbortSignal.any([signal, early.signal]));
    return false;
  } catch (error) {
    if (signal.aborted || !early.signal.aborted) throw error;
    return true;
  } finally {
    subscription?.dispose();
  }
}
