/** Waiting for what a suite expects: woken by events, never by the clock. */
import { anyOf } from "../../src/core/base/events.ts";
import { waitPatience } from "../../tools/patience.ts";

type Listen = (listener: () => unknown) => { dispose(): void };

/**
 * The first answer of `condition` that is neither undefined nor false: asked now, then after each of the events.
 * @param what is named when it never comes; asked for only then if it is a function
 */
export async function until<T>(
  what: string | (() => string),
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  ...events: readonly Listen[]
): Promise<T> {
  const bell = new EventTarget();
  const listening = anyOf(...events)(() => bell.dispatchEvent(new Event("ring")));
  let timer: NodeJS.Timeout | undefined;
  const never = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Waited in vain for ${typeof what === "string" ? what : what()}`)),
      waitPatience,
    );
  });
  try {
    for (;;) {
      // An event that comes while the condition is being asked counts.
      const rung = new Promise((resolve) => bell.addEventListener("ring", resolve, { once: true }));
      const answer = await Promise.race([condition(), never]);
      if (answer !== undefined && answer !== false) return answer;
      await Promise.race([rung, never]);
    }
  } finally {
    clearTimeout(timer);
    listening.dispose();
  }
}
