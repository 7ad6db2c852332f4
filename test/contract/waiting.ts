import { setTimeout as pause } from "node:timers/promises";
import { waitPatience } from "../../tools/patience.ts";

/**
 * Asks until there is an answer: servers do not say when something is done.
 * @throws Error naming what was awaited for as long as `waitPatience`
 */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + waitPatience;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() >= end) throw new Error(`Waited ${waitPatience / 1000} s for ${what}`);
    await pause(500);
  }
}
