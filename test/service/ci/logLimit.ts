/** 4 MiB, what runners keep when nobody configured them. */
export const defaultLogLimit = 4 * 1024 * 1024;

/** Passes a log on up to a number of bytes, then writes the runner's notice and drops the rest. */
export class LogLimit {
  readonly #write: (bytes: Buffer) => void;
  readonly #limit: number;
  #written = 0;
  #reached = false;

  constructor(write: (bytes: Buffer) => void, limit: number) {
    this.#write = write;
    this.#limit = limit;
  }

  write(chunk: Buffer): void {
    if (this.#reached || chunk.length === 0) return;
    const room = this.#limit - this.#written;
    if (chunk.length < room) {
      this.#written += chunk.length;
      this.#write(chunk);
      return;
    }
    this.#reached = true;
    const kept = chunk.subarray(0, characterBoundary(chunk, room));
    if (kept.length > 0) this.#write(kept);
    this.#write(
      Buffer.from(
        `\n\x1b[33;1mJob's log exceeded limit of ${this.#limit} bytes.\nJob execution will continue but no more output will be collected.\x1b[0;m\n`,
      ),
    );
  }
}

/** The largest cut not above `at` that splits no UTF-8 character; invalid bytes are cut anywhere. */
function characterBoundary(bytes: Buffer, at: number): number {
  const isContinuation = (index: number) => ((bytes[index] ?? 0) & 0xc0) === 0x80;
  if (at >= bytes.length || !isContinuation(at)) return at;
  for (let lead = at - 1; lead >= Math.max(0, at - 3); lead--) {
    if (!isContinuation(lead)) return (bytes[lead] ?? 0) >= 0xc0 ? lead : at;
  }
  return at;
}
