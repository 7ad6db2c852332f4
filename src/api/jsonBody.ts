import type { Body } from "./transport.ts";

const chunkSize = 64 * 1024; // bytes

/**
 * A body of JSON (Part 1, conventions 5). Where somebody wants to hear how far it is, it is sent in parts: then it may take as long as
 * it moves, while one that is handed over whole has to be through before the answer is due.
 * @param onProgress bytes of the body that were taken to be sent, of all
 */
export function jsonBody(value: object, onProgress?: (done: number, total: number) => void): Body {
  const type = "application/json";
  const text = JSON.stringify(value);
  if (onProgress === undefined) return { type, text };
  const bytes = Buffer.from(text);
  return {
    type,
    length: bytes.length,
    // eslint-disable-next-line @typescript-eslint/require-await -- the form of all bodies, here without a wait
    open: async function* () {
      for (let at = 0; at < bytes.length; at += chunkSize) {
        const chunk = bytes.subarray(at, at + chunkSize);
        onProgress(at + chunk.length, bytes.length);
        yield chunk;
      }
    },
  };
}
