import { l10n } from "vscode";
import type { ProjectId } from "../../api/path.ts";
import type { Job } from "../../api/resources/jobs.ts";
import { UserError } from "../../core/base/errors.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import { inProjectOrFork } from "../../core/comparisons/projectOrFork.ts";
import type { Context } from "../../core/context.ts";
import { readHeadPipeline, readMergeRequest } from "../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../core/mergeRequests/refs.ts";
import { familyJobs } from "../../core/pipelines/familyJobs.ts";
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
  /** ID of the pipeline, unless it is about a single job. */
  readonly pipeline?: number;
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
  const { client, pipelineJobs, records } = context.connections.get(ref.instance);
  const failed = (error: unknown): void => context.report.background(error, "Read the child pipelines of a pipeline");
  return {
    instance: of.instance,
    project: of.project,
    name: pipelineName(ref),
    jobsProject: project,
    pipeline: pipeline.id,
    jobs: await familyJobs({ client, pipelineJobs, records, failed }, project, pipeline.id, signal),
    commit: pipeline.sha ?? undefined,
    ...(project !== of.project && { fork: project }),
    isRunning: isRunning(pipeline.status),
  };
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
