import type { Bridge } from "../../api/resources/extraTypes.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import type { ArtifactNode } from "../artifacts/nodes.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { BranchTarget } from "./branchPipeline.ts";
import type { Opened } from "./projectPipelines.ts";
import type { JobRef, PipelineRef } from "./refs.ts";
import type { Stage } from "./stages.ts";

/** current: the branch's latest pipeline. found: shown on request. all: the list. */
export type Group = "current" | "found" | "all";

interface InGroup extends ProjectScope {
  readonly group: Group;
}

export interface GroupNode extends InGroup {
  readonly kind: "group";
  readonly target?: BranchTarget;
}

/** Is a PipelineRef, for commands. */
export interface PipelineNode extends InGroup, PipelineRef {
  readonly kind: "pipeline";
  readonly pipeline: Pipeline;
}

export interface StageNode extends InGroup {
  readonly kind: "stage";
  readonly pipelineId: number;
  readonly stage: Stage;
}

/** Is a JobRef, for commands. */
export interface JobNode extends InGroup, JobRef {
  readonly kind: "job";
  readonly pipelineId: number;
  readonly job: Job;
  readonly stage: string;
  readonly earlier: readonly Job[];
}

/** An attempt at a job that a later one replaced. Is a JobRef. */
export interface AttemptNode extends InGroup, JobRef {
  readonly kind: "attempt";
  readonly pipelineId: number;
  readonly job: Job;
  readonly stage: string;
}

/** A pipeline that a job of another one started, perhaps in another project. Is a PipelineRef, for commands. */
export interface DownstreamNode extends InGroup, PipelineRef {
  readonly kind: "downstream";
  /** Id of the row it stands below. */
  readonly below: string;
  readonly bridge: Bridge;
  readonly pipeline: Pipeline;
}

/** A job that starts another pipeline and has not yet. */
export interface BridgeNode extends InGroup {
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

/** Row ids are paths that begin with instance, project and group: one pipeline may stand in several groups. */
export const groupId = ({ instance, project, group }: InGroup): string => `${instance} ${project}/${group}`;
export const pipelineId = (at: InGroup, pipeline: number): string => `${groupId(at)}/${pipeline}`;
export const stageId = (at: InGroup, pipeline: number, stage: string): string =>
  `${pipelineId(at, pipeline)}/${encodeURIComponent(stage)}`;
export const jobId = (at: InGroup & { readonly pipelineId: number; readonly stage: string }, job: number): string =>
  `${stageId(at, at.pipelineId, at.stage)}/${job}`;

/** What stages may be called begins with what no encoded name has, so that ids stay apart. */
export const bridgeId = ({ below, bridge }: Pick<BridgeNode, "below" | "bridge">): string =>
  `${below}?bridge/${bridge.id}`;
/** The row of a pipeline, wherever it stands. */
export const rowId = (node: PipelineNode | DownstreamNode): string =>
  node.kind === "pipeline" ? pipelineId(node, node.pipeline.id) : bridgeId(node);

/** The jobs of a pipeline that start others: rows of what they started, in whichever project that is. */
export function bridgeNodes(
  node: PipelineNode | DownstreamNode,
  bridges: readonly Bridge[],
): (DownstreamNode | BridgeNode)[] {
  const { instance, project, group } = node;
  const below = rowId(node);
  return bridges.map((bridge) => {
    const { downstream_pipeline: pipeline } = bridge;
    return pipeline
      ? { kind: "downstream", instance, project: pipeline.project_id, group, below, bridge, pipeline }
      : { kind: "bridge", instance, project, group, below, bridge };
  });
}

/** The jobs of a stage, each with its earlier attempts. */
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

/** Which of a project's lists and pipelines stand open, by the nodes that were opened. */
export function openedOf(nodes: readonly PipelinesNode[]): Opened {
  const has = (group: Group): boolean => nodes.some((node) => node.kind === "group" && node.group === group);
  const pipelines = nodes.flatMap((node) =>
    node.kind === "pipeline" || node.kind === "downstream" ? [node.pipeline.id] : [],
  );
  return { list: has("all"), branch: has("current"), pipelines: new Set(pipelines) };
}
