/** Time for what the window asks by itself: it passes only when a test says so. */
import { type PollScheduler, systemTimers } from "../../src/core/tree/poll.ts";
import { FakeTimers } from "../unit/core/tree/fakeTimers.ts";

const second = 1_000;

export class BudgetClock {
  private readonly polling: PollScheduler;
  private clock = new FakeTimers(Date.now());

  constructor(polling: PollScheduler) {
    this.polling = polling;
  }

  /** Stops time, with nothing planned and nothing sent yet. */
  stop(): void {
    this.clock = new FakeTimers(Date.now());
    this.polling.restart(this.clock);
  }

  /** Lets time go its own way again, as in a window that was just opened: nothing of what the test brought about is due. */
  go(): void {
    this.polling.restart(systemTimers);
  }

  now(): number {
    return this.clock.now();
  }

  /** Lets so many ms pass in steps, each request ending before the next step. */
  async pass(ms: number): Promise<void> {
    // One that was sent before time stood still would hold up the next.
    await this.polling.idle;
    for (let passed = 0; passed < ms; passed += second) {
      await this.clock.advance(second);
      await this.polling.idle;
    }
  }
}
