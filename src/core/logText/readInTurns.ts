import { Pace } from "../base/pace.ts";

/** Number of bytes handed over at once: as line breaks alone, they take some 30 ms. */
const part = 16 * 1024;

/**
 * Hands over the bytes of a log, and yields to other work in between.
 * @throws what the bytes or the handler throw; the reason of the signal
 */
export async function readInTurns(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  each: (part: Uint8Array) => void,
): Promise<void> {
  const pace = new Pace();
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += part) {
      each(chunk.subarray(at, at + part));
      if (pace.due) await pace.rest(signal);
    }
}
