import type { Disposable } from "../../../core/base/disposable.ts";

/** Schedules a task once; disposing cancels it. */
export type Schedule = (task: () => void, ms: number) => Disposable;

export const scheduleTimer: Schedule = (task, ms) => {
  const timer = setTimeout(task, ms);
  return { dispose: () => clearTimeout(timer) };
};

const DELAY = 80;
/** Number of characters. */
const FULL = 256 * 1024;

/** Combines text written in quick succession into one append, which costs a message between processes and a layout. */
export class Batch implements Disposable {
  private readonly write: (text: string) => void;
  private readonly later: Schedule;
  private text = "";
  private timer: Disposable | undefined;

  constructor(write: (text: string) => void, schedule: Schedule = scheduleTimer) {
    this.write = write;
    this.later = schedule;
  }

  add(text: string): void {
    if (text === "") return;
    this.text += text;
    if (this.text.length >= FULL) this.flush();
    else this.timer ??= this.later(() => this.flush(), DELAY);
  }

  flush(): void {
    this.timer?.dispose();
    this.timer = undefined;
    if (this.text === "") return;
    const { text } = this;
    this.text = "";
    this.write(text);
  }

  /** Drops unwritten text. */
  dispose(): void {
    this.timer?.dispose();
    this.timer = undefined;
    this.text = "";
  }
}
