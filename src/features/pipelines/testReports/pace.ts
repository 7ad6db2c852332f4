import { setImmediate as breathe } from "node:timers/promises";

/** Milliseconds of work after which other work gets a turn. */
const turn = 8;

/** Keeps long work from holding up everything else in the process. */
export class Pace {
  private began = performance.now();

  /** Whether it is others' turn: await `rest` then. Asked for each of many small steps, it costs next to nothing. */
  get due(): boolean {
    return performance.now() - this.began > turn;
  }

  /** @throws when the signal is aborted by then */
  async rest(signal: AbortSignal): Promise<void> {
    await breathe();
    signal.throwIfAborted();
    this.began = performance.now();
  }
}
