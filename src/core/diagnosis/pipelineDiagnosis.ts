import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Bridge } from "../../api/resources/extraTypes.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import type { Pipeline, PipelineDetails } from "../../api/resources/pipelines.ts";
import { isCancelled } from "../base/errors.ts";
import { SharedWork } from "../base/sharedWork.ts";
import { groupName } from "../pipelines/jobGroups.ts";
import type { PipelineJobsCache } from "../pipelines/pipelineJobsCache.ts";
import { targetBranch } from "../pipelines/targetBranch.ts";
import type { RecordStore } from "../records/recordStore.ts";
import { isRunning } from "../ui/statusStyle.ts";
import { type Diagnosis, diagnose, type Facts, type TargetFacts } from "./diagnosis.ts";
import { endingOf, hasCauseInLog } from "./ending.ts";
import { type FailedSuite, failedSuites, isSuiteOf } from "./failedTests.ts";
import { broughtBy, redSince, type Suspects } from "./history.ts";
import { type LogFacts, readLogFacts } from "./logFacts.ts";

/** Most logs that are read without being asked for. */
export const maxLogs = 10;
/** Logs read at once. */
const together = 3;
/** Most commits listed as suspects. */
const maxCommits = 20;

/** What a diagnosis is read with: one account on one host. */
export interface DiagnosisSource {
  readonly client: Client;
  readonly records: RecordStore;
  readonly pipelineJobs: PipelineJobsCache;
  /** Called with failures of parts that a diagnosis can do without. */
  readonly failed: (error: unknown, doing: string) => void;
}

/** What the caller knows already, which saves requests. */
export interface KnownContext {
  /** Branch that the changes go to. */
  readonly target?: string | undefined;
}

/** Reads why a pipeline failed, each answer once. */
export class PipelineDiagnosis {
  readonly project: ProjectId;
  readonly id: number;
  private readonly source: DiagnosisSource;
  private readonly listeners = new Set<() => void>();
  private known: KnownContext = {};
  private pipeline: PipelineDetails | undefined;
  private jobs: readonly Job[] | undefined;
  private areJobsCut = false;
  private bridges: readonly Bridge[] = [];
  private tests: readonly FailedSuite[] | undefined;
  private readonly logs = new Map<number, LogFacts | { readonly unreadable: string }>();
  private target: TargetFacts | null | undefined;
  private pipelines: readonly Pipeline[] | undefined;
  private suspects: Suspects | undefined;
  private recentJobs: readonly Job[] | undefined;
  private causes: SharedWork<void> | undefined;
  private context: SharedWork<void> | undefined;
  private readonly reading = new Map<number, SharedWork<LogFacts | { readonly unreadable: string }>>();
  /** Parts of the context that need not be read again. */
  private readonly current = new Set<"target" | "since" | "recentJobs">();

  constructor(source: DiagnosisSource, project: ProjectId, id: number) {
    this.source = source;
    this.project = project;
    this.id = id;
  }

  /** What is known so far. */
  get value(): Diagnosis {
    const { pipeline, jobs, areJobsCut, bridges, tests, logs, target, pipelines, suspects, recentJobs } = this;
    const facts: Facts = {
      pipeline: pipeline && this.source.records.newest("pipeline", pipeline),
      ...{ jobs, areJobsCut, bridges, tests, logs, target, pipelines, suspects, recentJobs },
    };
    return diagnose(facts);
  }

  /** Calls a listener whenever more is known. */
  onChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  /** Adds what a caller knows. */
  learn(known: KnownContext): void {
    this.known = { ...this.known, ...known };
  }

  /** Whether the causes of the pipeline's current state were read. */
  get hasCauses(): boolean {
    const { pipeline } = this;
    if (pipeline === undefined || this.jobs === undefined) return false;
    const now = this.source.records.newest("pipeline", pipeline);
    return now.status === pipeline.status && !isRunning(now.status);
  }

  /** Whether the host has the pipeline in this project, or is being asked. */
  get mayExist(): boolean {
    return this.pipeline !== undefined || this.causes?.isOpen === true;
  }

  /** Reads the context, and logs that could not be read, again the next time. What is known stays until then; logs of jobs that ended are kept. */
  renew(): void {
    this.current.clear();
    for (const [id, log] of this.logs) if ("unreadable" in log) this.logs.delete(id);
  }

  /**
   * Reads the failed jobs, their test report, and the logs of the first ten of them: at most three requests and one per log; one more if over a
   * hundred jobs failed or were canceled.
   * @param again reads jobs and reports again; logs that are known are kept
   * @throws ApiError if the pipeline or its jobs cannot be read; CancelledError
   */
  async readCauses(signal: AbortSignal, again = false): Promise<void> {
    if (this.hasCauses && !again) return;
    this.causes = this.causes?.isOpen === true ? this.causes : new SharedWork((until) => this.findCauses(until));
    await this.causes.join(signal);
  }

  /**
   * Reads what changed in a running pipeline: one request (all jobs the first time), and one per log of a job that failed since; everything
   * once it has ended.
   * @throws ApiError, CancelledError
   */
  async poll(signal: AbortSignal): Promise<void> {
    const shared = this.source.pipelineJobs.of(this.project, this.id);
    const isKnown = shared.stages !== undefined;
    if (!isKnown) await shared.load(signal, false);
    const status = isKnown ? await shared.poll(signal) : shared.latest?.[0]?.pipeline?.status;
    if (typeof status !== "string" || !isRunning(status)) return this.readCauses(signal, true);
    signal.throwIfAborted();
    this.bridges = [];
    this.takeJobs(shared.latest ?? []);
    await this.readLogs(logsToRead(this.jobs ?? []), signal);
  }

  /**
   * Reads the target branch, since when the branch is red, who changed what since, and which jobs are flaky: at most eight requests. Parts
   * that cannot be read are left out.
   * @throws CancelledError
   */
  async readContext(signal: AbortSignal): Promise<void> {
    if (this.pipeline === undefined || this.value.state !== "failed") return;
    this.context = this.context?.isOpen === true ? this.context : new SharedWork((until) => this.findContext(until));
    await this.context.join(signal);
  }

  /**
   * Reads the log of a job unless it is known; concurrent calls share the request.
   * @throws CancelledError
   */
  async readLog(job: Job, signal: AbortSignal): Promise<LogFacts | { readonly unreadable: string }> {
    const known = this.logs.get(job.id);
    if (known && !("unreadable" in known)) return known;
    const open = this.reading.get(job.id);
    const work = open?.isOpen === true ? open : new SharedWork((until) => this.requestLog(job.id, until));
    this.reading.set(job.id, work);
    const read = await work.join(signal);
    if (this.reading.get(job.id) === work) this.reading.delete(job.id);
    if (!isRunning(job.status)) this.logs.set(job.id, read);
    this.changed();
    return read;
  }

  private async findCauses(signal: AbortSignal): Promise<void> {
    const { client } = this.source;
    const [pipeline] = await Promise.all([
      client.pipelines.get(this.project, this.id, { signal }).then((found) => {
        this.pipeline = found;
        this.changed();
        return found;
      }),
      this.readJobs(signal),
    ]);
    const jobs = this.jobs ?? [];
    const hasTests = jobs.some((job) => job.status === "failed" && mayHaveTests(job));
    // No failed job has a test report, so the third request checks for failed downstream pipelines.
    const hasBridges = !hasTests && pipeline.status === "failed";
    // What an earlier attempt left behind.
    if (!hasTests) this.tests = undefined;
    if (!hasBridges) this.bridges = [];
    await Promise.all([
      hasTests && this.readTests(signal),
      hasBridges && this.readBridges(signal),
      this.readLogs(logsToRead(jobs), signal),
    ]);
    this.changed();
  }

  private async readJobs(signal: AbortSignal): Promise<void> {
    const { client, pipelineJobs } = this.source;
    const shared = pipelineJobs.known(this.id)?.recent;
    if (shared) {
      this.takeJobs(shared);
      return;
    }
    const read = (scope: readonly string[]) =>
      client.jobs.listForPipeline(this.project, this.id, { scope }, { perPage: 100, signal }).page();
    const page = await read(["failed", "canceled"]);
    const canceled = page.items.filter(({ status }) => status !== "failed");
    // Jobs that were canceled after a failure come first, and may fill the page.
    const failed = page.next !== undefined && canceled.length > 0 ? await read(["failed"]) : undefined;
    signal.throwIfAborted();
    if (failed) this.takeJobs([...failed.items, ...canceled], failed.next !== undefined);
    else this.takeJobs(page.items, page.next !== undefined);
  }

  private takeJobs(jobs: readonly Job[], areCut = false): void {
    const ended = jobs.filter(({ status }) => status === "failed" || status === "canceled" || status === "cancelled");
    const retried = this.jobs?.filter(({ id }) => !ended.some((one) => one.id === id)) ?? [];
    const kept = this.jobs?.filter((job) => !retried.includes(job)) ?? [];
    const isOf =
      (suite: FailedSuite) =>
      ({ name }: Job): boolean =>
        isSuiteOf(suite, name ?? "", groupName(name ?? ""));
    // Tests of attempts that were replaced say nothing of the new ones.
    this.tests = this.tests?.filter((suite) => !retried.some(isOf(suite)) || kept.some(isOf(suite)));
    this.jobs = ended;
    this.areJobsCut = areCut;
    this.changed();
  }

  private async readTests(signal: AbortSignal): Promise<void> {
    await this.attempt("Read the test report of a failed pipeline", signal, async () => {
      this.tests = failedSuites(await this.source.client.pipelines.testReport(this.project, this.id, { signal }));
      this.changed();
    });
  }

  private async readBridges(signal: AbortSignal): Promise<void> {
    const { extras } = this.source.client;
    if (extras.available("bridges") === false) return;
    await this.attempt("Read the trigger jobs of a failed pipeline", signal, async () => {
      const { items } = await extras.bridges(this.project, this.id, { perPage: 100, signal }).page();
      this.bridges = items.filter(({ status, allow_failure }) => status === "failed" && allow_failure !== true);
      this.changed();
    });
  }

  private async readLogs(jobs: readonly Job[], signal: AbortSignal): Promise<void> {
    const waiting = jobs.filter(({ id }) => !this.logs.has(id));
    const next = async (): Promise<void> => {
      for (let job = waiting.shift(); job; job = waiting.shift()) await this.readLog(job, signal);
    };
    await Promise.all(Array.from({ length: Math.min(together, waiting.length) }, next));
  }

  private async requestLog(job: number, signal: AbortSignal): Promise<LogFacts | { readonly unreadable: string }> {
    try {
      const answer = await this.source.client.jobs.trace(this.project, job, { signal });
      try {
        return await readLogFacts(answer.body, signal);
      } finally {
        await answer.close();
      }
    } catch (error) {
      if (isCancelled(error) || signal.aborted) throw error;
      this.source.failed(error, "Read the log of a failed job");
      return { unreadable: error instanceof Error ? error.message : "" };
    }
  }

  private async findContext(signal: AbortSignal): Promise<void> {
    const ref = this.pipeline?.ref ?? "";
    const { current } = this;
    const target = current.has("target") ? Promise.resolve(this.target?.ref) : this.readTarget(ref, signal);
    await Promise.all([
      this.attempt("Compare with the target branch", signal, async () => {
        await target;
      }),
      !current.has("since") &&
        this.attempt("Read since when a branch fails", signal, () => this.readSince(ref, target, signal)),
      !current.has("recentJobs") && this.attempt("Look for flaky jobs", signal, () => this.readRecentJobs(signal)),
    ]);
  }

  /** @returns the name of the target branch; undefined if there is none to compare with */
  private async readTarget(ref: string, signal: AbortSignal): Promise<string | undefined> {
    const { client } = this.source;
    const target =
      this.known.target ?? (await targetBranch(client, this.project, { ref, tag: this.pipeline?.tag }, signal));
    if (target === undefined || target === ref) {
      this.target = null;
      this.current.add("target");
      this.changed();
      return undefined;
    }
    const { items } = await client.pipelines
      .list(this.project, { ref: target, scope: "finished" }, { perPage: 10, signal })
      .page();
    const latest = items.find(({ status }) => status === "success" || status === "failed");
    const failed =
      latest?.status === "failed"
        ? await client.jobs
            .listForPipeline(this.project, latest.id, { scope: "failed" }, { perPage: 100, signal })
            .page()
        : undefined;
    this.target = { ref: target, pipeline: latest, failed: failed?.items ?? [] };
    this.current.add("target");
    this.changed();
    return target;
  }

  private async readSince(ref: string, target: Promise<string | undefined>, signal: AbortSignal): Promise<void> {
    const { client } = this.source;
    const { pipeline } = this;
    if (ref === "" || pipeline === undefined) return;
    const { items } = await client.pipelines
      .list(this.project, { ref, scope: "finished" }, { perPage: 100, signal })
      .page();
    this.pipelines = items;
    this.changed();
    const { lastGreen, firstRed } = redSince(pipeline, items);
    const base = lastGreen?.sha ?? (lastGreen ? undefined : await target);
    const isEmpty = !base || !firstRed.sha || base === firstRed.sha;
    const [commits, merged] = await Promise.all([
      isEmpty
        ? undefined
        : client.commits
            .list(this.project, { ref_name: `${base}..${firstRed.sha}` }, { perPage: maxCommits, signal })
            .page(),
      isEmpty || !lastGreen || ref.startsWith("refs/") ? undefined : this.readMerged(ref, lastGreen, signal),
    ]);
    this.suspects = {
      since: lastGreen ? "green" : "target",
      commits: commits?.items ?? [],
      isCut: commits?.next !== undefined,
      mergeRequests: broughtBy(commits?.items ?? [], merged ?? []),
    };
    this.current.add("since");
    this.changed();
  }

  /** Returns the merge requests that were merged into a branch since its last green pipeline started. */
  private async readMerged(ref: string, lastGreen: Pipeline, signal: AbortSignal): Promise<readonly MergeRequest[]> {
    const query = { state: "merged", scope: "all", target_branch: ref } as const;
    const since = lastGreen.created_at ?? undefined;
    const { items } = await this.source.client.mergeRequests
      .listForProject(this.project, { ...query, updated_after: since }, { perPage: 50, signal })
      .page();
    return items;
  }

  private async readRecentJobs(signal: AbortSignal): Promise<void> {
    const { client, pipelineJobs } = this.source;
    const { items } = await client.jobs
      .list(this.project, { scope: ["success", "failed"] }, { perPage: 100, signal })
      .page();
    const attempts = pipelineJobs
      .known(this.id)
      ?.stages?.flatMap(({ jobs }) => jobs.flatMap(({ job, earlier }) => [job, ...earlier]));
    this.recentJobs = [
      ...new Map([...items, ...(attempts ?? []), ...(this.jobs ?? [])].map((job) => [job.id, job])).values(),
    ];
    this.current.add("recentJobs");
    this.changed();
  }

  /** Does what a diagnosis can do without. @throws CancelledError */
  private async attempt(doing: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      signal.throwIfAborted();
    } catch (error) {
      if (isCancelled(error) || signal.aborted) throw error;
      // Hosts answer so where there is nothing to read, or the account may not see it.
      if (!(error instanceof ApiError && (error.kind === "notFound" || error.kind === "forbidden")))
        this.source.failed(error, doing);
    }
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Returns whether a job may have a test report; hosts may not list artifacts. */
const mayHaveTests = ({ artifacts }: Job): boolean =>
  !Array.isArray(artifacts) || artifacts.some(({ file_type }) => file_type === "junit");

/** Returns the jobs whose logs are read without being asked for: those that make the pipeline fail first, one of each group before the others. */
export function logsToRead(jobs: readonly Job[]): Job[] {
  const failed = jobs
    .filter((job) => job.status === "failed" && hasCauseInLog(endingOf(job)))
    .sort((a, b) => a.id - b.id);
  const seen = new Set<string>();
  const rank = (job: Job): number => {
    const group = groupName(job.name ?? "");
    const isFirst = !seen.has(group);
    seen.add(group);
    return (job.allow_failure === true ? 2 : 0) + (isFirst ? 0 : 1);
  };
  return failed
    .map((job) => ({ job, rank: rank(job) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxLogs)
    .map(({ job }) => job);
}
