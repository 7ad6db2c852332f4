/** The service's time: the real one plus an offset that tests move forward instead of waiting. */
export class Clock {
  #offset = 0;

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Moves the time forward by `milliseconds`. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}
