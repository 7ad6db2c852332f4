/** The service's time: the real one plus an offset that tests move forward instead of waiting. */
export class Clock {
  #offset = 0;

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Whole seconds since the epoch, as OAuth answers carry them. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  /** Moves the time forward by `milliseconds`. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}
