import type { Context } from "../../../core/context.ts";

/** Most failed calls that are logged in a minute: an agent may repeat a wrong one for ever. */
const mostLogged = 20;
const minute = 60_000;

/** Logs calls that failed. */
export class FailureLog {
  private readonly context: Pick<Context, "log" | "report">;
  private begun = -Infinity;
  private count = 0;

  constructor(context: Pick<Context, "log" | "report">) {
    this.context = context;
  }

  /** @param now in milliseconds */
  add(error: unknown, now = performance.now()): void {
    if (now - this.begun >= minute) [this.begun, this.count] = [now, 0];
    this.count += 1;
    if (this.count <= mostLogged) this.context.report.background(error, "Answer an agent");
    else if (this.count === mostLogged + 1)
      this.context.log.warn(
        `More than ${mostLogged} calls of agents failed within a minute; the others are not logged`,
      );
  }
}
