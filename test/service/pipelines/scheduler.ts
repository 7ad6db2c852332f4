import { parseCi } from "../ci/parse.ts";
import type { Runner } from "../ci/runner.ts";
import type { CommitStatuses } from "../commitStatuses/store.ts";
import type { Repositories } from "../git/repositories.ts";
import { FINAL_STATUSES, type JobRecord, type PipelineRecord, type PipelineVariable } from "../records.ts";
import type { State } from "../state.ts";
import type { JobEnd, ProjectRecord, PushEvent, RunningJob } from "../types.ts";
import { makeArchive } from "./artifacts.ts";
import { againFrom, buildPipeline, PipelineRefused, type PipelineWish } from "./newPipeline.ts";
import { runnableJob } from "./runnable.ts";
import { busySeconds, follows, nextStep, pipelineStatus } from "./status.ts";

const NO_SHA = /^0+$/;

export interface SchedulerOptions {
  readonly state: State;
  readonly repositories: Repositories;
  readonly runner: Runner;
  /** Counts for a pipeline's status beside its jobs: what others report. */
  readonly statuses: CommitStatuses;
  readonly url: string;
  readonly log: (line: string) => void;
  /** How many jobs run at once, of all projects together; with 0 none does but those of `run`. */
  readonly concurrent: number;
}

/** Makes pipelines of pushes and requests, decides which job is next, and runs a few at once. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #running = new Map<number, RunningJob>();
  readonly #creating = new Set<Promise<unknown>>();
  readonly #starting = new Set<number>();
  /** Numbers of pipelines whose jobs run however many do. */
  readonly #urgent = new Set<number>();
  #closed = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** A push: a pipeline, if the commit has a CI file. */
  pushed(event: PushEvent): void {
    if (NO_SHA.test(event.after)) return;
    const { state } = this.#options;
    const project = state.projectAt(event.project);
    const name = /^refs\/(heads|tags)\/(.+)$/.exec(event.ref);
    const user = event.user ?? state.userNamed("admin");
    if (!project || !name || !user) return;
    const made = this.create(project, {
      ref: name[2]!,
      tag: name[1] === "tags",
      sha: event.after,
      beforeSha: event.before,
      source: "push",
      user,
      variables: [],
    }).catch((error: unknown) => {
      if (!(error instanceof PipelineRefused))
        this.#options.log(`Pipeline of ${event.project} ${event.ref} failed: ${String(error)}`);
    });
    this.#creating.add(made);
    void made.finally(() => this.#creating.delete(made));
  }

  /** Resolves when every push so far has its pipeline. */
  async settled(): Promise<void> {
    await Promise.all([...this.#creating]);
  }

  /** Throws PipelineRefused with the API's words when there is nothing to run. */
  async create(project: ProjectRecord, wanted: PipelineWish): Promise<PipelineRecord> {
    const { state, repositories } = this.#options;
    const file = await repositories.at(project.path).file(wanted.sha, ".gitlab-ci.yml");
    const commit = await repositories.at(project.path).commit(wanted.sha);
    if (!file) throw new PipelineRefused("Missing CI config file");
    const pipeline = buildPipeline(
      state,
      project,
      { ...wanted, committedAt: commit ? Date.parse(commit.committed_date) : null, message: commit?.message ?? "" },
      parseCi(file.content.toString("utf8")),
    );
    this.#advance(pipeline);
    return pipeline;
  }

  /** New attempts of all failed and canceled jobs; skipped ones get another chance. */
  retryPipeline(pipeline: PipelineRecord): void {
    const again = this.#options.state
      .currentJobsOf(pipeline.id)
      .filter((job) => job.status === "failed" || job.status === "canceled");
    for (const job of again) this.#again(job);
    this.#advance(pipeline);
  }

  /** Undefined when this attempt cannot be retried. */
  retryJob(job: JobRecord): JobRecord | undefined {
    if (job.retried || !["success", "failed", "canceled"].includes(job.status)) return undefined;
    const attempt = this.#again(job);
    this.#advance(this.#pipelineOf(job));
    return attempt;
  }

  /** Starts a manual job; false when it is not one. */
  play(job: JobRecord, variables: readonly PipelineVariable[]): boolean {
    if (job.status !== "manual") return false;
    job.played = true;
    job.fabricated = job.ci === undefined;
    job.variables = variables;
    this.#enqueue(job);
    this.#reviveFollowers(job);
    this.#advance(this.#pipelineOf(job));
    return true;
  }

  /** `atOnce`: the job is canceled at once, though its processes need a moment; otherwise it is `canceling` until they are gone. */
  cancelJob(job: JobRecord, atOnce = false): void {
    this.#cancel(job, atOnce);
    this.#advance(this.#pipelineOf(job));
  }

  cancelPipeline(pipeline: PipelineRecord, atOnce = false): void {
    const jobs = this.#options.state.currentJobsOf(pipeline.id);
    for (const job of jobs) this.#cancel(job, atOnce);
    this.#options.statuses.cancelOf(pipeline.id, this.#options.state.clock.now());
    if (jobs.length === 0 && !FINAL_STATUSES.has(pipeline.status)) this.#setStatus(pipeline, "canceled");
    this.#advance(pipeline);
  }

  /** Works the pipeline's status out anew, after what others reported. */
  recount(pipeline: PipelineRecord): void {
    this.#advance(pipeline);
  }

  /** Starts the jobs of a pipeline as they come, however many run already. */
  run(pipeline: PipelineRecord): void {
    this.#urgent.add(pipeline.id);
    this.#startWaiting();
  }

  /** Ends what runs and forgets the pipeline. */
  remove(pipeline: PipelineRecord): void {
    for (const job of this.#options.state.jobsOf(pipeline.id)) this.#running.get(job.id)?.cancel();
    this.#options.state.removePipeline(pipeline);
  }

  /** Sets the status of a fabricated job by hand, as the runner would. */
  setJobStatus(job: JobRecord, status: string): void {
    const now = this.#options.state.clock.now();
    job.status = status;
    job.queuedAt ??= now;
    if (status === "running") job.startedAt = now;
    if (FINAL_STATUSES.has(status)) {
      job.startedAt ??= now;
      job.finishedAt = now;
      if (status === "failed") job.failureReason ??= "script_failure";
    }
    this.#advance(this.#pipelineOf(job));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const running of this.#running.values()) running.cancel();
    await this.#options.runner.close();
  }

  #pipelineOf(job: JobRecord): PipelineRecord | undefined {
    return this.#options.state.pipelines.get(job.pipelineId);
  }

  /** Moves created jobs on as far as they can go, then the pipeline's own status, then starts what there is room for. */
  #advance(pipeline: PipelineRecord | undefined): void {
    if (!pipeline || this.#closed) return;
    const { state } = this.#options;
    const jobs = state.currentJobsOf(pipeline.id);
    for (let moved = true; moved;) {
      moved = false;
      for (const job of jobs) {
        if (job.status !== "created" || job.fabricated) continue;
        const step = nextStep(job, jobs);
        if (step === "run") this.#enqueue(job);
        else if (step === "offer") job.status = "manual";
        else if (step === "skip") job.status = "skipped";
        moved ||= step !== "wait";
      }
    }
    const reported = this.#options.statuses
      .currentOfPipeline(pipeline.id)
      .map(({ state: one }) => ({ status: one, allowFailure: false }));
    const status = pipelineStatus([...jobs, ...reported]);
    if (status !== undefined) this.#setStatus(pipeline, status);
    state.changed();
    this.#startWaiting();
  }

  #setStatus(pipeline: PipelineRecord, status: string): void {
    if (pipeline.status === status) return;
    const now = this.#options.state.clock.now();
    const jobs = this.#options.state.currentJobsOf(pipeline.id);
    pipeline.status = status;
    pipeline.updatedAt = now;
    if (status === "running") pipeline.startedAt ??= now;
    pipeline.finishedAt = FINAL_STATUSES.has(status) ? now : null;
    pipeline.duration = FINAL_STATUSES.has(status) ? busySeconds(this.#options.state.jobsOf(pipeline.id)) : null;
    const coverages = jobs.flatMap((job) => job.coverage ?? []);
    if (coverages.length > 0)
      pipeline.coverage = (coverages.reduce((sum, one) => sum + one, 0) / coverages.length).toFixed(2);
    this.#mirror(pipeline);
  }

  #enqueue(job: JobRecord): void {
    job.status = "pending";
    job.queuedAt = this.#options.state.clock.now();
  }

  #again(job: JobRecord): JobRecord {
    const attempt = this.#options.state.addJob(againFrom(job, this.#options.state.clock.now()));
    job.retried = true;
    this.#enqueue(attempt);
    this.#reviveFollowers(job);
    return attempt;
  }

  #reviveFollowers(earlier: JobRecord): void {
    for (const job of this.#options.state.currentJobsOf(earlier.pipelineId)) {
      if (job.status !== "skipped" || job.ci === undefined || !follows(job, earlier)) continue;
      job.status = "created";
      job.fabricated = false;
      job.finishedAt = null;
    }
  }

  #cancel(job: JobRecord, atOnce: boolean): void {
    if (FINAL_STATUSES.has(job.status) || job.status === "canceling") return;
    const running = this.#running.get(job.id);
    if (running === undefined || atOnce) this.#finish(job, "canceled");
    else job.status = "canceling";
    running?.cancel();
  }

  #startWaiting(): void {
    const pending = [...this.#options.state.jobs.values()].filter(
      (job) => job.status === "pending" && !job.fabricated && !this.#starting.has(job.id),
    );
    for (const job of pending) {
      if (this.#closed) return;
      if (this.#running.size + this.#starting.size >= this.#options.concurrent && !this.#urgent.has(job.pipelineId))
        continue;
      this.#starting.add(job.id);
      void this.#start(job).catch((error: unknown) => {
        this.#starting.delete(job.id);
        this.#options.log(`Job ${job.id} could not start: ${String(error)}`);
        this.#ended(job, "failed", { failureReason: "runner_system_failure" });
      });
    }
  }

  /** Ends the trigger jobs that wait for a pipeline which has ended. */
  #mirror(pipeline: PipelineRecord): void {
    if (!FINAL_STATUSES.has(pipeline.status)) return;
    const bridges = [...this.#options.state.jobs.values()].filter(
      (job) => job.downstreamId === pipeline.id && job.status === "running",
    );
    for (const bridge of bridges)
      this.#ended(bridge, pipeline.status === "failed" || pipeline.status === "canceled" ? pipeline.status : "success");
  }

  async #start(job: JobRecord): Promise<void> {
    const runnable = await runnableJob(this.#options, job);
    this.#starting.delete(job.id);
    // Canceled, deleted, or closed while the commit was being read.
    if (runnable === undefined || job.status !== "pending" || this.#closed) {
      this.#startWaiting();
      return;
    }
    const running = this.#options.runner.start(runnable, {
      log: (chunk) => {
        // Output that arrives after the job was deleted has nowhere to go.
        if (!this.#options.state.jobs.has(job.id)) return;
        job.trace.append(chunk);
        this.#options.state.changed();
      },
      status: (status, end) => this.#ended(job, status, end),
      artifacts: (upload) => {
        job.archive = makeArchive(upload.name, upload.files);
        job.junit = upload.junit;
        job.reports = upload.reports ?? [];
        return Promise.resolve();
      },
    });
    this.#running.set(job.id, running);
    void running.done
      .catch(() => this.#ended(job, "failed", { failureReason: "runner_system_failure" }))
      .finally(() => {
        this.#running.delete(job.id);
        this.#startWaiting();
      });
  }

  #ended(job: JobRecord, status: "running" | "success" | "failed" | "canceled", end: JobEnd = {}): void {
    if (FINAL_STATUSES.has(job.status)) return;
    if (status === "running") {
      job.startedAt = this.#options.state.clock.now();
      job.hasRunner = true;
      if (job.status === "pending") job.status = "running";
    } else {
      this.#finish(job, job.status === "canceling" ? "canceled" : status, end);
    }
    this.#advance(this.#pipelineOf(job));
  }

  #finish(job: JobRecord, status: string, end: JobEnd = {}): void {
    job.status = status;
    job.finishedAt = this.#options.state.clock.now();
    if (status === "failed") job.failureReason = end.failureReason ?? "script_failure";
    if (end.coverage !== undefined) job.coverage = end.coverage;
  }
}
