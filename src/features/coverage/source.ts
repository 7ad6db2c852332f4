import { l10n } from "vscode";
import type { ProjectId } from "../../api/path.ts";
import type { Job } from "../../api/resources/jobs.ts";
import { isCancelled, UserError } from "../../core/base/errors.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import { inProjectOrFork } from "../../core/comparisons/projectOrFork.ts";
import type { Context } from "../../core/context.ts";
import { readHeadPipeline, readMergeRequest } from "../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../core/mergeRequests/refs.ts";
import { jobName, pipelineName } from "../../core/pipelines/pickPipeline.ts";
import type { JobRef, PipelineRef } from "../../core/pipelines/refs.ts";
import { isRunning } from "../../core/ui/statusStyle.ts";
import type { CoverageRef } from "./refs.ts";

/** Jobs whose reports are read together. Instance and project are those of the workspace's clone. */
export interface CoverageSource extends ProjectScope {
  /** For titles and messages. */
  readonly name: string;
  /** The project of the jobs: a fork's, where the pipeline of a merge request ran there. */
  readonly jobsProject: ProjectId;
  readonly jobs: readonly Job[];
  /** The commit that they ran for. */
  readonly commit: string | undefined;
  /** A fork that may have the commit. */
  readonly fork?: ProjectId | undefined;
  /** Whether more jobs may end. */
  readonly isRunning: boolean;
}

/**
 * Returns the jobs of a pipeline, a job, or the latest pipeline of a merge request.
 * @throws ApiError, UserError if a merge request has no pipeline
 */
export async function sourceOf(context: Context, ref: CoverageRef, signal: AbortSignal): Promise<CoverageSource> {
  if ("job" in ref) return ofJob(context, ref, signal);
  return "pipeline" in ref ? ofPipeline(context, ref, signal) : ofMergeRequest(context, ref, signal);
}

async function ofJob(context: Context, ref: JobRef, signal: AbortSignal): Promise<CoverageSource> {
  const { instance, project } = ref;
  // Rows of earlier attempts and typed IDs lack fields.
  const job = await context.connections.get(instance).client.jobs.get(project, ref.job.id, { signal });
  return {
    instance,
    project,
    name: jobName({ ...ref, job: { ...ref.job, name: job.name ?? "" } }),
    jobsProject: project,
    jobs: [job],
    commit: job.commit?.id ?? job.pipeline?.sha ?? undefined,
    isRunning: isRunning(job.status),
  };
}

async function ofPipeline(
  context: Context,
  ref: PipelineRef,
  signal: AbortSignal,
  of: ProjectScope = ref,
): Promise<CoverageSource> {
  const { pipeline, project } = ref;
  return {
    instance: of.instance,
    project: of.project,
    name: pipelineName(ref),
    jobsProject: project,
    jobs: await jobsOf(context, ref, signal),
    commit: pipeline.sha ?? undefined,
    ...(project !== of.project && { fork: project }),
    isRunning: isRunning(pipeline.status),
  };
}

/** Limits of the pipelines that a pipeline starts in its own project, and that those start. */
const maxChildren = 20;
const maxDepth = 2;

/** Returns the latest jobs of a pipeline and of its child pipelines, which run for the same commit. @throws ApiError */
async function jobsOf(context: Context, ref: PipelineRef, signal: AbortSignal, depth = 0): Promise<readonly Job[]> {
  const { instance, project } = ref;
  const jobs = context.connections.get(instance).pipelineJobs.of(project, ref.pipeline.id);
  await jobs.load(signal);
  const all = [...(jobs.latest ?? [])];
  if (depth >= maxDepth) return all;
  for (const pipeline of await childrenOf(context, ref, signal))
    all.push(...(await jobsOf(context, { instance, project, pipeline }, signal, depth + 1)));
  return all;
}

/** Returns no pipelines if the host has no route for them. */
async function childrenOf(
  context: Context,
  { instance, project, pipeline: { id } }: PipelineRef,
  signal: AbortSignal,
): Promise<readonly PipelineRef["pipeline"][]> {
  const { extras } = context.connections.get(instance).client;
  if (extras.available("bridges") === false) return [];
  try {
    const { items } = await extras.bridges(project, id, { perPage: 100, signal }).page();
    const started = items.flatMap(({ downstream_pipeline: one }) => (one?.source === "parent_pipeline" ? [one] : []));
    return started.slice(0, maxChildren);
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, "Read the child pipelines of a pipeline");
    return [];
  }
}

async function ofMergeRequest(context: Context, ref: MergeRequestRef, signal: AbortSignal): Promise<CoverageSource> {
  const { instance, project } = ref;
  const { client } = context.connections.get(instance);
  const mergeRequest = await readMergeRequest(context, ref, signal);
  const pipeline = await readHeadPipeline(client, mergeRequest, project, signal);
  if (!pipeline) throw new UserError(l10n.t("!{0} has no pipeline, so there is no coverage.", mergeRequest.iid));
  const { source_project_id: source, target_project_id: target, project_id: own } = mergeRequest;
  const fork = source && source !== (target ?? own) ? source : undefined;
  // Pipelines of forks run there.
  return inProjectOrFork(project, fork, (jobsProject) =>
    ofPipeline(context, { instance, project: jobsProject, pipeline }, signal, { instance, project }),
  );
}
