import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds that a server has to get something done. */
export const patience = 60_000;
/** Milliseconds that a call with all it needs has: no call waits for the server more than three times in a row. */
export const timeOfCall = 4 * patience;

/**
 * Asks until there is an answer: servers do not say when something is done.
 * @throws Error naming what was awaited for as long as `patience`
 */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() >= end) throw new Error(`Waited ${patience / 1000} s for ${what}`);
    await pause(500);
  }
}
