import type { Disposable } from "../../../core/base/disposable.ts";

/** Runs a task once, later; disposing calls it off. */
export type Later = (task: () => void, ms: number) => Disposable;

export const later: Later = (task, ms) => {
  const timer = setTimeout(task, ms);
  return { dispose: () => clearTimeout(timer) };
};

const DELAY = 80;
const FULL = 256 * 1024;

/** Gathers what is written in quick succession, so that it costs one append: each crosses processes and lays out text. */
export class Batch implements Disposable {
  private readonly write: (text: string) => void;
  private readonly later: Later;
  private parts: string[] = [];
  private size = 0;
  private timer: Disposable | undefined;

  constructor(write: (text: string) => void, schedule: Later = later) {
    this.write = write;
    this.later = schedule;
  }

  add(text: string): void {
    if (text === "") return;
    this.parts.push(text);
    this.size += text.length;
    if (this.size >= FULL) this.flush();
    else this.timer ??= this.later(() => this.flush(), DELAY);
  }

  flush(): void {
    this.timer?.dispose();
    this.timer = undefined;
    if (this.parts.length === 0) return;
    const text = this.parts.join("");
    this.parts = [];
    this.size = 0;
    this.write(text);
  }

  /** Drops what is not written yet. */
  dispose(): void {
    this.timer?.dispose();
    this.timer = undefined;
    this.parts = [];
  }
}
