import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Milliseconds of work before yielding. */
const maxWork = 8;

/** Lets long work yield to other work in the process. */
export class Pace {
  private began = performance.now();

  /** Whether to await `rest` now. Cheap enough to check at each of many small steps. */
  get due(): boolean {
    return performance.now() - this.began > maxWork;
  }

  /** Yields to other work. @throws the signal's reason if it is aborted */
  async rest(signal?: AbortSignal): Promise<void> {
    await yieldToEventLoop();
    signal?.throwIfAborted();
    this.began = performance.now();
  }
}
