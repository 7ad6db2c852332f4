import type { JobRecord, PipelineRecord, PipelineVariable } from "../records.ts";
import type { NewJob, State } from "../state.ts";
import type { CiConfig, ProjectRecord, UserRecord } from "../types.ts";

/** There is nothing to run; the message is what `POST /pipeline` answers. */
export class PipelineRefused extends Error {
  override readonly name = "PipelineRefused";
}

/** What to make a pipeline of. */
export interface PipelineWish {
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly beforeSha: string;
  readonly source: string;
  readonly user: UserRecord;
  readonly variables: readonly PipelineVariable[];
}

export interface WantedPipeline extends PipelineWish {
  readonly committedAt: number | null;
  readonly message: string;
}

/**
 * Records of a pipeline and its jobs from a CI file. A push with an invalid file makes a failed pipeline with
 * `yaml_errors`; the same asked for by API is refused. `[skip ci]` makes a skipped one.
 */
export function buildPipeline(
  state: State,
  project: ProjectRecord,
  wanted: WantedPipeline,
  config: CiConfig,
): PipelineRecord {
  const invalid = config.errors.length > 0;
  if (invalid && wanted.source !== "push") throw new PipelineRefused(config.errors.join(", "));
  if (!invalid && config.jobs.length === 0) throw new PipelineRefused("No stages / jobs for this pipeline.");
  const skipped = wanted.source === "push" && /\[(skip ci|ci skip)\]/i.test(wanted.message);
  const now = state.clock.now();
  const pipeline = state.addPipeline({
    projectId: project.id,
    sha: wanted.sha,
    beforeSha: wanted.beforeSha,
    ref: wanted.ref,
    tag: wanted.tag,
    source: wanted.source,
    userId: wanted.user.id,
    createdAt: now,
    variables: wanted.variables,
    yamlErrors: invalid ? config.errors.join(", ") : null,
    stages: config.stages,
    ciVariables: config.variables,
    fabricated: false,
    overrides: {},
    name: config.name ?? null,
    status: invalid ? "failed" : skipped ? "skipped" : "created",
    startedAt: null,
    finishedAt: invalid || skipped ? now : null,
    committedAt: wanted.committedAt,
    coverage: null,
    duration: null,
  });
  if (invalid || skipped) return pipeline;
  const ordered = [...config.jobs].sort((a, b) => config.stages.indexOf(a.stage) - config.stages.indexOf(b.stage));
  for (const ci of ordered) {
    state.addJob({
      ...freshJob(pipeline, now),
      name: ci.name,
      stage: ci.stage,
      stageIndex: config.stages.indexOf(ci.stage),
      ci,
      allowFailure: ci.allowFailure,
    });
  }
  return pipeline;
}

/** A job that has not begun, without name and stage. */
export function freshJob(
  pipeline: Pick<PipelineRecord, "id" | "projectId" | "userId">,
  now: number,
): Omit<NewJob, "name" | "stage" | "stageIndex" | "ci" | "allowFailure"> {
  return {
    projectId: pipeline.projectId,
    pipelineId: pipeline.id,
    createdAt: now,
    userId: pipeline.userId,
    overrides: {},
    fabricated: false,
    status: "created",
    queuedAt: null,
    startedAt: null,
    finishedAt: null,
    duration: undefined,
    coverage: null,
    failureReason: undefined,
    retried: false,
    hasRunner: false,
    played: false,
    bridge: false,
    downstreamId: null,
    variables: [],
    archive: undefined,
    artifactsExpireAt: null,
    junit: [],
    reports: [],
  };
}

/** The next attempt of a job: same work, nothing done yet. It runs unless nobody knows what to run. */
export function againFrom(job: JobRecord, now: number): NewJob {
  const { id: _id, trace: _trace, overrides: _overrides, ...kept } = job;
  return {
    ...kept,
    ...freshJob({ id: job.pipelineId, projectId: job.projectId, userId: job.userId }, now),
    fabricated: job.ci === undefined,
    played: job.played,
    bridge: job.bridge,
    variables: job.variables,
  };
}
