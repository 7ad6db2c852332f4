/** Time for what the window asks by itself: it passes only when a test says so. */
import { type PollBudget, systemTimers } from "../../src/tree/poll.ts";
import { FakeTimers } from "../unit/tree/fakeTimers.ts";

const second = 1_000;

export class BudgetClock {
  private readonly budget: PollBudget;
  private clock = new FakeTimers(Date.now());

  constructor(budget: PollBudget) {
    this.budget = budget;
  }

  /** Stops time, with nothing planned and nothing sent yet. */
  stop(): void {
    this.clock = new FakeTimers(Date.now());
    // Whoever is to be refreshed is not polled before, and the refresh that was planned comes no more.
    for (const entry of this.budget["entries"]) entry.pending = false;
    this.take(this.clock);
  }

  /** Lets time go its own way again. */
  go(): void {
    this.budget["until"] = 0;
    this.take(systemTimers);
    this.budget["silenced"].fire(undefined);
  }

  now(): number {
    return this.clock.now();
  }

  /** Lets so many ms pass in steps, each request ending before the next step. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += second) {
      await this.clock.advance(second);
      while (this.budget["polling"]) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Who may poll, and what for: words for a test that hears too much or too little. */
  get sources(): string {
    const [entries, sent, focused] = [this.budget["entries"], this.budget["sent"], this.budget["focused"]];
    return JSON.stringify({ focused, sent, sources: [...entries].map(({ source, failures }) => [source.name, source.demand(), failures]) });
  }

  private take(timers: typeof systemTimers | FakeTimers): void {
    const { budget } = this;
    // What was planned by the old clock must not come by it.
    for (const planned of ["pollTimer", "refreshTimer"] as const) budget["timers"].clear(budget[planned]);
    Object.assign(budget, { timers, sent: [] });
    for (const entry of budget["entries"]) Object.assign(entry, { last: timers.now(), soon: Infinity, failures: 0 });
    budget["plan"]();
  }
}
