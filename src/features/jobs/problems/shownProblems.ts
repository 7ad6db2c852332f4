import { type DiagnosticCollection, languages } from "vscode";
import type { Client } from "../../../api/client.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { CancelledError } from "../../../core/base/errors.ts";
import type { Event } from "../../../core/base/events.ts";
import { type ProjectScope, sameProject } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import type { Config } from "../../../core/config.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { readProblems, type ReadProblems } from "../../../core/problems/problemCollector.ts";
import type { ProjectFiles } from "../../../core/problems/projectFiles.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import type { Report } from "../../../core/ui/report.ts";
import type { FollowedJob } from "../log/follow.ts";
import type { LogListener } from "../log/logListener.ts";
import { createDiagnostics } from "./diagnostics.ts";
import { FollowedProblems } from "./followedProblems.ts";

export interface ShownProblemsOptions {
  readonly clientFor: (scope: ProjectScope) => Client;
  /** Returns the ID of the account in use. */
  readonly accountFor: (scope: ProjectScope) => string | undefined;
  /** Fires with the instance whose account changed. */
  readonly onDidChangeAccount: Event<string>;
  readonly changes: Event<Change>;
  readonly config: Pick<Config, "get">;
  readonly report: Pick<Report, "background">;
}

interface JobDiagnostics {
  readonly ref: JobRef;
  readonly job: FollowedJob;
  readonly account: string | undefined;
  readonly collection: DiagnosticCollection;
}

/** The diagnostics of jobs, one collection each, until the job is retried, they are cleared, or the account changes. */
export class ShownProblems implements Disposable {
  private readonly options: ShownProblemsOptions;
  private readonly files: ProjectFiles;
  private readonly owned = new DisposableStore();
  private readonly abort = new AbortController();
  private readonly shown = new Map<string, JobDiagnostics>();

  constructor(options: ShownProblemsOptions, files: ProjectFiles) {
    this.options = options;
    this.files = files;
    this.owned.add(options.changes((change) => this.onChange(change)));
    this.owned.add(options.onDidChangeAccount((instance) => this.accountChanged(instance)));
  }

  get jobs(): readonly JobRef[] {
    return [...this.shown.values()].map(({ ref }) => ref);
  }

  /**
   * Shows the problems of a job's log, replacing those of older attempts.
   * @param wanted checked again before showing, because the job may have been retried
   * @returns the number of problems in workspace files; undefined when no clone of the project is open
   */
  async show(
    ref: JobRef,
    job: FollowedJob,
    read: ReadProblems,
    wanted = (): boolean => true,
  ): Promise<number | undefined> {
    const account = this.options.accountFor(ref);
    const files = await this.files.of(ref);
    if (!files) return undefined;
    const { entries, count } = await createDiagnostics(ref, read, files);
    if (this.abort.signal.aborted || this.options.accountFor(ref) !== account || !wanted()) return undefined;
    this.clearOlder(ref, job);
    this.clear(ref);
    if (count > 0) {
      const collection = languages.createDiagnosticCollection(`forgeline-job-${ref.job.id}`);
      collection.set(entries.map(([file, diagnostics]) => [file, diagnostics]));
      this.shown.set(keyOf(ref), { ref, job, account, collection });
    }
    this.updateContextKey();
    return count;
  }

  /**
   * Reads a job's log and shows its problems.
   * @throws ApiError, CancelledError
   */
  async load(ref: JobRef, signal: AbortSignal, progress: (bytes: number) => void): Promise<number | undefined> {
    const client = this.options.clientFor(ref);
    const { jobs } = client;
    // Data of one account is not shown for another.
    const wanted = (): boolean => !signal.aborted && this.options.clientFor(ref) === client;
    // Log documents only know ID and name of their job.
    const job = ref.job.pipeline ? ref.job : await jobs.get(ref.project, ref.job.id, { signal });
    const answer = await jobs.trace(ref.project, ref.job.id, { signal });
    try {
      const read = await readProblems(answer.body, progress, signal);
      const count = await this.show(ref, job, read, wanted);
      if (!wanted()) throw new CancelledError();
      return count;
    } finally {
      await answer.close();
    }
  }

  /** Clears the problems of a job, or of all. */
  clear(ref?: JobRef): void {
    for (const [key, { collection }] of [...this.shown]) {
      if (ref && key !== keyOf(ref)) continue;
      this.shown.delete(key);
      collection.dispose();
    }
    this.updateContextKey();
  }

  /** Returns a receiver that shows the problems of a failed job when its log ends. */
  companion(ref: JobRef): LogListener {
    const problems = new FollowedProblems();
    let over = false;
    const show = async (job: FollowedJob): Promise<void> => {
      const account = this.options.accountFor(ref);
      const read = await problems.end();
      const wanted = (): boolean => !over && this.options.accountFor(ref) === account;
      if (read.problems.length > 0 && wanted()) await this.show(ref, job, read, wanted);
    };
    return {
      lines: (pieces) => problems.add(pieces),
      event: (event) => {
        if (event.type === "reset") problems.reset();
        if (event.type === "skipped" && event.bytes > 0) problems.skip();
        if (event.type === "status") this.clearOlder(ref, event.job);
        if (event.type === "retried") {
          over = true;
          this.clear(ref);
        }
        if (event.type !== "finished" && event.type !== "end") return;
        if (over || event.job?.status !== "failed" || !this.options.config.get("forgeline.problems.fromLogs"))
          problems.drop();
        else
          show(event.job).catch((error: unknown) =>
            this.options.report.background(error, "Show the problems of a log"),
          );
      },
    };
  }

  dispose(): void {
    this.abort.abort();
    this.owned.dispose();
    for (const { collection } of this.shown.values()) collection.dispose();
    this.shown.clear();
  }

  /** Clears the problems of older runs of a job with the same name and branch. */
  private clearOlder(ref: JobRef, job: FollowedJob): void {
    for (const old of [...this.shown.values()]) {
      if (!sameProject(old.ref, ref) || old.job.id >= job.id) continue;
      if (old.job.name === job.name && old.job.ref === job.ref) this.clear(old.ref);
    }
  }

  /** Clears problems that were read with another account. */
  private accountChanged(instance: string): void {
    for (const { ref, account } of [...this.shown.values()]) {
      if (ref.instance === instance && this.options.accountFor(ref) !== account) this.clear(ref);
    }
  }

  private onChange(change: Change): void {
    if (change.subject !== "job" && change.subject !== "pipeline") return;
    for (const { ref, job } of [...this.shown.values()]) {
      if (ref.instance !== change.instance) continue;
      // An ended job can only have been retried.
      if (change.subject === "job" && change.id === job.id) this.clear(ref);
      if (change.subject === "pipeline" && change.id !== undefined && change.id === job.pipeline?.id) {
        this.clearIfRetried(ref, job, change.id).catch((error: unknown) =>
          this.options.report.background(error, "Look for newer attempts of a job"),
        );
      }
    }
  }

  private async clearIfRetried(ref: JobRef, job: FollowedJob, pipelineId: number): Promise<void> {
    const { jobs } = this.options.clientFor(ref);
    for await (const { items } of jobs.listForPipeline(
      ref.project,
      pipelineId,
      {},
      { perPage: 100, signal: this.abort.signal },
    )) {
      if (items.some((other) => other.name === job.name && other.id > job.id)) {
        this.clear(ref);
        return;
      }
      // Newest first: no newer attempt follows older jobs.
      if (items.every((other) => other.id <= job.id)) return;
    }
  }

  private updateContextKey(): void {
    void setContextKey("forgeline.problemsShown", this.shown.size > 0);
  }
}

const keyOf = ({ instance, job }: JobRef): string => `${instance} ${job.id}`;
