import type { Disposable } from "../../../core/base/disposable.ts";

/** Schedules a task once; disposing cancels it. */
export type Schedule = (task: () => void, ms: number) => Disposable;

export const scheduleTimer: Schedule = (task, ms) => {
  const timer = setTimeout(task, ms);
  return { dispose: () => clearTimeout(timer) };
};

const DELAY = 80;
const FULL = 256 * 1024;

/**
 * Combines text written in quick succession into one append, which costs a message between processes and a layout. Text in
 * UTF-8 is copied, and decoded once for all.
 */
export class Batch implements Disposable {
  private readonly write: (text: string) => void;
  private readonly later: Schedule;
  private bytes = Buffer.alloc(0);
  private size = 0;
  private timer: Disposable | undefined;

  constructor(write: (text: string) => void, schedule: Schedule = scheduleTimer) {
    this.write = write;
    this.later = schedule;
  }

  add(text: string | Buffer): void {
    if (text.length === 0) return;
    const length = typeof text === "string" ? Buffer.byteLength(text) : text.length;
    this.reserve(length);
    if (typeof text === "string") this.bytes.write(text, this.size);
    else text.copy(this.bytes, this.size);
    this.size += length;
    if (this.size >= FULL) this.flush();
    else this.timer ??= this.later(() => this.flush(), DELAY);
  }

  flush(): void {
    this.timer?.dispose();
    this.timer = undefined;
    if (this.size === 0) return;
    const text = this.bytes.toString("utf8", 0, this.size);
    // Little is written until much is: a channel of a few lines needs no buffer of this size.
    if (this.size < FULL) this.bytes = Buffer.alloc(0);
    this.size = 0;
    this.write(text);
  }

  /** Drops unwritten text. */
  dispose(): void {
    this.timer?.dispose();
    this.timer = undefined;
    this.bytes = Buffer.alloc(0);
    this.size = 0;
  }

  private reserve(length: number): void {
    if (this.size + length <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.size + length, Math.min(FULL + FULL / 4, 4 * this.size)));
    this.bytes.copy(grown, 0, 0, this.size);
    this.bytes = grown;
  }
}
