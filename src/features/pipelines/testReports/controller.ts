import {
  type CancellationToken,
  commands,
  l10n,
  type TestController,
  type TestItem,
  type TestRunProfile,
  TestRunProfileKind,
  type TestRunRequest,
  tests,
} from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { CancelledError, isCancelled, UserError } from "../../../core/base/errors.ts";
import type { Emitter } from "../../../core/base/events.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Change } from "../../../core/changes.ts";
import type { UnansweredWrites } from "../../../core/commands/unansweredWrites.ts";
import type { Connections } from "../../../core/connections.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { retryJob } from "../../../core/pipelines/writes.ts";
import { ProjectFiles } from "../../../core/problems/projectFiles.ts";
import type { PollScheduler } from "../../../core/tree/poll.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import type { Report } from "../../../core/ui/report.ts";
import { untilCancelled } from "../../../core/ui/untilCancelled.ts";
import type { ProjectTracker } from "../../../git/project.ts";
import { CaseTexts } from "./caseTexts.ts";
import { confirmRetry } from "./confirmRetry.ts";
import { cutNames } from "./cutNames.ts";
import { OpenReport, type OpenSuite } from "./openReport.ts";
import { WorkspacePlaces } from "./places.ts";
import { jobsOf } from "./rerunJobs.ts";
import { Reruns } from "./reruns.ts";
import { summaryOf } from "./summary.ts";

export interface TestReportsOptions {
  readonly connections: Connections;
  readonly changes: Emitter<Change>;
  readonly unanswered: UnansweredWrites;
  readonly polling: PollScheduler;
  readonly report: Report;
  readonly projects: Pick<ProjectTracker, "state" | "candidates">;
  readonly log: Logger;
}

/** Maximum number of failed suites that are unfolded when a report is shown. */
const maxUnfolded = 3;

/** Also used in `when` clauses of menus. */
const controllerId = "forgelineTestReports";

/** Test reports of pipelines in VS Code's Testing view. */
export class TestReportController implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: TestReportsOptions;
  readonly controller: TestController;
  /** Reruns the selection. Not a default profile, so that Run All Tests runs only local tests. */
  readonly profile: TestRunProfile;
  private readonly reruns: Reruns;
  private readonly reports = new Map<string, OpenReport>();
  private readonly files: ProjectFiles;
  private readonly caseTexts = this.owned.add(new CaseTexts((id) => this.reports.get(id)));

  constructor(options: TestReportsOptions) {
    this.options = options;
    const { connections, polling } = options;
    this.files = new ProjectFiles(options);
    this.controller = this.owned.add(tests.createTestController(controllerId, l10n.t("Test Reports of Pipelines")));
    this.reruns = this.owned.add(new Reruns(polling, ({ ref }) => connections.get(ref.instance).client));
    this.controller.resolveHandler = async (item) => {
      const suite = item && this.suiteOf(item);
      if (!suite || suite.item !== item) return;
      await this.open(suite);
      await suite.report.compare(suite);
    };
    this.controller.refreshHandler = async (token) => {
      await this.refresh(token);
    };
    this.profile = this.owned.add(
      this.controller.createRunProfile(l10n.t("Rerun on the Host"), TestRunProfileKind.Run, async (request, token) => {
        await this.rerun(request, token);
      }),
    );
    // Another account may not see what this one did.
    this.owned.add(connections.onDidChange((instance) => this.clearWhere(({ ref }) => ref.instance === instance)));
  }

  get shown(): readonly OpenReport[] {
    return [...this.reports.values()];
  }

  /**
   * Shows the report of a pipeline by its summary (one request), replacing one that is shown already.
   * @throws ApiError, UserError if there is no report
   */
  async show(ref: PipelineRef, signal: AbortSignal): Promise<TestItem> {
    const { connections, polling, report } = this.options;
    const connection = connections.get(ref.instance);
    const summary = await summaryOf(connection.client, ref, signal);
    signal.throwIfAborted();
    if (connections.get(ref.instance) !== connection) throw new CancelledError();
    const opened = new OpenReport(
      {
        controller: this.controller,
        ref,
        client: () => connections.get(ref.instance).client,
        places: new WorkspacePlaces(() => this.files.of(ref)),
        // The window answers in order, after all earlier messages.
        caughtUp: () => setContextKey("forgeline.testReportsShown", this.reports.size > 0),
        silent: () => polling.silentUntil(ref.instance) !== undefined,
        failed: (error) => report.background(error, "Compare with earlier test reports"),
        filled: () => this.caseTexts.refresh(),
      },
      summary,
    );
    const { id } = opened.item;
    const before = this.reports.get(id);
    this.reports.set(id, opened);
    this.controller.items.add(opened.item);
    opened.reportSummary(summary);
    if (before) {
      this.reruns.move(before, opened);
      before.close();
    }
    this.updateContextKey();
    return opened.item;
  }

  /**
   * Shows a report in the Testing view, unfolded to its failures. Rows unfold only when a row below them is revealed, so
   * this reads the cases of the first failed suites.
   */
  async reveal(item: TestItem): Promise<void> {
    const reveal = (one: TestItem) => commands.executeCommand("vscode.revealTestInExplorer", one);
    await reveal(item);
    const report = this.reports.get(item.id);
    const failed = [...(report?.suites.values() ?? [])].filter(({ failing }) => failing).slice(0, maxUnfolded);
    for (const suite of failed) await this.open(suite);
    if (report?.signal.aborted !== false) return;
    // The one that is revealed last gets the focus.
    const cases = failed.flatMap(({ cases: all }) => [...(all?.values() ?? [])].find((one) => one.failed) ?? []);
    for (const one of cases.reverse()) await reveal(one.item);
    for (const suite of failed) await report.compare(suite);
  }

  /** Removes the report that an item belongs to, or all of them. */
  clear(item?: TestItem): void {
    const root = item && rootOf(item);
    this.clearWhere((one) => root === undefined || one.item === root);
  }

  dispose(): void {
    for (const one of this.reports.values()) one.close();
    this.reports.clear();
    this.owned.dispose();
  }

  private clearWhere(fits: (report: OpenReport) => boolean): void {
    for (const [id, one] of [...this.reports]) {
      if (!fits(one)) continue;
      one.close();
      this.reports.delete(id);
      this.controller.items.delete(id);
    }
    this.updateContextKey();
    this.caseTexts.refresh();
  }

  private updateContextKey(): void {
    void setContextKey("forgeline.testReportsShown", this.reports.size > 0);
  }

  /** Shows errors at the suite: opening a row is not a command, so nothing pops up. */
  private async open(suite: OpenSuite): Promise<void> {
    try {
      await suite.report.open(suite);
    } catch (error) {
      if (isCancelled(error)) return;
      suite.item.error = describeError(error).message;
      this.options.report.background(error, "Open a test suite");
      // Set again, VS Code retries the next time that the suite is opened.
      suite.item.canResolveChildren = false;
      suite.item.canResolveChildren = true;
    }
  }

  private async refresh(token: CancellationToken): Promise<void> {
    try {
      await untilCancelled(token, async (signal) => {
        for (const { ref } of this.shown) await this.show(ref, signal);
      });
    } catch (error) {
      void this.options.report.error(error, l10n.t("Refresh Test Reports"));
    }
  }

  /** Does not await error messages, as the run's button would spin until they are closed. */
  private async rerun(request: TestRunRequest, token: CancellationToken): Promise<void> {
    try {
      const chosen = request.include ?? this.shown.map(({ item }) => item);
      const byReport = new Map<OpenReport, { items: TestItem[]; suites: Set<OpenSuite> }>();
      for (const item of chosen) {
        const report = this.reports.get(rootOf(item).id);
        if (!report) continue;
        const one = byReport.get(report) ?? { items: [], suites: new Set() };
        byReport.set(report, one);
        one.items.push(item);
        const suite = this.suiteOf(item);
        for (const each of suite ? [suite] : report.suites.values())
          if (request.exclude?.includes(each.item) !== true) one.suites.add(each);
      }
      for (const [report, { items, suites }] of byReport) await this.rerunReport(report, items, [...suites], token);
    } catch (error) {
      void this.options.report.error(error, l10n.t("Rerun Tests"));
    }
  }

  private async rerunReport(
    report: OpenReport,
    items: readonly TestItem[],
    suites: readonly OpenSuite[],
    token: CancellationToken,
  ): Promise<void> {
    const { ref } = report;
    const { client } = this.options.connections.get(ref.instance);
    const jobs = await untilCancelled(token, (signal) =>
      jobsOf(client, report, suites, AbortSignal.any([signal, report.signal])),
    );
    if (jobs.length === 0)
      throw new UserError(l10n.t("The job of these tests is unknown. Retry the job in the Pipelines view."), {
        action: { title: l10n.t("Show Pipeline in Side Bar"), command: "forgeline.pipeline.reveal", args: [ref] },
      });
    await confirmRetry(this.options, ref, jobs);
    const stopped = (): boolean => token.isCancellationRequested || report.signal.aborted;
    if (stopped()) return;
    const run = report.newRun(items);
    const waiting = new Set<number>();
    const again = new Set<OpenSuite>();
    try {
      for (const item of items) run.enqueued(item);
      for (const { id, name, suites: its } of jobs) {
        if (stopped() || run.token.isCancellationRequested) break;
        // A suite is named after its job, but for the numbers of parallel jobs.
        const job = await retryJob(
          this.options,
          { instance: ref.instance, project: ref.project, job: { id, name, pipeline: ref.pipeline } },
          report.signal,
        );
        waiting.add(job.id);
        run.appendOutput(`${l10n.t("Retried job “{0}” as #{1}.", cutNames([job.name || name]), job.id)}\r\n`);
        for (const suite of its) {
          again.add(suite);
          suite.jobIds = suite.jobIds.map((one) => (one === id ? job.id : one));
        }
      }
    } finally {
      // Jobs retried before a refusal are followed too.
      if (waiting.size > 0) this.reruns.follow({ report, suites: [...again], items, run, token, waiting });
      else run.end();
    }
  }

  /** Returns the suite that an item is or belongs to. */
  private suiteOf(item: TestItem): OpenSuite | undefined {
    const report = this.reports.get(rootOf(item).id);
    for (let at: TestItem | undefined = item; at && report; at = at.parent) {
      const suite = [...report.suites.values()].find((one) => one.item === at);
      if (suite) return suite;
    }
    return undefined;
  }
}

function rootOf(item: TestItem): TestItem {
  let root = item;
  while (root.parent) root = root.parent;
  return root;
}
