/** Time for the polling of a window: it passes only when a test moves it. */
import { type PollScheduler, systemTimers } from "../../src/core/tree/poll.ts";
import { FakeTimers } from "../unit/core/tree/fakeTimers.ts";

const second = 1_000;

export class PollClock {
  private readonly polling: PollScheduler;
  private clock = new FakeTimers(Date.now());

  constructor(polling: PollScheduler) {
    this.polling = polling;
  }

  /** Stops time, with nothing scheduled and no request pending. */
  stop(): void {
    this.clock = new FakeTimers(Date.now());
    this.polling.restart(this.clock);
  }

  /** Returns to real time, as in a window that has just opened: nothing that the test scheduled is due. */
  go(): void {
    this.polling.restart(systemTimers);
  }

  now(): number {
    return this.clock.now();
  }

  /** Moves time by so many ms in steps; each request ends before the next step. */
  async pass(ms: number): Promise<void> {
    // A request that was sent before time stopped would block the next one.
    await this.polling.idle;
    for (let passed = 0; passed < ms; passed += second) {
      await this.clock.advance(second);
      await this.polling.idle;
    }
  }
}
