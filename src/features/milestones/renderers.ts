import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { ChangedFileRows } from "../../core/comparisons/rows.ts";
import type { MergeRequestNode } from "../../core/mergeRequests/nodes.ts";
import type { ProjectMergeRequests } from "../../core/mergeRequests/projectMergeRequests.ts";
import { mergeRequestRenderers } from "../../core/mergeRequests/renderers.ts";
import type { MergeRequestTools } from "../../core/mergeRequests/tools.ts";
import type { NodeRenderer, NodeRenderers, Rows } from "../../core/tree/node.ts";
import { pagedRows } from "../../core/tree/pagedFolder.ts";
import { orRefresh, withRefusals } from "../../core/ui/refusals.ts";
import type { MilestoneWorks, PlannedList } from "./contents.ts";
import { goneWords } from "./errors.ts";
import type { MilestoneFolders } from "./folders.ts";
import { folderName, issueItem, milestoneFolderItem, milestoneItem, plannedItem } from "./items.ts";
import {
  issueNode,
  mergeRequestNode,
  type MilestoneNode,
  type MilestonesNode,
  type PlannedNode,
  plannedNodes,
} from "./nodes.ts";
import { ownerOf, routeOf } from "./owner.ts";
import { issueTooltip, milestoneTooltip } from "./tooltip.ts";

export interface MilestoneRendererOptions {
  readonly client: Client;
  /** The cached data of expanded merge requests. */
  readonly data: ProjectMergeRequests;
  readonly files: ChangedFileRows;
  readonly tools: MergeRequestTools;
  readonly works: MilestoneWorks;
  /** The open project as it is known now. */
  readonly project: () => ProjectScope & { readonly projectId?: number };
  /** Whether requests are paused because of a rate limit. */
  readonly silent: () => boolean;
  /** Called after anything was read: rows and polling may change. */
  readonly read: () => void;
  readonly folders: Pick<MilestoneFolders, "rows" | "load">;
}

/** Returns the renderers of the Milestones view. Merge requests are those of the Merge Requests view. */
export function milestoneRenderers(options: MilestoneRendererOptions): NodeRenderers<MilestonesNode> {
  const { data, files, tools, silent, read, folders } = options;
  const row = ({ row: id }: { readonly row: string }): string => id;
  const mergeRequests = mergeRequestRenderers({
    data,
    files,
    tools,
    silent,
    read,
    listed: () => undefined,
    commitsRead: () => undefined,
  });
  return {
    ...mergeRequests,
    milestoneFolder: {
      id: row,
      item: milestoneFolderItem,
      remembered: true,
      known: (node) => folders.rows(node),
      children: async (node, signal) => {
        await folders.load(node, signal);
        return folders.rows(node) ?? { nodes: [] };
      },
      detail: (node, item) => Object.assign(item, { tooltip: folderName(node) }),
    },
    milestone: milestoneRenderer(options),
    planned: plannedRenderer(options),
    issue: {
      id: row,
      item: issueItem,
      detail: (node, item) => Object.assign(item, { tooltip: issueTooltip(node) }),
    },
  };
}

function milestoneRenderer({
  client,
  works,
  silent,
  read,
  tools,
}: MilestoneRendererOptions): NodeRenderer<MilestoneNode, MilestonesNode> {
  const withProgress = (node: MilestoneNode): MilestoneNode => ({ ...node, progress: works.progress(node) });
  return {
    id: ({ row }) => row,
    item: (node) => milestoneItem(node),
    known: (node) => (works.of(node).isOpenEnded ? undefined : { nodes: plannedNodes(withProgress(node)) }),
    children: async (node, signal) => {
      const work = works.of(node);
      await (work.isOpenEnded ? work.finish(signal) : work.refresh(signal));
      if (work.refused) await checkThere(client, node, signal);
      read();
      return { nodes: plannedNodes(withProgress(node)) };
    },
    detail: async (node, item, signal) => {
      const work = works.of(node);
      if (work.isOpenEnded && !silent()) {
        try {
          await work.finish(signal);
          read();
        } catch (error) {
          tools.log.debug("Reading the progress of a milestone failed", error); // Without it the row is still worth showing.
        }
      }
      return Object.assign(item, { tooltip: milestoneTooltip(withProgress(node)) });
    },
  };
}

/** Checks whether a milestone without lists still exists, as some hosts have no such lists. @throws UserError when it does not */
async function checkThere(client: Client, node: MilestoneNode, signal: AbortSignal): Promise<void> {
  const { route, id } = routeOf(client, ownerOf(node));
  await withRefusals({ notFound: () => orRefresh(goneWords(node.milestone.title)) }, () =>
    route.get(id, node.milestone.id, { signal }),
  );
}

/** Returns the known merge requests below a row, each with its pipeline once known. */
export const plannedMergeRequests = (
  { works, project, data }: Pick<MilestoneRendererOptions, "works" | "project" | "data">,
  node: PlannedNode,
): MergeRequestNode[] =>
  (works.of(node).mergeRequests.items ?? []).map((one) => withPipeline(data, mergeRequestNode(node, one, project())));

/** Pipelines of other projects are known once they were expanded. */
function withPipeline({ heads }: ProjectMergeRequests, node: MergeRequestNode): MergeRequestNode {
  const pipeline = node.here ? heads.of(node.mergeRequest) : heads.learned(node.mergeRequest);
  return pipeline === undefined ? node : { ...node, pipeline };
}

function plannedRenderer({
  works,
  read,
  project,
  data,
}: MilestoneRendererOptions): NodeRenderer<PlannedNode, MilestonesNode> {
  const rowsOf = (node: PlannedNode): Rows<MilestonesNode> | undefined => {
    const { mergeRequests, issues } = works.of(node);
    return node.what === "issues"
      ? listRows(
          issues,
          (issue) => issueNode(node, issue),
          l10n.t("No issues"),
          l10n.t("Issues are not available to your account"),
        )
      : listRows(
          mergeRequests,
          (one) => withPipeline(data, mergeRequestNode(node, one, project())),
          l10n.t("No merge requests"),
          l10n.t("Merge requests are not available to your account"),
        );
  };
  const listRows = <T extends { readonly id: number | string; readonly state?: string | null }>(
    list: PlannedList<T>,
    make: (item: T) => MilestonesNode,
    none: string,
    hidden: string,
  ): Rows<MilestonesNode> | undefined => {
    if (list.refused) return { nodes: [], note: hidden };
    return pagedRows(list, { node: make, note: none, grown: read });
  };
  return {
    id: ({ row }) => row,
    item: plannedItem,
    known: rowsOf,
    children: async (node, signal) => {
      // The milestone itself reads both lists, also on a full refresh.
      const { [node.what]: list } = works.of(node);
      if (list.items === undefined && !list.refused) await list.load(signal);
      return rowsOf(node) ?? { nodes: [] };
    },
  };
}
