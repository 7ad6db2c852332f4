import { crc32 } from "node:zlib";

/** Number of known bytes that a request repeats to check that the log is still the same. */
export const OVERLAP = 64;

/** The already known part of a response, which is counted and compared, but not kept. */
export class KnownPart {
  private left: number;
  /** Number of bytes before those that are compared. */
  private unhashed: number;
  /** Checksum of the bytes so far, if these are compared by it. */
  private sum: number | undefined;
  private tail: Uint8Array = new Uint8Array(0);
  private compared = false;

  /** @param hashed for whole logs, compared by checksum: the number of bytes before those that it is of */
  constructor(length: number, hashed?: { readonly from: number }) {
    this.left = length;
    this.unhashed = hashed?.from ?? 0;
    this.sum = hashed && length > 0 ? 0 : undefined;
  }

  get complete(): boolean {
    return this.left === 0;
  }

  /** Returns how many bytes of the chunk belong to the known part. */
  consume(chunk: Uint8Array): number {
    const taken = Math.min(this.left, chunk.length);
    if (taken === 0) return 0;
    const bytes = chunk.subarray(0, taken);
    const skipped = Math.min(this.unhashed, taken);
    this.unhashed -= skipped;
    if (this.sum !== undefined) this.sum = crc32(bytes.subarray(skipped), this.sum);
    this.tail = lastBytes(this.tail, bytes);
    this.left -= taken;
    return taken;
  }

  /** Returns whether the part matched; compares only once. */
  equals(sum: number, tail: Uint8Array): boolean {
    if (this.compared) return true;
    this.compared = true;
    if (this.sum !== undefined) return this.sum === sum;
    const known = tail.subarray(tail.length - this.tail.length);
    return Buffer.compare(this.tail, known) === 0;
  }
}

/** Returns the last OVERLAP bytes. */
export function lastBytes(before: Uint8Array, added: Uint8Array): Uint8Array {
  if (added.length >= OVERLAP) return added.slice(-OVERLAP);
  const joined = new Uint8Array(before.length + added.length);
  joined.set(before);
  joined.set(added, before.length);
  return joined.slice(-OVERLAP);
}
