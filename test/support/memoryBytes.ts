import assert from "node:assert/strict";
import type { ByteSource } from "../../src/core/artifacts/zipDirectory.ts";

/** Bytes in memory, as those of an archive, that remember what is read of them. */
export class MemoryBytes implements ByteSource {
  readonly reads: [start: number, end: number][] = [];
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get size(): number {
    return this.bytes.length;
  }

  /** How many bytes were read. */
  get asked(): number {
    return this.reads.reduce((sum, [start, end]) => sum + end - start, 0);
  }

  read(start: number, end: number): Promise<Buffer> {
    assert.ok(0 <= start && start < end && end <= this.size, `${start}–${end} of ${this.size}`);
    this.reads.push([start, end]);
    return Promise.resolve(this.bytes.subarray(start, end));
  }
}
