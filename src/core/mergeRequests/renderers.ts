import type { ProjectId } from "../../api/path.ts";
import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import type { CommitRef } from "../commits/refs.ts";
import type { Changes } from "../comparisons/comparison.ts";
import { changedFileItem, changedFolderItem, missingItem } from "../comparisons/items.ts";
import type { ChangedFileRows, ChangesPlace } from "../comparisons/rows.ts";
import { jobGroupItem, stageItem } from "../pipelines/items.ts";
import { jobItem } from "../pipelines/jobItem.ts";
import { jobTooltip, pipelineTooltip } from "../pipelines/tooltip.ts";
import type { NodeRenderer, NodeRenderers, Rows } from "../tree/node.ts";
import { pagedRows } from "../tree/pagedFolder.ts";
import { isPassing } from "../tree/rowEntry.ts";
import type { Folder } from "./folders.ts";
import { mergeRequestItem } from "./item.ts";
import {
  commitItem,
  commitsItem,
  descriptionItem,
  filesItem,
  folderItem,
  headPipelineItem,
  problemItem,
} from "./items.ts";
import { createAction, folderLabel, folderNote, mergedText, switchAction } from "./labels.ts";
import {
  attemptNodes,
  type ChangeNode,
  type CommitsNode,
  type FilesNode,
  type FolderNode,
  groupJobNodes,
  jobNodes,
  type MergeRequestNode,
  type MergeRequestsNode,
  partsOf,
} from "./nodes.ts";
import { commitRows, loadHeadPipeline, stageRows } from "./parts.ts";
import type { ProjectMergeRequests } from "./projectMergeRequests.ts";
import type { MergeRequestTools } from "./tools.ts";
import { mergeRequestTooltip } from "./tooltip.ts";

export interface MergeRequestRendererOptions {
  readonly data: ProjectMergeRequests;
  readonly files: ChangedFileRows;
  readonly tools: MergeRequestTools;
  /** Called after a folder was read from its beginning. @param again manually, not for the first time */
  readonly listed: (folder: Folder, again: boolean) => void;
  /** Called after the commits below this row were read. */
  readonly commitsRead: (node: CommitsNode) => void;
  /** Called after anything else was read: rows and polling may change. */
  readonly read: () => void;
  /** Whether requests are paused because of a rate limit. */
  readonly silent: () => boolean;
}

/** Version that the changed files of a merge request belong to. */
export const versionOf = ({ mergeRequest: { sha, target_branch } }: Pick<MergeRequestNode, "mergeRequest">): string =>
  `${sha ?? ""} ${target_branch ?? ""}`;

function withChanges(node: FilesNode, files: ChangedFileRows): FilesNode {
  const changes = files.changesOf(node.row, versionOf(node));
  return { ...node, changes, filtered: changes && files.filtered(node, changes)?.length };
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the renderers of the Merge Requests view. */
export function mergeRequestRenderers(options: MergeRequestRendererOptions): NodeRenderers<MergeRequestsNode> {
  const { data, files, tools, read } = options;
  const row = ({ row: id }: { readonly row: string }): string => id;
  const changed = async (
    place: ChangesPlace,
    version: string,
    changes: Promise<Changes>,
  ): Promise<Rows<ChangeNode>> => {
    const answer = await changes;
    files.keep(place.row, version, answer);
    read();
    return files.rows(place, answer);
  };
  const job: NodeRenderer<Extract<MergeRequestsNode, { kind: "job" | "attempt" }>, MergeRequestsNode>["detail"] = (
    node,
    item,
  ) => Object.assign(item, { tooltip: jobTooltip(node.job, data.jobTimes(node)) });

  return {
    folder: folderRenderer(options),
    problem: { id: row, item: problemItem },
    mergeRequest: {
      id: row,
      item: mergeRequestItem,
      known: (node) => ({
        nodes: partsOf(node).map((part) => (part.kind === "files" ? withChanges(part, files) : part)),
      }),
      detail: ({ mergeRequest, pipeline, fork }, item) =>
        Object.assign(item, {
          tooltip: mergeRequestTooltip(mergeRequest, pipeline, Date.now(), fork),
        }),
    },
    description: { id: row, item: descriptionItem },
    files: {
      id: row,
      item: filesItem,
      known: (node) => files.known(node, versionOf(node)),
      children: (node, signal) => changed(node, versionOf(node), tools.changesOfMergeRequest(node, signal)),
    },
    commits: {
      id: row,
      item: commitsItem,
      children: (node, signal) => {
        options.commitsRead(node);
        return commitRows(node, data.client, tools, signal);
      },
    },
    commit: {
      id: row,
      item: commitItem,
      known: (node) => files.known(node, node.commit.id),
      children: (node, signal) => changed(node, node.commit.id, tools.changesOfCommit(commitRef(node), signal)),
    },
    headPipeline: {
      id: row,
      item: (node) =>
        headPipelineItem(node, {
          jobs: node.pipeline && data.knownJobs(node.pipeline.id)?.latest,
          times: data.times(node),
        }),
      known: (node) => stageRows(node, data),
      children: async (node, signal) => {
        const rows = await loadHeadPipeline(node, data, tools, signal);
        read();
        // An estimate comes when it comes, and is not worth an error.
        if (!options.silent()) void data.loadDurations(node, signal).then(read, () => undefined);
        return rows;
      },
      detail: (node, item) =>
        node.pipeline
          ? Object.assign(item, {
              tooltip: pipelineTooltip(
                {
                  project_id: 0,
                  source: "",
                  created_at: null,
                  updated_at: null,
                  ...node.pipeline,
                },
                { times: data.times(node) },
              ),
            })
          : item,
    },
    changedFolder: { id: row, item: changedFolderItem, known: (node) => files.below(node) },
    changedFile: { id: row, item: changedFileItem },
    missing: { id: row, item: missingItem },
    stage: { id: row, item: stageItem, known: (node) => ({ nodes: jobNodes(node) }) },
    jobGroup: { id: row, item: jobGroupItem, known: (node) => ({ nodes: groupJobNodes(node) }) },
    job: {
      id: row,
      item: (node) => jobItem(node, { earlier: node.earlier.length, times: data.jobTimes(node) }),
      known: (node) => ({ nodes: attemptNodes(node) }),
      detail: job,
    },
    attempt: { id: row, item: (node) => jobItem(node, { attempt: true, times: data.jobTimes(node) }), detail: job },
  };
}

/** Returns the project of a merge request from the list of all projects: by id, else by path. */
function projectOf({ project_id, references }: MergeRequest, otherwise: ProjectId): ProjectId {
  const number: unknown = project_id;
  if (typeof number === "number") return number;
  return references?.full?.replace(/!\d+$/, "") || otherwise;
}

const commitRef = ({ instance, project, commit }: CommitRef): CommitRef => ({ instance, project, commit });

function folderRenderer({
  data,
  tools,
  listed,
  read,
  silent,
}: MergeRequestRendererOptions): NodeRenderer<FolderNode, MergeRequestsNode> {
  const rowsOf = ({ folder, row, instance, project }: FolderNode): Rows<MergeRequestNode> | undefined => {
    const note = folderNote(folder);
    if (folder.query === undefined) return { nodes: [], note };
    const list = data.list(folder);
    const node = (mergeRequest: MergeRequest): MergeRequestNode => {
      const { everywhere } = folder;
      const here = data.isOwn(mergeRequest, folder);
      const pipeline = data.pipelineOf(mergeRequest, folder);
      const fork = data.forks.of(mergeRequest);
      return {
        kind: "mergeRequest",
        instance,
        project: here ? project : projectOf(mergeRequest, project),
        mergeRequest,
        webUrl: text(mergeRequest.web_url),
        row: `${row}/${everywhere ? `${mergeRequest.project_id}!` : ""}${mergeRequest.iid}`,
        everywhere,
        here,
        ...(pipeline === undefined ? {} : { pipeline }),
        ...(fork === undefined ? {} : { fork }),
      };
    };
    const grown = (): void => {
      data.share(folder);
      read();
    };
    const rows = pagedRows(
      {
        items: data.rows(folder),
        hasMore: list.hasMore,
        capped: list.capped,
        more: (signal) => list.more(signal),
      },
      { node, note, grown },
    );
    if (!rows || folder.group !== "current") return rows;
    if (rows.nodes.length === 0 && !data.isMergedRead) return undefined;
    const merged = data.mergedBranch;
    return merged
      ? { ...rows, note: mergedText(merged), noteAction: switchAction({ instance, project }, merged) }
      : { ...rows, noteAction: createAction() };
  };
  return {
    id: ({ row }) => row,
    item: folderItem,
    remembered: true,
    known: rowsOf,
    children: async (node, signal) => {
      const list = data.list(node.folder);
      const again = list.items !== undefined;
      try {
        await list.load(signal);
        await data.loadMerged(node.folder, signal);
      } catch (error) {
        // Known rows are kept through temporary failures only.
        if (!signal.aborted && !isPassing(error)) list.clear();
        throw error;
      }
      listed(node.folder, again);
      return rowsOf(node) ?? { nodes: [] };
    },
    detail: async ({ folder }, item, signal) => {
      item.tooltip = folderLabel(folder);
      const list = data.list(folder);
      if (folder.query === undefined || list.total !== undefined || silent()) return item;
      try {
        await list.count(signal);
        read();
      } catch (error) {
        tools.log.debug("Counting merge requests failed", error); // Without it the row is still worth showing.
      }
      return item;
    },
  };
}
