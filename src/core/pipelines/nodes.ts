import type { Bridge } from "../../api/resources/extraTypes.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import type { ArtifactNode } from "../artifacts/nodes.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { BranchTarget } from "./branchPipeline.ts";
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

/** Also a JobRef for commands. */
export interface JobNode extends Grouped, JobRef {
  readonly kind: "job";
  readonly pipelineId: number;
  readonly job: Job;
  readonly stage: string;
  readonly earlier: readonly Job[];
}

/** An attempt that was retried. Also a JobRef for commands. */
export interface AttemptNode extends Grouped, JobRef {
  readonly kind: "attempt";
  readonly pipelineId: number;
  readonly job: Job;
  readonly stage: string;
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
  | JobNode
  | AttemptNode
  | ArtifactNode;

/** Row IDs are paths that begin with instance, project and group, because a pipeline may be in several groups. */
export const groupId = ({ instance, project, group }: Grouped): string => `${instance} ${project}/${group}`;
export const pipelineId = (at: Grouped, pipeline: number): string => `${groupId(at)}/${pipeline}`;
export const stageId = (at: Grouped, pipeline: number, stage: string): string =>
  `${pipelineId(at, pipeline)}/${encodeURIComponent(stage)}`;
export const jobId = (at: Grouped & { readonly pipelineId: number; readonly stage: string }, job: number): string =>
  `${stageId(at, at.pipelineId, at.stage)}/${job}`;

/** `?` cannot occur in encoded stage names, so these IDs are unique. */
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

/** Returns the rows of a stage's jobs. */
export function jobNodes(node: StageNode): JobNode[] {
  const { instance, project, group, stage, pipelineId: id } = node;
  return stage.jobs.map(({ job, earlier }) => ({
    kind: "job",
    instance,
    project,
    group,
    pipelineId: id,
    stage: stage.name,
    job,
    earlier,
  }));
}

export function attemptNodes(node: JobNode): AttemptNode[] {
  const { instance, project, group, pipelineId: id, stage } = node;
  return node.earlier.map((job) => ({ kind: "attempt", instance, project, group, pipelineId: id, stage, job }));
}

/** Returns which lists and pipelines are expanded. */
export function expandedOf(nodes: readonly PipelinesNode[]): ExpandedNodes {
  const has = (group: Group): boolean => nodes.some((node) => node.kind === "group" && node.group === group);
  const pipelines = nodes.flatMap((node) =>
    node.kind === "pipeline" || node.kind === "downstream" ? [node.pipeline.id] : [],
  );
  return { list: has("all"), branch: has("current"), pipelines: new Set(pipelines) };
}
