import { createHash } from "node:crypto";
import { FINAL_STATUSES, type JobRecord, type PipelineRecord } from "../records.ts";
import type { State } from "../state.ts";
import type { CiConfig, FabricatedJob, FabricatedPipeline, ProjectRecord, UserRecord } from "../types.ts";
import { makeArchive } from "./artifacts.ts";
import { freshJob } from "./newPipeline.ts";
import { pipelineStatus } from "./status.ts";

const NOT_STARTED = "created pending skipped manual scheduled waiting_for_resource preparing".split(" ");

/** Records of a pipeline that nobody runs, in whatever state a test or the sample wants. `config` says what a retry of its jobs runs. */
export function fabricate(
  state: State,
  project: ProjectRecord,
  user: UserRecord,
  spec: FabricatedPipeline,
  sha: string,
  config?: CiConfig,
): { pipeline: PipelineRecord; jobs: JobRecord[] } {
  const created = spec.createdAt ?? state.clock.now();
  const specs = [
    ...(spec.jobs ?? []),
    ...Array.from({ length: spec.jobCount ?? 0 }, (_, index): FabricatedJob => ({ name: `job ${index + 1}` })),
  ];
  const stages = [...new Set(specs.map((job) => job.stage ?? "test"))];
  const status =
    spec.status ??
    pipelineStatus(
      specs
        .filter((job) => job.retried !== true)
        .map((job) => ({ status: job.status ?? "success", allowFailure: job.allowFailure ?? false })),
    ) ??
    "success";
  const seconds = spec.duration ?? (specs.reduce((sum, job) => sum + (job.duration ?? 10), 0) || 1);
  const final = FINAL_STATUSES.has(status);
  const started = NOT_STARTED.includes(status) ? null : created + 1500;
  const pipeline = state.addPipeline({
    projectId: project.id,
    sha,
    beforeSha: "0".repeat(40),
    ref: spec.ref ?? project.defaultBranch,
    tag: spec.tag ?? false,
    source: spec.source ?? "push",
    userId: user.id,
    createdAt: created,
    variables: (spec.variables ?? []).map((variable) => ({
      ...variable,
      variable_type: variable.variable_type ?? "env_var",
    })),
    yamlErrors: spec.yamlErrors ?? null,
    stages,
    ciVariables: config?.variables ?? {},
    fabricated: true,
    overrides: spec.overrides ?? {},
    name: spec.name ?? null,
    status,
    startedAt: started,
    finishedAt: final && started !== null ? started + seconds * 1000 : null,
    committedAt: created - 5000,
    coverage: spec.coverage ?? null,
    duration: final && started !== null ? (spec.duration === undefined ? Math.round(seconds) : spec.duration) : null,
  });
  pipeline.updatedAt = Math.min(pipeline.finishedAt ?? started ?? created, state.clock.now());
  let begin = created + 1500;
  const jobs = specs.map((job, index) => {
    const record = addFabricatedJob(state, pipeline, { stages, config }, job, index, begin);
    begin = record.finishedAt ?? begin;
    return record;
  });
  state.changed();
  return { pipeline, jobs };
}

function addFabricatedJob(
  state: State,
  pipeline: PipelineRecord,
  { stages, config }: { stages: readonly string[]; config: CiConfig | undefined },
  job: FabricatedJob,
  index: number,
  begin: number,
): JobRecord {
  const status = job.status ?? "success";
  const stage = job.stage ?? "test";
  const ran = !NOT_STARTED.includes(status);
  const seconds = job.duration ?? 10;
  const record = state.addJob({
    ...freshJob(pipeline, pipeline.createdAt),
    name: job.name ?? `job ${index + 1}`,
    stage,
    stageIndex: stages.indexOf(stage),
    ci: config?.jobs.find((one) => one.name === job.name),
    fabricated: true,
    status,
    allowFailure: job.allowFailure ?? false,
    queuedAt: ran || status === "pending" ? begin - 500 : null,
    startedAt: ran ? begin : null,
    finishedAt: FINAL_STATUSES.has(status) ? begin + (ran ? seconds * 1000 : 0) : null,
    duration: job.duration,
    coverage: job.coverage ?? null,
    failureReason: status === "failed" ? (job.failureReason ?? "script_failure") : undefined,
    retried: job.retried ?? false,
    hasRunner: ran,
    bridge: job.downstream !== undefined,
    downstreamId: job.downstream ?? null,
    overrides: job.overrides ?? {},
    archive: makeArchive(
      "artifacts",
      Object.entries(job.artifacts ?? {}).map(([path, text]) => ({ path, content: Buffer.from(text) })),
    ),
    junit: (job.junit ?? []).map((xml) => Buffer.from(xml)),
    reports: Object.entries(job.reports ?? {}).map(([type, { filename, text }]) => ({
      type,
      filename,
      content: Buffer.from(text),
    })),
  });
  if (job.trace !== undefined) record.trace.append(Buffer.from(job.trace));
  return record;
}

/** A sha that no commit has, the same for the same text. */
export function inventedSha(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
