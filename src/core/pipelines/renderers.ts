import { l10n, type TreeItem } from "vscode";
import type { ProjectId } from "../../api/path.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import { type ArtifactNode, artifactsNodes } from "../artifacts/nodes.ts";
import { mergedText, switchAction } from "../mergeRequests/labels.ts";
import type { NodeRenderers, Rows } from "../tree/node.ts";
import { pagedRows } from "../tree/pagedFolder.ts";
import { isRunning } from "../ui/statusStyle.ts";
import { bridgeItem, downstreamItem } from "./bridgeItem.ts";
import { isUnfiltered } from "./filter.ts";
import { ciErrorItem, groupItem, jobGroupItem, noPipelineText, pipelineItem, stageItem } from "./items.ts";
import { jobItem, type JobItemOptions } from "./jobItem.ts";
import {
  type AttemptNode,
  attemptNodes,
  bridgeId,
  bridgeNodes,
  ciErrorId,
  type CiErrorNode,
  type DownstreamNode,
  groupId,
  groupJobNodes,
  type GroupNode,
  jobGroupId,
  jobId,
  type JobNode,
  jobNodes,
  pipelineId,
  type PipelineNode,
  type PipelinesNode,
  rowId,
  type StageNode,
  stageId,
} from "./nodes.ts";
import type { ProjectPipelines } from "./projectPipelines.ts";
import { hasArtifacts } from "./rowContext.ts";
import type { PipelineTimes } from "./timeLeft.ts";
import { pipelineTooltip, jobTooltip } from "./tooltip.ts";

export interface PipelineRendererOptions {
  /** Returns the shown data; undefined without a project. */
  readonly data: () => ProjectPipelines | undefined;
  /** Called after data was read, which may change other rows, the badge and the polling interval. */
  readonly read: () => void;
  /** Returns whether the host's rate limit is reached. */
  readonly silent: () => boolean;
  /** Returns whether the branch's pipeline has a row above the list. */
  readonly isCurrentShown: () => boolean;
  /** Renderers of the rows below jobs. */
  readonly artifacts: NodeRenderers<ArtifactNode>;
}

/** Returns the renderers of the Pipelines view. */
export function pipelineRenderers({
  data,
  read,
  silent,
  isCurrentShown,
  artifacts,
}: PipelineRendererOptions): NodeRenderers<PipelinesNode> {
  const open = async (node: PipelineNode | DownstreamNode, signal: AbortSignal): Promise<Rows<PipelinesNode>> => {
    const { project, pipeline } = node;
    const { id } = pipeline;
    const pipelines = data();
    await Promise.all([pipelines?.loadJobs(id, project, signal), pipelines?.bridges.load(project, id, signal)]);
    // Why a pipeline failed that has no jobs, only its details say.
    if (pipeline.status === "failed" && pipelines?.ciError(pipeline) === undefined && isEmpty(pipelines, id))
      await pipelines?.loadDetails(pipeline, signal, project).catch(() => undefined);
    read();
    // An estimate comes when it comes, and is not worth an error.
    if (node.kind === "pipeline" && !silent())
      void pipelines?.loadDurations(pipeline, signal).then(read, () => undefined);
    return stageRows(node, data()) ?? { nodes: [] };
  };
  const jobLook = ({ project, job }: JobNode | AttemptNode): Pick<JobItemOptions, "opens" | "times"> => ({
    opens: hasArtifacts(job),
    times: isRunning(job.status) ? data()?.jobTimes(job, project) : undefined,
  });
  const timesOf = (pipeline: Pipeline, project?: ProjectId): PipelineTimes | undefined =>
    isRunning(pipeline.status) ? data()?.times(pipeline, project) : undefined;
  const jobDetail = ({ project, job }: JobNode | AttemptNode, item: TreeItem): TreeItem =>
    Object.assign(item, { tooltip: jobTooltip(job, data()?.jobTimes(job, project)) });
  return {
    group: {
      id: groupId,
      item: groupItem,
      remembered: true,
      known: (node) => {
        const pipelines = data();
        return pipelines && rowsOf(node, pipelines, { read, isCurrentShown });
      },
      children: async (node, signal) => {
        const pipelines = data();
        if (!pipelines) return { nodes: [] };
        if (node.group === "all") await pipelines.loadList(signal);
        const { branch, branchPipeline: latest, titles } = pipelines;
        if (node.group === "current") {
          // It may only lack its title.
          if (titles?.isDue(latest?.sha) !== true) await branch.load(signal);
          await titles?.load([pipelines.branchPipeline?.sha]);
        }
        const { value } = branch;
        if (node.group === "current" && value.kind === "failed") throw value.error;
        read();
        return rowsOf(node, pipelines, { read, isCurrentShown }) ?? { nodes: [] };
      },
    },
    pipeline: {
      id: (node) => pipelineId(node, node.pipeline.id),
      item: ({ pipeline, group }) =>
        pipelineItem(pipeline, {
          jobs: data()?.knownJobs(pipeline.id)?.latest,
          title: data()?.titles?.of(pipeline.sha),
          times: timesOf(pipeline),
          opens: group === "current",
        }),
      remembered: true,
      // Reading the jobs of those in the list waits until they are opened again.
      remembers: ({ group }) => group === "current",
      known: (node) => stageRows(node, data()),
      children: open,
      detail: async ({ pipeline }, item, signal) => {
        const pipelines = data();
        const title = pipelines?.titles?.of(pipeline.sha);
        const about = { title, times: pipelines?.times(pipeline) };
        item.tooltip = pipelineTooltip(pipeline, about);
        const known = pipelines?.knownDetails(pipeline);
        if (pipelines && (known || !silent())) {
          // The tooltip is useful without details.
          const details = known ?? (await pipelines.loadDetails(pipeline, signal).catch(() => undefined));
          if (details) item.tooltip = pipelineTooltip({ ...details, ...pipeline }, about);
        }
        return item;
      },
    },
    downstream: {
      id: bridgeId,
      item: (node) =>
        downstreamItem(node, {
          jobs: data()?.knownJobs(node.pipeline.id)?.latest,
          times: timesOf(node.pipeline, node.project),
        }),
      known: (node) => stageRows(node, data()),
      children: open,
      detail: ({ pipeline, project }, item) =>
        Object.assign(item, { tooltip: pipelineTooltip(pipeline, { times: data()?.times(pipeline, project) }) }),
    },
    bridge: {
      id: bridgeId,
      item: bridgeItem,
      detail: ({ bridge }, item) => Object.assign(item, { tooltip: jobTooltip(bridge) }),
    },
    stage: {
      id: (node) => stageId(node, node.pipelineId, node.stage.name),
      item: stageItem,
      remembered: true,
      known: (node) => ({ nodes: jobNodes(node) }),
    },
    ciError: { id: ciErrorId, item: ciErrorItem },
    jobGroup: {
      id: (node) => jobGroupId(node, node.jobGroup.name),
      item: jobGroupItem,
      remembered: true,
      known: (node) => ({ nodes: groupJobNodes(node) }),
    },
    job: {
      id: (node) => jobId(node, node.job.id),
      item: (node) => jobItem(node, { earlier: node.earlier.length, ...jobLook(node) }),
      known: (node) => ({ nodes: [...artifactsNodes(node, jobId(node, node.job.id)), ...attemptNodes(node)] }),
      detail: jobDetail,
    },
    attempt: {
      id: (node) => jobId(node, node.job.id),
      item: (node) => jobItem(node, { attempt: true, ...jobLook(node) }),
      known: (node) => ({ nodes: artifactsNodes(node, jobId(node, node.job.id)) }),
      detail: jobDetail,
    },
    ...artifacts,
  };
}

const isEmpty = (pipelines: ProjectPipelines | undefined, id: number): boolean =>
  pipelines?.knownJobs(id)?.stages?.length === 0;

function rowsOf(
  group: GroupNode,
  pipelines: ProjectPipelines,
  { read, isCurrentShown }: Pick<PipelineRendererOptions, "read" | "isCurrentShown">,
): Rows<PipelinesNode> | undefined {
  const { instance, project, group: name } = group;
  const row = (pipeline: PipelineNode["pipeline"]): PipelineNode => ({
    kind: "pipeline",
    instance,
    project,
    group: name,
    pipeline,
  });
  const { list, branch, found } = pipelines;
  switch (name) {
    case "current": {
      const { value } = branch;
      // Drawn once its title is there, if that comes soon.
      if (value.kind === "pipeline")
        return pipelines.titles?.isDue(value.pipeline.sha) === true ? undefined : { nodes: [row(value.pipeline)] };
      if (value.kind !== "empty") return undefined;
      return value.merged
        ? { nodes: [], note: mergedText(value.merged), noteAction: switchAction(value.project, value.merged) }
        : { nodes: [], note: noPipelineText(value.target) };
    }
    case "found":
      return { nodes: found.map(row) };
    case "all": {
      const isWhole = !isUnfiltered(pipelines.filter);
      // What a filter finds stays whole.
      const above = isWhole || !isCurrentShown() ? undefined : pipelines.branchPipeline?.id;
      const note = isWhole
        ? l10n.t("No pipelines match the filter")
        : list.items?.length === 0
          ? l10n.t("No pipelines yet")
          : l10n.t("No other pipelines");
      const rows = pagedRows(list, { node: row, note, grown: read });
      return rows && { ...rows, nodes: rows.nodes.filter(({ pipeline }) => pipeline.id !== above) };
    }
  }
}

function stageRows(
  node: PipelineNode | DownstreamNode,
  pipelines: ProjectPipelines | undefined,
): Rows<PipelinesNode> | undefined {
  const { instance, project, group, pipeline } = node;
  const jobs = pipelines?.knownJobs(pipeline.id);
  const stages = jobs?.stages;
  const error = stages?.length === 0 ? pipelines?.ciError(pipeline) : undefined;
  const ciError: CiErrorNode[] =
    error === undefined ? [] : [{ kind: "ciError", instance, project, group, below: rowId(node), pipeline, error }];
  return (
    pipelines &&
    stages && {
      nodes: [
        ...ciError,
        ...stages.map((stage): StageNode => ({
          kind: "stage",
          instance,
          project,
          group,
          pipelineId: pipeline.id,
          stage,
        })),
        ...bridgeNodes(node, pipelines.bridges.of(pipeline.id)),
      ],
      note: l10n.t("This pipeline has no jobs"),
      capped: jobs.capped,
    }
  );
}
