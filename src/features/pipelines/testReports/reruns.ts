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

/** Retried jobs whose results are pending. */
export interface Rerun {
  readonly report: OpenReport;
  readonly suites: readonly OpenSuite[];
  /** The selected items, shown as queued and running. */
  readonly items: readonly TestItem[];
  readonly run: TestRun;
  readonly token: CancellationToken;
  /** IDs of the new attempts that have not ended. */
  readonly waiting: Set<number>;
}

/** Polls retried jobs until they end, then shows the new results. */
export class Reruns implements Disposable {
  private readonly pollHandle: PollHandle;
  private readonly client: (report: OpenReport) => Client;
  private readonly active = new Set<Rerun>();

  constructor(polling: Pick<PollScheduler, "add">, client: (report: OpenReport) => Client) {
    this.client = client;
    this.pollHandle = polling.add({
      name: "test reruns",
      instance: () => [...this.active][0]?.report.ref.instance,
      demand: () => (this.active.size > 0 ? "running" : "none"),
      poll: (signal) => this.poll(signal),
      refresh: () => {
        if (this.active.size > 0) this.pollHandle.soon(0);
      },
    });
  }

  follow(rerun: Rerun): void {
    this.active.add(rerun);
    const stop = (): void => {
      if (!this.active.has(rerun)) return;
      rerun.run.appendOutput(`${l10n.t("Stopped waiting. The job is still running on the host.")}\r\n`);
      this.end(rerun);
    };
    rerun.token.onCancellationRequested(stop);
    // Once the request is handled, VS Code's button cancels only the run.
    rerun.run.token.onCancellationRequested(stop);
    rerun.report.signal.addEventListener("abort", () => this.end(rerun), { once: true });
    this.pollHandle.loaded();
  }

  /** Continues the reruns of a report for its replacement. */
  move(from: OpenReport, to: OpenReport): void {
    for (const rerun of [...this.active].filter(({ report }) => report === from)) {
      this.end(rerun);
      const suites = rerun.suites.map((suite) => to.keep(suite));
      const items = suites.map(({ item }) => item);
      const run = to.newRun(items);
      for (const item of items) run.enqueued(item);
      this.follow({ ...rerun, report: to, suites, items, run });
    }
  }

  dispose(): void {
    for (const rerun of this.active) rerun.run.end();
    this.active.clear();
    this.pollHandle.dispose();
  }

  /** Sends one request, for the rerun that was polled longest ago. */
  private async poll(signal: AbortSignal): Promise<void> {
    const [rerun] = this.active;
    if (!rerun) return;
    this.active.delete(rerun);
    this.active.add(rerun);
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
    if (!this.active.has(rerun)) return;
    rerun.waiting.delete(job.id);
    if (isRunning(job.status)) {
      rerun.waiting.add(job.id);
      if (job.status === "running") for (const item of rerun.items) rerun.run.started(item);
      return;
    }
    rerun.run.appendOutput(
      `${l10n.t("Job “{0}” #{1}: {2}", plainText(job.name, 100), job.id, statusLabel(job.status))}\r\n`,
    );
    // Read the report, or the next job, at once.
    this.pollHandle.soon(0);
  }

  private async finish(rerun: Rerun, signal: AbortSignal): Promise<void> {
    const { report, run } = rerun;
    const answer = await report.reload(signal);
    if (!this.active.has(rerun)) return;
    for (const suite of rerun.suites) {
      const there = await report.fill(suite, answer, run);
      if (!there) run.errored(suite.item, new TestMessage(l10n.t("The job finished without a test report.")));
    }
    this.end(rerun);
  }

  private end(rerun: Rerun): void {
    if (!this.active.delete(rerun)) return;
    rerun.run.end();
    this.pollHandle.changed();
  }
}

/** Whether retrying is pointless. */
const isFinal = ({ kind }: ApiError): boolean =>
  kind === "notFound" || kind === "forbidden" || kind === "unauthorized" || kind === "insufficientScope";
