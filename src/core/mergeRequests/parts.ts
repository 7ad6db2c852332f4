import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { Page, PageCursor } from "../../api/pages.ts";
import type { Commit } from "../../api/resources/commitTypes.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { Rows } from "../tree/node.ts";
import { pageSize } from "../tree/pagedList.ts";
import { commitRange } from "./commitRange.ts";
import type { CommitNode, CommitsNode, HeadPipelineNode, StageNode } from "./nodes.ts";
import { stageNodes } from "./nodes.ts";
import type { ProjectMergeRequests } from "./projectMergeRequests.ts";
import type { MergeRequestTools } from "./tools.ts";

/** Reads the commits of a merge request page by page. @throws ApiError */
export async function commitRows(
  node: CommitsNode,
  client: Client,
  tools: MergeRequestTools,
  signal: AbortSignal,
): Promise<Rows<CommitNode>> {
  const mergeRequest = await tools.mergeRequest(node, signal);
  const range = commitRange(mergeRequest);
  if (range === undefined)
    return {
      nodes: [],
      note: l10n.t(
        "No commits returned. The source branch may be deleted, or the merge request is still being prepared",
      ),
    };
  const { source_project_id: fork } = mergeRequest;
  const { project, first } = await firstPage(client, node.project, fork, range, signal);
  const rows = ({ items, next }: Page<Commit>): Rows<CommitNode> => ({
    nodes: items.map((commit) => ({
      kind: "commit",
      instance: node.instance,
      project,
      commit,
      webUrl: commit.web_url ?? "",
      row: `${node.row}/${commit.id}`,
    })),
    note: l10n.t("No commits ahead of the target branch"),
    more: next && (async (wanted) => rows(await page(client, project, range, wanted, next))),
  });
  return rows(first);
}

const page = (
  client: Client,
  project: ProjectScope["project"],
  range: string,
  signal: AbortSignal,
  cursor?: PageCursor,
): Promise<Page<Commit>> =>
  client.commits.list(project, { ref_name: range }, { perPage: pageSize, signal }).page(cursor);

/** Hosts keep commits of forks in the project too; otherwise the fork is asked while it exists. */
async function firstPage(
  client: Client,
  target: ProjectScope["project"],
  fork: number | null | undefined,
  range: string,
  signal: AbortSignal,
): Promise<{ project: ProjectScope["project"]; first: Page<Commit> }> {
  try {
    return { project: target, first: await page(client, target, range, signal) };
  } catch (error) {
    if (!fork || String(fork) === String(target) || !(error instanceof ApiError) || error.kind !== "notFound")
      throw error;
    return { project: fork, first: await page(client, fork, range, signal) };
  }
}

/** Reads the pipeline of a merge request, unless known, and its jobs. @throws ApiError */
export async function loadHeadPipeline(
  node: HeadPipelineNode,
  data: ProjectMergeRequests,
  tools: MergeRequestTools,
  signal: AbortSignal,
): Promise<Rows<StageNode>> {
  const { instance, target, mergeRequest } = node;
  const known = node.pipeline;
  const pipeline = known ?? (await readHead());
  signal.throwIfAborted();
  if (!pipeline) return { nodes: [], note: l10n.t("No pipeline") };
  const home =
    typeof pipeline.project_id !== "number" || pipeline.project_id === mergeRequest.project_id
      ? target
      : pipeline.project_id;
  await data.loadJobs({ instance, project: home }, pipeline.id, signal);
  return stageRows({ ...node, project: home, pipeline }, data) ?? { nodes: [] };

  async function readHead(): Promise<HeadPipelineNode["pipeline"]> {
    const read = await tools.headPipeline(
      data.client,
      await tools.mergeRequest({ instance, project: target, mergeRequest }, signal),
      target,
      signal,
    );
    if (read) data.heads.learn(mergeRequest, read);
    return read;
  }
}

/** Returns the stages of a merge request's pipeline, as far as its jobs are known. */
export function stageRows(node: HeadPipelineNode, data: ProjectMergeRequests): Rows<StageNode> | undefined {
  const { pipeline } = node;
  const jobs = pipeline && data.knownJobs(pipeline.id);
  if (pipeline === undefined || jobs?.stages === undefined) return undefined;
  return {
    nodes: stageNodes(node, pipeline.id, jobs.stages),
    note: l10n.t("This pipeline has no jobs"),
    capped: jobs.capped,
  };
}
