import { setTimeout } from "node:timers/promises";
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
    setTimeout(ms, undefined, { signal }).catch(() => {
      throw new CancelledError();
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
