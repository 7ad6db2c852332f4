import { l10n } from "vscode";
import { type ArtifactNode, artifactsNodes } from "../artifacts/nodes.ts";
import type { NodeRenderers, Rows } from "../tree/node.ts";
import { pagedRows } from "../tree/pagedFolder.ts";
import { bridgeItem, downstreamItem } from "./bridgeItem.ts";
import { isUnfiltered } from "./filter.ts";
import { groupItem, noPipelineText, pipelineItem, stageItem } from "./items.ts";
import { jobItem } from "./jobItem.ts";
import {
  attemptNodes,
  bridgeId,
  bridgeNodes,
  type DownstreamNode,
  groupId,
  type GroupNode,
  jobId,
  jobNodes,
  pipelineId,
  type PipelineNode,
  type PipelinesNode,
  type StageNode,
  stageId,
} from "./nodes.ts";
import type { ProjectPipelines } from "./projectPipelines.ts";
import { hasArtifacts } from "./rowContext.ts";
import { pipelineTooltip, jobTooltip } from "./tooltip.ts";

export interface PipelineRendererOptions {
  /** Returns the shown data; undefined without a project. */
  readonly data: () => ProjectPipelines | undefined;
  /** Called after data was read, which may change other rows, the badge and the polling interval. */
  readonly read: () => void;
  /** Returns whether the host's rate limit is reached. */
  readonly silent: () => boolean;
  /** Renderers of the rows below jobs. */
  readonly artifacts: NodeRenderers<ArtifactNode>;
}

/** Returns the renderers of the Pipelines view. */
export function pipelineRenderers({
  data,
  read,
  silent,
  artifacts,
}: PipelineRendererOptions): NodeRenderers<PipelinesNode> {
  const open = async (node: PipelineNode | DownstreamNode, signal: AbortSignal): Promise<Rows<PipelinesNode>> => {
    const {
      project,
      pipeline: { id },
    } = node;
    const pipelines = data();
    await Promise.all([pipelines?.loadJobs(id, project, signal), pipelines?.bridges.load(project, id, signal)]);
    read();
    return stageRows(node, data()) ?? { nodes: [] };
  };
  return {
    group: {
      id: groupId,
      item: groupItem,
      remembered: true,
      known: (node) => {
        const pipelines = data();
        return pipelines && rowsOf(node, pipelines, read);
      },
      children: async (node, signal) => {
        const pipelines = data();
        if (!pipelines) return { nodes: [] };
        if (node.group === "all") await pipelines.loadList(signal);
        if (node.group === "current") await pipelines.branch.load(signal);
        const { value } = pipelines.branch;
        if (node.group === "current" && value.kind === "failed") throw value.error;
        read();
        return rowsOf(node, pipelines, read) ?? { nodes: [] };
      },
    },
    pipeline: {
      id: (node) => pipelineId(node, node.pipeline.id),
      item: ({ pipeline }) => pipelineItem(pipeline, data()?.knownJobs(pipeline.id)?.latest),
      known: (node) => stageRows(node, data()),
      children: open,
      detail: async ({ pipeline }, item, signal) => {
        item.tooltip = pipelineTooltip(pipeline);
        const pipelines = data();
        const known = pipelines?.knownDetails(pipeline);
        if (pipelines && (known || !silent())) {
          // The tooltip is useful without details.
          const details = known ?? (await pipelines.loadDetails(pipeline, signal).catch(() => undefined));
          if (details) item.tooltip = pipelineTooltip({ ...details, ...pipeline });
        }
        return item;
      },
    },
    downstream: {
      id: bridgeId,
      item: (node) => downstreamItem(node, data()?.knownJobs(node.pipeline.id)?.latest),
      known: (node) => stageRows(node, data()),
      children: open,
      detail: ({ pipeline }, item) => Object.assign(item, { tooltip: pipelineTooltip(pipeline) }),
    },
    bridge: {
      id: bridgeId,
      item: bridgeItem,
      detail: ({ bridge }, item) => Object.assign(item, { tooltip: jobTooltip(bridge) }),
    },
    stage: {
      id: (node) => stageId(node, node.pipelineId, node.stage.name),
      item: stageItem,
      known: (node) => ({ nodes: jobNodes(node) }),
    },
    job: {
      id: (node) => jobId(node, node.job.id),
      item: (node) => jobItem(node, { earlier: node.earlier.length, opens: hasArtifacts(node.job) }),
      known: (node) => ({ nodes: [...artifactsNodes(node, jobId(node, node.job.id)), ...attemptNodes(node)] }),
      detail: ({ job }, item) => Object.assign(item, { tooltip: jobTooltip(job) }),
    },
    attempt: {
      id: (node) => jobId(node, node.job.id),
      item: (node) => jobItem(node, { attempt: true, opens: hasArtifacts(node.job) }),
      known: (node) => ({ nodes: artifactsNodes(node, jobId(node, node.job.id)) }),
      detail: ({ job }, item) => Object.assign(item, { tooltip: jobTooltip(job) }),
    },
    ...artifacts,
  };
}

function rowsOf(group: GroupNode, pipelines: ProjectPipelines, read: () => void): Rows<PipelinesNode> | undefined {
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
      if (value.kind === "pipeline") return { nodes: [row(value.pipeline)] };
      return value.kind === "empty" ? { nodes: [], note: noPipelineText(value.target) } : undefined;
    }
    case "found":
      return { nodes: found.map(row) };
    case "all": {
      const note = isUnfiltered(pipelines.filter)
        ? l10n.t("No pipelines yet")
        : l10n.t("No pipelines match the filter");
      return pagedRows(list, { node: row, note, grown: read });
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
  return (
    pipelines &&
    stages && {
      nodes: [
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
