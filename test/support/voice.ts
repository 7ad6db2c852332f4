import type { TestEvent } from "./mochaEvents.ts";
import { withSourceLines } from "./sourceLines.ts";
import type { TestReport } from "./testReport.ts";

/** Output of one of several windows, printed suite by suite, so that a suite's lines stay together. */
export class Voice {
  readonly #report: TestReport;
  #held: TestEvent[] = [];
  #suite: string | undefined;

  constructor(report: TestReport) {
    this.#report = report;
  }

  hear(event: TestEvent): void {
    if (event.type === "planned") {
      this.#report.add(event);
      return;
    }
    const suite = event.type === "end" ? undefined : event.title[0];
    if (suite !== this.#suite) this.flush();
    this.#suite = suite;
    this.#held.push(event.type === "failed" ? { ...event, error: withSourceLines(event.error) } : event);
    if (event.type === "end") this.flush();
  }

  /** Prints what was held back. */
  flush(): void {
    for (const event of this.#held) this.#report.add(event);
    this.#held = [];
  }
}
