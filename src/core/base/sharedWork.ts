import { abortable } from "../../api/abortable.ts";

/** Work that several callers share. It is cancelled when all of them are. */
export class SharedWork<T> {
  private readonly controller = new AbortController();
  private readonly done: Promise<T>;
  private waiting = 0;
  private settled = false;

  /** Starts the work. */
  constructor(start: (signal: AbortSignal) => Promise<T>) {
    this.done = start(this.controller.signal).finally(() => (this.settled = true));
    this.done.catch(() => undefined); // All callers may have left.
  }

  /** Whether somebody can still join: it has neither ended nor been cancelled. */
  get isOpen(): boolean {
    return !this.settled && !this.controller.signal.aborted;
  }

  /** Waits for the work. @param signal cancels this call, and the work if nobody else waits for it */
  async join(signal: AbortSignal): Promise<T> {
    this.waiting += 1;
    try {
      return await abortable(this.done, signal);
    } finally {
      this.waiting -= 1;
      // Aborting what has ended would keep an error with the stack of this call as long as the work.
      if (this.waiting === 0 && !this.settled) this.cancel();
    }
  }

  cancel(): void {
    this.controller.abort();
  }
}
