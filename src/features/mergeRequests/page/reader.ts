import { ApiError } from "../../../api/errors.ts";
import type { ProjectId } from "../../../api/path.ts";
import type { LabelDetails, MergeRequest, MergeRequestPipeline } from "../../../api/resources/mergeRequestTypes.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import { isChecking } from "../../../core/mergeRequests/mergeability.ts";
import { readHeadPipeline, readMergeRequest } from "../../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { forkOf } from "../../../core/mergeRequests/sourceBranch.ts";
import { emojiNames, withEmoji } from "../../../core/people/emoji.ts";
import { paceOf } from "../../../core/pipelines/pace.ts";
import type { PipelineJobs } from "../../../core/pipelines/pipelineJobs.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";
import { projectPage } from "../../../core/webview/links.ts";
import { type RenderedText, renderMarkdown } from "../../../core/webview/markdown.ts";
import { PageReader } from "../../../core/webview/pageReader.ts";
import { readReviewers } from "../tracking/reviewers.ts";
import type { ActivityReader } from "./activity/reader.ts";
import { labelNames } from "./facts.ts";
import type { Overview } from "./model.ts";

/** The head pipeline with its jobs, as far as read. */
interface Followed {
  readonly pipeline: MergeRequestPipeline;
  readonly project: ProjectId;
  readonly jobs: PipelineJobs;
  /** Why its jobs could not be read. */
  readonly problem?: string | undefined;
}

/** Reads what was said on the merge request; failures are shown in its section. */
type ReadActivity = Pick<ActivityReader, "read" | "readCommits" | "isNews" | "forget">;

/** Reads everything that the page of a merge request shows, or the part that most likely changed. */
export class OverviewReader extends PageReader {
  protected readonly doing = "Read a merge request";
  private readonly ref: MergeRequestRef;
  private readonly activity: ReadActivity | undefined;
  private readonly now: () => number;
  private known: MergeRequestRef["mergeRequest"];
  private reading: Followed | undefined;
  private fork: string | undefined;
  private approved: boolean | undefined;
  private reviewers: Overview["reviewers"];
  private readonly labels = new Map<string, LabelDetails>();
  private rendered:
    | {
        readonly source: string;
        readonly page: string | undefined;
        readonly hasEmoji: boolean;
        readonly text: RenderedText;
      }
    | undefined;
  /** Whether the pipeline has ended since mergeability was read. */
  private outdated = false;

  constructor(
    context: Pick<Context, "connections" | "report">,
    ref: MergeRequestRef,
    changed: () => void,
    activity?: ReadActivity,
    now: () => number = Date.now,
  ) {
    super(context, ref.instance, changed);
    this.ref = ref;
    this.activity = activity;
    this.now = now;
    this.known = ref.mergeRequest;
  }

  get mergeRequest(): MergeRequestRef["mergeRequest"] {
    const { known } = this;
    return typeof known.id === "number" ? this.records.newest("mergeRequest", { ...known, id: known.id }) : known;
  }

  private get followed(): Followed | undefined {
    const { reading } = this;
    return reading && { ...reading, pipeline: this.records.newest("pipeline", reading.pipeline) };
  }

  get value(): Overview {
    const { ref, mergeRequest, loaded, followed, labels, problem, fork } = this;
    const page = projectPage(ref.instance, mergeRequest.web_url);
    return {
      ref,
      mergeRequest,
      loaded,
      projectPage: page,
      fork,
      description: this.description(page),
      pipeline: followed && {
        project: followed.project,
        pipeline: followed.pipeline,
        stages: followed.jobs.stages,
        capped: followed.jobs.capped,
        ciError: this.records.get("pipeline", followed.pipeline.id)?.yaml_errors,
        problem: followed.problem,
      },
      coverage: this.coverage,
      labels,
      problem,
      canApprove: this.client.extras.available("approve") !== false,
      approved: this.approved,
      reviewers: this.reviewers,
      canUnapprove: this.client.extras.available("unapprove") !== false,
      canRebase: this.client.extras.available("rebase") !== false,
    };
  }

  private get coverage(): Overview["coverage"] {
    const { mergeRequest, reading } = this;
    const { iid, sha } = mergeRequest;
    if (reading === undefined || typeof sha !== "string") return undefined;
    return this.pipelineJobs.coverage.of({ iid, head: sha, pipeline: reading.pipeline.id });
  }

  get busy(): boolean {
    return this.outdated || isChecking(this.mergeRequest) || this.isPipelineMoving;
  }

  /** Whether the pipeline changes, or has ended since its unfinished jobs were read. */
  private get isPipelineMoving(): boolean {
    const { followed, records } = this;
    if (!followed) return false;
    const { pipeline, jobs } = followed;
    const changedAt = records.changedAt("pipeline", pipeline.id);
    if (isRunning(pipeline.status)) return paceOf(pipeline, changedAt, this.now()) === "running";
    return jobs.stages !== undefined && jobs.unfinishedSince < changedAt;
  }

  /**
   * Sends one request, for what most likely changed: mergeability while the host is checking it, else the pipeline.
   * @throws ApiError, after which the page keeps what it shows; CancelledError
   */
  async poll(signal: AbortSignal): Promise<void> {
    const { followed } = this;
    if (this.outdated || isChecking(this.mergeRequest) || followed?.jobs.stages === undefined) {
      const mergeRequest = await this.readItself(signal);
      if (this.activity?.isNews(mergeRequest) === true) await this.activity.read(signal);
      return;
    }
    const status = await followed.jobs.poll(signal);
    if (this.reading?.jobs !== followed.jobs) return;
    this.outdated = status === undefined || !isRunning(status);
    this.reading = {
      ...followed,
      pipeline: { ...followed.pipeline, ...(status !== undefined && { status }) },
      problem: undefined,
    };
    this.changed();
  }

  protected forget(): void {
    const { iid, project_id: projectId } = this.mergeRequest;
    this.known = {
      iid,
      ...(projectId !== undefined && { project_id: projectId }),
      title: "",
      state: "",
      web_url: "",
    };
    this.outdated = false;
    this.reading = this.fork = this.approved = this.reviewers = this.rendered = undefined;
    this.labels.clear();
    this.activity?.forget();
  }

  protected async readAll(signal: AbortSignal): Promise<void> {
    const { activity } = this;
    const conversation = activity?.read(signal);
    const mergeRequest = await this.readItself(signal);
    activity?.isNews(mergeRequest);
    await Promise.all([
      conversation?.then(() => activity?.readCommits(mergeRequest, signal)),
      this.aside("Read labels", signal, () => this.readLabels(mergeRequest, signal)),
      this.aside("Look at the fork of a merge request", signal, () => this.readFork(mergeRequest, signal)),
      this.aside("Read the reviewers of a merge request", signal, () => this.readStates(mergeRequest, signal)),
      this.aside("Read the approvals of a merge request", signal, () => this.readApproved(mergeRequest, signal)),
      this.aside("Read the pipeline of a merge request", signal, () => this.readPipeline(mergeRequest, signal)),
    ]);
  }

  private async readItself(signal: AbortSignal): Promise<MergeRequest> {
    const [mergeRequest] = await Promise.all([
      readMergeRequest(this.context, this.ref, signal, { diverged: true }),
      emojiNames(),
    ]);
    signal.throwIfAborted();
    this.known = mergeRequest;
    this.loaded = true;
    this.failure = undefined;
    this.outdated = false;
    this.takeOver(mergeRequest.head_pipeline);
    this.changed();
    return mergeRequest;
  }

  /** Replaces the pipeline by a newer version of it. */
  private takeOver(pipeline: MergeRequestPipeline | null | undefined): void {
    if (pipeline && this.reading?.pipeline.id === pipeline.id) this.reading = { ...this.reading, pipeline };
  }

  /** Reads an optional part; failures are only logged. */
  private async aside(doing: string, signal: AbortSignal, read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (isCancelled(error) || signal.aborted) throw error;
      this.context.report.background(error, doing);
    }
  }

  /** Reads the colors of labels, which only lists return; skipped when all are known. */
  private async readLabels({ iid, labels }: MergeRequest, signal: AbortSignal): Promise<void> {
    if (labelNames(labels).every((name) => this.labels.has(name))) return;
    const query = { iids: [iid], state: "all", scope: "all", with_labels_details: true } as const;
    const { items } = await this.client.mergeRequests.listForProject(this.ref.project, query, { signal }).page();
    for (const label of items[0]?.labels ?? [])
      if (typeof label === "object" && label.name) this.labels.set(label.name, label);
    // Labels without colors are not asked for again.
    for (const name of labelNames(labels)) if (!this.labels.has(name)) this.labels.set(name, { name });
  }

  /** Reads the path of the source fork once. */
  private async readFork(mergeRequest: MergeRequest, signal: AbortSignal): Promise<void> {
    const id = forkOf(mergeRequest);
    if (id === undefined || this.fork !== undefined || this.client.extras.available("project") === false) return;
    try {
      this.fork = (await this.client.extras.project(id, { signal })).path_with_namespace;
    } catch (error) {
      // Forks may be private; reviewers need not see them.
      if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
    }
  }

  private async readStates({ iid, state, reviewers }: MergeRequest, signal: AbortSignal): Promise<void> {
    const isAsked = state === "opened" && (reviewers ?? []).length > 0;
    this.reviewers = isAsked ? await readReviewers(this.client, { project: this.ref.project, iid }, signal) : undefined;
  }

  private async readApproved({ iid, state }: MergeRequest, signal: AbortSignal): Promise<void> {
    if (state !== "opened" || this.client.extras.available("approvals") === false) return;
    const { user_has_approved: approved } = await this.client.extras.approvals(this.ref.project, iid, { signal });
    this.approved = approved ?? undefined;
  }

  private async readPipeline(mergeRequest: MergeRequest, signal: AbortSignal): Promise<void> {
    const pipeline = await this.headPipeline(mergeRequest, signal);
    if (pipeline === undefined) {
      this.reading = undefined;
      return;
    }
    const { reading: before } = this;
    const known = before?.pipeline.id === pipeline.id ? before : undefined;
    const projects = known ? [known.project] : this.projectsOf(mergeRequest, pipeline);
    for (const [at, project] of projects.entries()) {
      // The account's connection may have been replaced.
      const jobs = this.pipelineJobs.of(project, pipeline.id);
      this.reading = { pipeline, project, jobs };
      this.changed();
      try {
        await (known?.jobs === jobs
          ? jobs.update(signal)
          : jobs.ensure(this.records.changedAt("pipeline", pipeline.id), signal));
        return;
      } catch (error) {
        if (isCancelled(error) || signal.aborted) throw error;
        if (at < projects.length - 1 && error instanceof ApiError && error.kind === "notFound") continue;
        this.reading = { pipeline, project, jobs, problem: describeError(error).message };
        throw error;
      }
    }
  }

  private async headPipeline(
    mergeRequest: MergeRequest,
    signal: AbortSignal,
  ): Promise<MergeRequestPipeline | undefined> {
    const pipeline = await readHeadPipeline(this.client, mergeRequest, this.ref.project, signal);
    return typeof pipeline?.id === "number" ? pipeline : undefined;
  }

  /** Returns the projects that may have the pipeline: pipelines of forks run there. */
  private projectsOf(
    { source_project_id: source }: MergeRequest,
    pipeline: MergeRequestPipeline & { readonly project_id?: unknown },
  ): readonly ProjectId[] {
    if (typeof pipeline.project_id === "number") return [pipeline.project_id];
    return typeof source === "number" && source !== this.ref.project ? [this.ref.project, source] : [this.ref.project];
  }

  private description(page: string | undefined): RenderedText | undefined {
    const { description } = this.mergeRequest;
    if (typeof description !== "string" || description.trim() === "") return undefined;
    const hasEmoji = emojiNames.loaded !== undefined;
    const { rendered } = this;
    if (rendered?.source !== description || rendered.page !== page || rendered.hasEmoji !== hasEmoji) {
      const place = { instance: this.ref.instance, project: page, emoji: withEmoji };
      this.rendered = { source: description, page, hasEmoji, text: renderMarkdown(description, place) };
    }
    return this.rendered?.text;
  }
}
