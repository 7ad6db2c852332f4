import type { Timers } from "../../../../src/core/tree/poll.ts";

/** A clock that moves only when told to; between two timers it lets promises settle. */
export class FakeTimers implements Timers {
  private time: number;
  private readonly queue = new Map<number, { at: number; run: () => void }>();
  private nextId = 1;

  constructor(start = 1_700_000_000_000) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  set(run: () => void, ms: number): unknown {
    const id = this.nextId++;
    this.queue.set(id, { at: this.time + ms, run });
    return id;
  }

  clear(handle: unknown): void {
    this.queue.delete(handle as number);
  }

  get pending(): number {
    return this.queue.size;
  }

  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await settle();
      const [id, entry] = [...this.queue].sort((a, b) => a[1].at - b[1].at)[0] ?? [];
      if (id === undefined || entry === undefined || entry.at > end) break;
      this.queue.delete(id);
      this.time = Math.max(this.time, entry.at);
      entry.run();
    }
    this.time = end;
    await settle();
  }
}

/** Lets every promise that can settle without a timer do so. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
