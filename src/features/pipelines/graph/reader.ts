import { isCancelled } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import type { Load } from "../../../core/feature.ts";
import { knownTimes } from "../../../core/pipelines/estimates.ts";
import { jobKey, nameOf, type NeedsByJob } from "../../../core/pipelines/jobKey.ts";
import { paceOf } from "../../../core/pipelines/pace.ts";
import type { PipelineJobs } from "../../../core/pipelines/pipelineJobs.ts";
import { type PipelineRef, unreadPipeline } from "../../../core/pipelines/refs.ts";
import type { Stage } from "../../../core/pipelines/stages.ts";
import type { PipelineTimes } from "../../../core/pipelines/timeLeft.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";
import { type PageProblem, PageReader } from "../../../core/webview/pageReader.ts";
import type { CiFileAt } from "./ciFile.ts";
import type { needsByJob } from "./needs.ts";

/** The needs of a pipeline's jobs, or why they are unknown. */
export type KnownNeeds =
  | { readonly kind: "reading" }
  | { readonly kind: "known"; readonly path: string; readonly whole: boolean; readonly byJob: NeedsByJob }
  /** started: a child pipeline, whose CI file is the parent's. */
  | { readonly kind: "missing" | "elsewhere" | "started" }
  | { readonly kind: "broken"; readonly path: string }
  | { readonly kind: "failed"; readonly message: string };

/** State of the page of a pipeline's graph. */
export interface GraphState {
  readonly ref: PipelineRef;
  /** Whether everything was read once. */
  readonly loaded: boolean;
  /** Duration; undefined or null if the host does not state it. */
  readonly seconds: number | null | undefined;
  /** Undefined until the jobs are known. */
  readonly stages: readonly Stage[] | undefined;
  /** Number of jobs, if the host has more that it does not return. */
  readonly capped?: number | undefined;
  readonly needs: KnownNeeds;
  /** How long it still takes, and by how much it is slower than usual; undefined if unknown. */
  readonly times?: PipelineTimes | undefined;
  /** Whether the host may support starting manual jobs. */
  readonly canPlay: boolean;
  /** Why the content may be stale. */
  readonly problem?: PageProblem | undefined;
}

/** What a graph is read with. */
export interface GraphContext extends Pick<Context, "connections" | "templates" | "report"> {
  readonly loadCiFile: Load<typeof import("../ciFileCode.ts")>;
}

/** Reads the state of the page, all of it or only what most likely changed. */
export class GraphReader extends PageReader {
  protected readonly doing = "Read the graph of a pipeline";
  private readonly templates: Context["templates"];
  private readonly loadCiFile: GraphContext["loadCiFile"];
  private readonly now: () => number;
  private known: PipelineRef;
  private jobs: PipelineJobs;
  private seconds: number | null | undefined;
  private ciFile: { readonly sha: string; readonly found: CiFileAt } | undefined;
  private ciFailure: string | undefined;
  private needs: { readonly of: readonly Stage[]; readonly in: CiFileAt; readonly byJob: NeedsByJob } | undefined;
  private needsIn: typeof needsByJob | undefined;
  /** Whether its jobs have ended, but its final state has not been read. */
  private outdated = false;

  constructor(context: GraphContext, ref: PipelineRef, changed: () => void, now: () => number = Date.now) {
    super(context, ref.instance, changed);
    this.known = ref;
    this.templates = context.templates;
    this.loadCiFile = context.loadCiFile;
    this.now = now;
    this.jobs = this.sharedJobs();
  }

  get ref(): PipelineRef {
    const { known } = this;
    return { ...known, pipeline: this.records.newest("pipeline", known.pipeline) };
  }

  set ref(ref: PipelineRef) {
    this.known = ref;
  }

  get value(): GraphState {
    const { ref, loaded, problem } = this;
    const needs = this.knownNeeds();
    return {
      ref,
      loaded,
      seconds: this.seconds,
      stages: this.jobs.stages,
      capped: this.jobs.capped,
      needs,
      times: knownTimes(this.pipelineJobs, ref.project, ref.pipeline, this.jobs, this.now()),
      canPlay: this.client.extras.available("playJob") !== false,
      problem,
    };
  }

  get busy(): boolean {
    const { pipeline } = this.ref;
    const pace = paceOf(pipeline, this.records.changedAt("pipeline", pipeline.id), this.now());
    return this.loaded && (this.outdated || pace === "running" || this.areJobsOutdated);
  }

  /** Whether the pipeline has ended since its unfinished jobs were read. */
  private get areJobsOutdated(): boolean {
    const { id, status } = this.ref.pipeline;
    return !isRunning(status) && this.jobs.unfinishedSince < this.records.changedAt("pipeline", id);
  }

  /**
   * Sends one request, for what most likely changed: the jobs, or the pipeline once they have ended.
   * @throws ApiError, which keeps the state; CancelledError
   */
  async poll(signal: AbortSignal): Promise<void> {
    if (this.outdated) {
      await this.readItself(signal);
    } else {
      const status = await this.jobs.poll(signal);
      this.outdated = status === undefined || !isRunning(status);
      if (status !== undefined) this.ref = { ...this.ref, pipeline: { ...this.ref.pipeline, status } };
    }
    this.failure = undefined;
    this.changed();
  }

  protected forget(): void {
    const { id, project_id: projectId } = this.ref.pipeline;
    this.ref = { ...this.ref, pipeline: unreadPipeline(id, projectId ?? undefined) };
    this.jobs = this.sharedJobs();
    this.seconds = this.ciFile = this.ciFailure = this.needs = undefined;
    this.outdated = false;
  }

  protected async readAll(signal: AbortSignal): Promise<void> {
    const isNamed = Boolean(this.ref.pipeline.sha);
    await Promise.all([this.readItself(signal), this.readJobs(signal), isNamed && this.readCiFile(signal)]);
    // After a reload of the window only the ID is known at first.
    if (!isNamed) await this.readCiFile(signal);
    signal.throwIfAborted();
    this.readDurations(signal);
    this.loaded = true;
    this.failure = undefined;
  }

  private sharedJobs(): PipelineJobs {
    return this.pipelineJobs.of(this.ref.project, this.ref.pipeline.id);
  }

  /** Reads the jobs as far as nothing else that shows them has. */
  private async readJobs(signal: AbortSignal): Promise<void> {
    // The account's connection may have been replaced.
    const jobs = this.sharedJobs();
    if (this.loaded) await jobs.update(signal);
    else await jobs.ensure(this.records.changedAt("pipeline", this.ref.pipeline.id), signal);
    signal.throwIfAborted();
    this.jobs = jobs;
    this.changed();
  }

  /** Reads how long the jobs usually take while the pipeline runs. An estimate comes when it comes, and is not worth an error. */
  private readDurations(signal: AbortSignal): void {
    const { project, pipeline } = this.ref;
    if (!isRunning(pipeline.status)) return;
    this.pipelineJobs.durations.ensure(project, signal).then(this.changed, () => undefined);
  }

  private async readItself(signal: AbortSignal): Promise<void> {
    const pipeline = await this.client.pipelines.get(this.ref.project, this.ref.pipeline.id, { signal });
    signal.throwIfAborted();
    this.ref = { ...this.ref, pipeline };
    this.seconds = pipeline.duration;
    this.outdated = false;
    this.changed();
  }

  /** Reads the CI file once per commit. Errors are reported in place of the lines between jobs. */
  private async readCiFile(signal: AbortSignal): Promise<void> {
    const { instance, project, pipeline } = this.ref;
    const sha = pipeline.sha ?? "";
    if (sha === "" || this.ciFile?.sha === sha || pipeline.source === "parent_pipeline") return;
    try {
      const { readCiFile, needsByJob } = await this.loadCiFile();
      const { templates } = this;
      const template = async (key: string, until: AbortSignal): Promise<string> =>
        (await (await templates.of(instance)).template(key, until)).value.content;
      const found = await readCiFile(
        { client: this.client, project, sha, dialect: templates.dialect(instance), template },
        signal,
      );
      this.needsIn = needsByJob;
      this.ciFile = { sha, found };
      this.ciFailure = undefined;
    } catch (error) {
      if (isCancelled(error) || signal.aborted) throw error;
      this.context.report.background(error, "Read the CI file of a pipeline");
      this.ciFailure = describeError(error).message;
    }
    this.changed();
  }

  private knownNeeds(): KnownNeeds {
    if (this.ref.pipeline.source === "parent_pipeline") return { kind: "started" };
    const { stages } = this.jobs;
    const found = this.ciFile?.found;
    if (!found || !this.needsIn || !stages)
      return this.ciFailure === undefined ? { kind: "reading" } : { kind: "failed", message: this.ciFailure };
    if (found.kind !== "read") return found;
    if (this.needs?.of !== stages || this.needs.in !== found) {
      const named = stages.flatMap(({ name, jobs }) =>
        jobs.map(({ job }) => ({ key: jobKey(name, nameOf(job)), name: job.name ?? "" })),
      );
      this.needs = { of: stages, in: found, byJob: this.needsIn(found.pipeline, named) };
      this.pipelineJobs.keepNeeds(this.ref.pipeline.id, this.needs.byJob);
    }
    return { kind: "known", path: found.path, whole: found.whole, byJob: this.needs.byJob };
  }
}
