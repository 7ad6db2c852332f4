import { setImmediate as breathe } from "node:timers/promises";

/** Number of bytes processed before yielding to other work. */
const turn = 256 * 1024;

/**
 * Hands over the bytes of a log, and yields to other work in between.
 * @throws what the bytes or the handler throw; the reason of the signal
 */
export async function readInTurns(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  each: (chunk: Uint8Array) => void,
): Promise<void> {
  let sinceTurn = 0;
  for await (const chunk of bytes) {
    each(chunk);
    sinceTurn += chunk.length;
    if (sinceTurn < turn) continue;
    sinceTurn = 0;
    await breathe();
    signal.throwIfAborted();
  }
}
