import { levelIn } from "../api/projectVisibility.ts";
import type { Repositories } from "../git/repositories.ts";
import { LEVELS } from "../groups/records.ts";
import type { JobRecord, PipelineRecord } from "../records.ts";
import type { State } from "../state.ts";
import type { CiTrigger, ProjectRecord, UserRecord } from "../types.ts";
import type { PipelineWish } from "./newPipeline.ts";

/** How many pipelines may start each other in a row: a file that includes itself must come to an end. */
const DEEPEST = 3;

/** Why a trigger job fails; the text is the job's `failure_reason`. */
export class DownstreamRefused extends Error {
  override readonly name = "DownstreamRefused";
}

/** The pipeline that a trigger job starts. Throws DownstreamRefused. */
export async function downstreamOf(
  state: State,
  repositories: Repositories,
  bridge: JobRecord,
  trigger: CiTrigger,
): Promise<{ project: ProjectRecord; wanted: PipelineWish }> {
  const upstream = state.pipelines.get(bridge.pipelineId);
  const user = state.users.get(bridge.userId);
  if (!upstream || !user) throw new DownstreamRefused("unknown_failure");
  if (depth(state, upstream) >= DEEPEST) throw new DownstreamRefused("reached_max_descendant_pipelines_depth");
  const own = state.projects.get(upstream.projectId)!;
  const variables = Object.entries(bridge.ci?.variables ?? {}).map(([key, value]) => ({
    key,
    value,
    variable_type: "env_var" as const,
  }));
  const common = { beforeSha: upstream.beforeSha, user, variables };
  if (trigger.project === undefined) {
    return {
      project: own,
      wanted: {
        ...common,
        ref: upstream.ref,
        tag: upstream.tag,
        sha: upstream.sha,
        source: "parent_pipeline",
        ...(trigger.include === undefined ? {} : { file: trigger.include }),
      },
    };
  }
  const project = reachable(state, trigger.project, user);
  const ref = trigger.branch ?? project.defaultBranch;
  const sha = await repositories.resolve(project.path, `refs/heads/${ref}`);
  if (sha === undefined) throw new DownstreamRefused("downstream_pipeline_creation_failed");
  return { project, wanted: { ...common, ref, tag: false, sha, source: "pipeline" } };
}

function reachable(state: State, path: string, user: UserRecord): ProjectRecord {
  const project = state.projectAt(path);
  if (!project || levelIn(project, user) === LEVELS.none)
    throw new DownstreamRefused("downstream_bridge_project_not_found");
  if (levelIn(project, user) < LEVELS.developer) throw new DownstreamRefused("insufficient_bridge_permissions");
  return project;
}

function depth(state: State, pipeline: PipelineRecord): number {
  const bridge = [...state.jobs.values()].find((job) => job.downstreamId === pipeline.id);
  const above = bridge && state.pipelines.get(bridge.pipelineId);
  return above ? 1 + depth(state, above) : 0;
}
