import {
  FileSystemError,
  l10n,
  type TestController,
  type TestItem,
  TestMessage,
  type TestRun,
  TestRunRequest,
  workspace,
} from "vscode";
import type { Client } from "../../../api/client.ts";
import type { TestReport, TestReportSummary } from "../../../api/resources/pipelines.ts";
import { CancelledError } from "../../../core/base/errors.ts";
import { Pace } from "../../../core/base/pace.ts";
import type { FileRef } from "../../../core/files/refs.ts";
import { fileUri } from "../../../core/files/uris.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import {
  type Counts,
  type ReportedCase,
  type ReportedSuite,
  reportSuites,
  summarySuites,
} from "../../../core/pipelines/testCases.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { type CaseFile, caseFiles } from "./caseFile.ts";
import { type CaseItem, showCases } from "./caseItems.ts";
import { type CaseAddress, caseText, caseUri } from "./caseText.ts";
import { type EarlierResults, earlierResults } from "./history.ts";
import { countWords, endedWords, failedWords, historyWords, nameOr, reportName, rowLabel } from "./labels.ts";
import type { WorkspacePlaces } from "./places.ts";

/** A suite of a shown report. */
export interface OpenSuite {
  readonly report: OpenReport;
  readonly key: string;
  readonly name: string;
  readonly item: TestItem;
  /** The jobs that produced it; reruns replace them. */
  jobIds: number[];
  /** Whether the summary counts failed cases. */
  failing: boolean;
  /** Undefined until the suite is opened. */
  cases?: ReadonlyMap<string, CaseItem>;
}

export interface OpenReportOptions {
  readonly controller: TestController;
  readonly ref: PipelineRef;
  readonly client: () => Client;
  readonly places: WorkspacePlaces;
  /** Resolves when VS Code's window has processed all earlier messages. */
  readonly caughtUp: () => Promise<void>;
  /** Whether a rate limit is reached. */
  readonly silent: () => boolean;
  /** Called with errors of background work. */
  readonly failed: (error: unknown) => void;
  /** Called when cases were read, or read again. */
  readonly filled: () => void;
}

/** A pipeline's test report in the Testing view: its suites from the summary, their cases from the report once a suite is opened. */
export class OpenReport {
  readonly ref: PipelineRef;
  readonly item: TestItem;
  readonly suites = new Map<string, OpenSuite>();
  private readonly options: OpenReportOptions;
  private readonly closing = new AbortController();
  private report: Promise<TestReport> | undefined;
  private earlier: Promise<readonly EarlierResults[]> | undefined;

  constructor(options: OpenReportOptions, summary: TestReportSummary) {
    this.options = options;
    this.ref = options.ref;
    const { controller, ref } = options;
    const suites = summarySuites(summary);
    const counts = countWords(totalOf(suites.map((suite) => suite.counts)));
    this.item = controller.createTestItem(
      `${ref.instance} ${ref.project} ${ref.pipeline.id}`,
      rowLabel(reportName(ref), counts),
    );
    // Latest pipelines first.
    this.item.sortText = String(Number.MAX_SAFE_INTEGER - ref.pipeline.id).padStart(17, "0");
    suites.forEach((suite) => this.addSuite(suite));
  }

  /** Aborts when the report is no longer shown. */
  get signal(): AbortSignal {
    return this.closing.signal;
  }

  close(): void {
    this.closing.abort();
  }

  /** Reports the outcome of the suites by the summary. The item must be in the view. */
  reportSummary(summary: TestReportSummary): void {
    const run = this.newRun([this.item]);
    for (const { key, counts, error } of summarySuites(summary)) {
      const suite = this.suites.get(key);
      if (suite) reportSuite(run, suite.item, counts, error);
    }
    run.end();
  }

  /** Loads a suite's cases. @throws ApiError, CancelledError */
  async open(suite: OpenSuite): Promise<void> {
    const { item } = suite;
    item.error = undefined;
    item.busy = true;
    try {
      const report = await this.load();
      const run = this.newRun([item]);
      try {
        await this.fill(suite, report, run);
      } finally {
        run.end();
      }
      item.canResolveChildren = false;
    } finally {
      item.busy = false;
    }
  }

  /** Returns the text of a case, as it is known now; undefined if the report does not have it. @throws ApiError */
  async caseText(address: CaseAddress): Promise<string | undefined> {
    const found = await this.reportedCase(address);
    return found && caseText(found.one, { report: reportName(this.ref), suite: found.suite });
  }

  /** Returns the file of a test case at the pipeline's commit; undefined if the report names none that exists there. @throws ApiError, FileSystemError */
  async caseFile(address: CaseAddress): Promise<(FileRef & CaseFile) | undefined> {
    const {
      instance,
      project,
      pipeline: { sha },
    } = this.ref;
    const found = await this.reportedCase(address);
    if (!found || !sha) return undefined;
    const listed = await this.options.places.paths();
    for (const file of caseFiles(found.one, String(project), listed)) {
      const ref = { instance, project, ref: sha, ...file };
      if (await exists(ref)) return ref;
    }
    return undefined;
  }

  private async reportedCase({
    suite,
    key,
  }: CaseAddress): Promise<{ readonly one: ReportedCase; readonly suite: string } | undefined> {
    const reported = reportSuites(await this.load()).find((one) => one.key === suite);
    for (const one of reported?.cases() ?? []) if (one.key === key) return { one, suite: reported?.name ?? "" };
    return undefined;
  }

  /** Reads the report again after a rerun. @throws ApiError, CancelledError */
  async reload(signal: AbortSignal): Promise<TestReport> {
    const { ref, client } = this.options;
    const report = await client().pipelines.testReport(ref.project, ref.pipeline.id, {
      signal: AbortSignal.any([signal, this.signal]),
      repeat: false,
    });
    if (this.signal.aborted) throw new CancelledError();
    this.report = Promise.resolve(report);
    return report;
  }

  /** Shows the cases of a suite with their results. @returns whether the report has the suite */
  async fill(suite: OpenSuite, report: TestReport, run: TestRun): Promise<boolean> {
    const { controller, places, caughtUp, filled } = this.options;
    const reported = reportSuites(report).find(({ key }) => key === suite.key);
    if (!reported) {
      suite.item.error = l10n.t(
        "The report on the host no longer contains this suite. Show the test report of the pipeline again.",
      );
      return false;
    }
    const { counts, error, grouped } = reported;
    suite.item.error = error === undefined ? undefined : suiteError(error);
    suite.item.label = suiteLabel(suite.name, counts);
    if (error !== undefined) run.errored(suite.item, new TestMessage(suiteError(error)));
    suite.cases = await showCases(reported.cases(), {
      controller,
      parent: suite.item,
      textOf: (one) => caseUri({ report: this.item.id, suite: suite.key, key: one.key }, one.name),
      grouped,
      run,
      places,
      caughtUp,
      signal: this.signal,
    });
    filled();
    return true;
  }

  /** Keeps a suite of the previous report while its job is rerun, as the host leaves it out until then. */
  keep({ key, name, item, jobIds }: OpenSuite): OpenSuite {
    let suite = this.suites.get(key);
    if (!suite) {
      suite = this.showSuite(key, name, jobIds);
      suite.item.label = item.label;
    }
    suite.jobIds = [...jobIds];
    return suite;
  }

  newRun(items: readonly TestItem[]): TestRun {
    return this.options.controller.createTestRun(new TestRunRequest(items), reportName(this.ref), false);
  }

  /** Reads the report once for all suites; retries after an error. */
  private async load(): Promise<TestReport> {
    const { ref, client } = this.options;
    this.report ??= client().pipelines.testReport(ref.project, ref.pipeline.id, { signal: this.signal });
    try {
      return await this.report;
    } catch (error) {
      this.report = undefined;
      throw error;
    }
  }

  /** Adds the earlier outcomes of a suite's cases to their rows. Errors are only reported. */
  async compare(suite: OpenSuite): Promise<void> {
    const { client, ref, silent, failed } = this.options;
    if (suite.cases === undefined) return;
    if (this.earlier === undefined && silent()) return;
    try {
      this.earlier ??= earlierResults(client(), ref, this.signal);
      const before = (await this.earlier).map((suites) => suites.get(suite.key)).filter((cases) => cases !== undefined);
      const pace = new Pace();
      for (const [key, { item, label }] of suite.cases) {
        const words = historyWords(before.map((cases) => cases.get(key)));
        if (words !== undefined) item.label = rowLabel(label, words);
        if (pace.due) await pace.rest(this.signal);
      }
    } catch (error) {
      // The suite is still shown, without earlier outcomes.
      this.earlier = undefined;
      failed(error);
    }
  }

  private addSuite({ key, name, counts, error, jobIds }: ReportedSuite): void {
    const suite = this.showSuite(key, name, jobIds);
    suite.failing = counts.failed + counts.errored > 0;
    const { item } = suite;
    item.label = suiteLabel(name, counts);
    if (error !== undefined) item.error = suiteError(error);
    item.canResolveChildren = counts.total > 0;
  }

  /** Appends the row of a suite. */
  private showSuite(key: string, name: string, jobIds: readonly number[]): OpenSuite {
    const item = this.options.controller.createTestItem(`suite ${key}`, suiteName(name));
    item.sortText = String(this.suites.size).padStart(6, "0");
    const suite: OpenSuite = { report: this, key, name, item, jobIds: [...jobIds], failing: false };
    this.item.children.add(item);
    this.suites.set(key, suite);
    return suite;
  }
}

async function exists(file: FileRef): Promise<boolean> {
  try {
    await workspace.fs.stat(fileUri(file));
    return true;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === "FileNotFound") return false;
    throw error;
  }
}

/** Reports a suite's outcome by its summary. */
function reportSuite(
  run: TestRun,
  item: TestItem,
  { errored, failed, passed, skipped, seconds }: Counts,
  error: string | undefined,
): void {
  const ms = seconds === undefined ? undefined : seconds * 1_000;
  if (error !== undefined) run.errored(item, new TestMessage(suiteError(error)), ms);
  else if (errored > 0) run.errored(item, new TestMessage(endedWords(errored)), ms);
  else if (failed > 0) run.failed(item, new TestMessage(failedWords(failed)), ms);
  else if (passed > 0) run.passed(item, ms);
  else if (skipped > 0) run.skipped(item);
}

const suiteName = (name: string): string => nameOr(name, l10n.t("(unnamed suite)"));
const suiteLabel = (name: string, counts: Counts): string => rowLabel(suiteName(name), countWords(counts));

const suiteError = (error: string): string =>
  l10n.t("The host could not parse the report of this suite: {0}", plainText(error, 400));

function totalOf(all: readonly Counts[]): Counts {
  const sum = (name: Exclude<keyof Counts, "seconds">): number =>
    all.reduce((total, counts) => total + counts[name], 0);
  const seconds = all.some((counts) => counts.seconds !== undefined)
    ? all.reduce((total, counts) => total + (counts.seconds ?? 0), 0)
    : undefined;
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    errored: sum("errored"),
    skipped: sum("skipped"),
    total: sum("total"),
    seconds,
  };
}
