import type { Bridge } from "../../api/resources/extraTypes.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import type { ArtifactNode } from "../artifacts/nodes.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { BranchTarget } from "./branchPipeline.ts";
import { groupedRows, type JobAttempts, type JobGroup } from "./jobGroups.ts";
import type { ExpandedNodes } from "./projectPipelines.ts";
import type { JobRef, PipelineRef } from "./refs.ts";
import type { Stage } from "./stages.ts";

/** current: the branch's latest pipeline. found: shown on request. all: the list. */
export type Group = "current" | "found" | "all";

interface Grouped extends ProjectScope {
  readonly group: Group;
}

export interface GroupNode extends Grouped {
  readonly kind: "group";
  readonly target?: BranchTarget;
}

/** Also a PipelineRef for commands. */
export interface PipelineNode extends Grouped, PipelineRef {
  readonly kind: "pipeline";
  readonly pipeline: Pipeline;
}

export interface StageNode extends Grouped {
  readonly kind: "stage";
  readonly pipelineId: number;
  readonly stage: Stage;
}

/** Jobs of a matrix, or of a parallel job. */
export interface JobGroupNode extends Grouped {
  readonly kind: "jobGroup";
  readonly pipelineId: number;
  readonly stage: string;
  readonly jobGroup: JobGroup;
}

/** Where a job is: in a stage, perhaps in a group there. */
interface JobPlace extends Grouped {
  readonly pipelineId: number;
  readonly stage: string;
  /** Name of its group. */
  readonly inGroup?: string;
}

/** Also a JobRef for commands. */
export interface JobNode extends JobPlace, JobRef {
  readonly kind: "job";
  readonly job: Job;
  readonly earlier: readonly Job[];
}

/** An attempt that was retried. Also a JobRef for commands. */
export interface AttemptNode extends JobPlace, JobRef {
  readonly kind: "attempt";
  readonly job: Job;
}

/** Why a pipeline has no jobs: its CI file is invalid. */
export interface CiErrorNode extends Grouped {
  readonly kind: "ciError";
  readonly below: string;
  readonly pipeline: Pipeline;
  /** The host's text. */
  readonly error: string;
}

/** A downstream pipeline, possibly of another project. Also a PipelineRef for commands. */
export interface DownstreamNode extends Grouped, PipelineRef {
  readonly kind: "downstream";
  /** ID of the parent row. */
  readonly below: string;
  readonly bridge: Bridge;
  readonly pipeline: Pipeline;
}

/** A trigger job without downstream pipeline. */
export interface BridgeNode extends Grouped {
  readonly kind: "bridge";
  readonly below: string;
  readonly bridge: Bridge;
}

export type PipelinesNode =
  | GroupNode
  | PipelineNode
  | DownstreamNode
  | BridgeNode
  | StageNode
  | CiErrorNode
  | JobGroupNode
  | JobNode
  | AttemptNode
  | ArtifactNode;

/** Row IDs are paths that begin with instance, project and group, because a pipeline may be in several groups. */
export const groupId = ({ instance, project, group }: Grouped): string => `${instance} ${project}/${group}`;
export const pipelineId = (at: Grouped, pipeline: number): string => `${groupId(at)}/${pipeline}`;
export const stageId = (at: Grouped, pipeline: number, stage: string): string =>
  `${pipelineId(at, pipeline)}/${encodeURIComponent(stage)}`;
/** `?` cannot occur in encoded stage names, so these IDs are unique. */
export const jobGroupId = (at: Omit<JobPlace, "inGroup">, name: string): string =>
  `${stageId(at, at.pipelineId, at.stage)}?jobs/${encodeURIComponent(name)}`;
export const jobId = (at: JobPlace, job: number): string =>
  `${at.inGroup === undefined ? stageId(at, at.pipelineId, at.stage) : jobGroupId(at, at.inGroup)}/${job}`;
export const ciErrorId = ({ below }: Pick<CiErrorNode, "below">): string => `${below}?ciError`;
export const bridgeId = ({ below, bridge }: Pick<BridgeNode, "below" | "bridge">): string =>
  `${below}?bridge/${bridge.id}`;
/** Returns the row ID of a pipeline. */
export const rowId = (node: PipelineNode | DownstreamNode): string =>
  node.kind === "pipeline" ? pipelineId(node, node.pipeline.id) : bridgeId(node);

/** Returns the rows of a pipeline's trigger jobs and downstream pipelines. */
export function bridgeNodes(
  node: PipelineNode | DownstreamNode,
  bridges: readonly Bridge[],
): (DownstreamNode | BridgeNode)[] {
  const { instance, project, group } = node;
  const below = rowId(node);
  return bridges.map((bridge) => {
    const { downstream_pipeline: pipeline } = bridge;
    return pipeline
      ? { kind: "downstream", instance, project: pipeline.project_id ?? project, group, below, bridge, pipeline }
      : { kind: "bridge", instance, project, group, below, bridge };
  });
}

/** Returns the rows of a stage: its jobs, those of a group below one row. */
export function jobNodes(node: StageNode): (JobGroupNode | JobNode)[] {
  const { instance, project, group, pipelineId: id } = node;
  const at = { instance, project, group, pipelineId: id, stage: node.stage.name };
  return groupedRows<JobGroupNode | JobNode>(node.stage, {
    job: (attempts) => ({ kind: "job", ...at, ...attempts }),
    group: (jobGroup) => ({ kind: "jobGroup", ...at, jobGroup }),
  });
}

/** Returns the rows of the jobs of a group. */
export function groupJobNodes({ instance, project, group, pipelineId: id, stage, jobGroup }: JobGroupNode): JobNode[] {
  const at = { instance, project, group, pipelineId: id, stage, inGroup: jobGroup.name };
  return jobGroup.jobs.map((attempts: JobAttempts) => ({ kind: "job", ...at, ...attempts }));
}

export function attemptNodes({ kind: _, earlier, ...at }: JobNode): AttemptNode[] {
  return earlier.map((job) => ({ ...at, kind: "attempt", job }));
}

/** Returns which lists and pipelines are expanded. */
export function expandedOf(nodes: readonly PipelinesNode[]): ExpandedNodes {
  const has = (group: Group): boolean => nodes.some((node) => node.kind === "group" && node.group === group);
  const pipelines = nodes.flatMap((node) =>
    node.kind === "pipeline" || node.kind === "downstream" ? [node.pipeline.id] : [],
  );
  return { list: has("all"), branch: has("current"), pipelines: new Set(pipelines) };
}
