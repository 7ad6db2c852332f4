import { type CancellationToken, l10n, type TestItem, TestMessage, type TestRun } from "vscode";
import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import type { PollScheduler, PollHandle } from "../../../core/tree/poll.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";
import type { OpenReport, OpenSuite } from "./openReport.ts";

/** Jobs that run again, and whose results are waited for. */
export interface Rerun {
  readonly report: OpenReport;
  readonly suites: readonly OpenSuite[];
  /** What the person chose, to be shown as queued and running. */
  readonly items: readonly TestItem[];
  readonly run: TestRun;
  readonly token: CancellationToken;
  /** The new attempts that are not over, by number. */
  readonly waiting: Set<number>;
}

/** Follows jobs that run again to their ends, then shows the new results. Every request is one of the window's budget. */
export class Reruns implements Disposable {
  private readonly pollHandle: PollHandle;
  private readonly client: (report: OpenReport) => Client;
  private readonly under = new Set<Rerun>();

  constructor(polling: Pick<PollScheduler, "add">, client: (report: OpenReport) => Client) {
    this.client = client;
    this.pollHandle = polling.add({
      name: "test reruns",
      demand: () => (this.under.size > 0 ? "running" : "none"),
      poll: (signal) => this.poll(signal),
      refresh: () => {
        if (this.under.size > 0) this.pollHandle.soon(0);
      },
    });
  }

  follow(rerun: Rerun): void {
    this.under.add(rerun);
    const stop = (): void => {
      if (!this.under.has(rerun)) return;
      rerun.run.appendOutput(`${l10n.t("No longer waited for. The job goes on running on the host.")}\r\n`);
      this.end(rerun);
    };
    rerun.token.onCancellationRequested(stop);
    // Once the request is handled, VS Code's button stops the run alone.
    rerun.run.token.onCancellationRequested(stop);
    rerun.report.signal.addEventListener("abort", () => this.end(rerun), { once: true });
    this.pollHandle.loaded();
  }

  /** What is followed for a report goes on for the one that takes its place. */
  move(from: OpenReport, to: OpenReport): void {
    for (const rerun of [...this.under].filter(({ report }) => report === from)) {
      this.end(rerun);
      const suites = rerun.suites.map((suite) => to.keep(suite));
      const items = suites.map(({ item }) => item);
      const run = to.newRun(items);
      for (const item of items) run.enqueued(item);
      this.follow({ ...rerun, report: to, suites, items, run });
    }
  }

  dispose(): void {
    for (const rerun of this.under) rerun.run.end();
    this.under.clear();
    this.pollHandle.dispose();
  }

  /** One request for the rerun that was asked about longest ago. */
  private async poll(signal: AbortSignal): Promise<void> {
    const [rerun] = this.under;
    if (!rerun) return;
    this.under.delete(rerun);
    this.under.add(rerun);
    try {
      const [id] = rerun.waiting;
      if (id === undefined) await this.finish(rerun, signal);
      else
        this.look(
          rerun,
          await this.client(rerun.report).jobs.get(rerun.report.ref.project, id, { signal, repeat: false }),
        );
    } catch (error) {
      if (isCancelled(error)) return;
      if (!(error instanceof ApiError) || !isFinal(error)) throw error;
      for (const item of rerun.items) rerun.run.errored(item, new TestMessage(describeError(error).message));
      this.end(rerun);
      throw error;
    }
  }

  private look(rerun: Rerun, job: Job): void {
    if (!this.under.has(rerun)) return;
    rerun.waiting.delete(job.id);
    if (isRunning(job.status)) {
      rerun.waiting.add(job.id);
      if (job.status === "running") for (const item of rerun.items) rerun.run.started(item);
      return;
    }
    rerun.run.appendOutput(
      `${l10n.t("Job “{0}” #{1}: {2}", plainText(job.name, 100), job.id, statusLabel(job.status))}\r\n`,
    );
    // Its report, or the next job, is worth asking for at once.
    this.pollHandle.soon(0);
  }

  private async finish(rerun: Rerun, signal: AbortSignal): Promise<void> {
    const { report, run } = rerun;
    const answer = await report.reload(signal);
    if (!this.under.has(rerun)) return;
    for (const suite of rerun.suites) {
      const there = await report.fill(suite, answer, run);
      if (!there) run.errored(suite.item, new TestMessage(l10n.t("The job ended without a test report.")));
    }
    this.end(rerun);
  }

  private end(rerun: Rerun): void {
    if (!this.under.delete(rerun)) return;
    rerun.run.end();
    this.pollHandle.changed();
  }
}

/** Asking again would bring the same. */
const isFinal = ({ kind }: ApiError): boolean =>
  kind === "notFound" || kind === "forbidden" || kind === "unauthorized" || kind === "insufficientScope";
