import { setTimeout } from "node:timers/promises";
import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { MergeRequest, MergeRequestPipeline } from "../../api/resources/mergeRequestTypes.ts";
import { UserError } from "../base/errors.ts";
import type { Context } from "../context.ts";
import { isChecking } from "./mergeability.ts";
import type { MergeRequestRef } from "./refs.ts";

export interface ReadOptions {
  /** Includes how many commits the target has that the source lacks, if the host counts them. */
  readonly diverged?: boolean;
  /** Includes whether the host is rebasing the source branch. */
  readonly rebase?: boolean;
}

/**
 * Reads a merge request: by its own route with the fields that lists lack, if the host has one; else from the list of its project. Either
 * makes the host check mergeability again. Part 3, Merge requests.
 * @throws UserError when it no longer exists; ApiError
 */
export async function readMergeRequest(
  context: Pick<Context, "connections">,
  ref: MergeRequestRef,
  signal: AbortSignal,
  { diverged = false, rebase = false }: ReadOptions = {},
): Promise<MergeRequest> {
  const { client } = context.connections.get(ref.instance);
  const { iid } = ref.mergeRequest;
  try {
    return await client.extras.mergeRequest(
      ref.project,
      iid,
      {
        ...(diverged && { include_diverged_commits_count: true }),
        ...(rebase && { include_rebase_in_progress: true }),
      },
      { signal },
    );
  } catch (error) {
    if (!(error instanceof ApiError) || client.extras.available("mergeRequest") !== false) throw error;
  }
  const query = { iids: [iid], state: "all", scope: "all", with_merge_status_recheck: true } as const;
  const { items } = await client.mergeRequests.listForProject(ref.project, query, { signal }).page();
  const [mergeRequest] = items;
  if (mergeRequest) return mergeRequest;
  throw new UserError(l10n.t("Merge request !{0} was deleted, or your account cannot see it.", iid), {
    action: { title: l10n.t("Refresh"), command: "forgeline.refresh" },
  });
}

/**
 * Returns the head pipeline of a merge request: from the merge request, else the newest of that commit.
 * @param client of the instance of the merge request
 */
export async function readHeadPipeline(
  client: Client,
  mergeRequest: Partial<MergeRequest>,
  project: MergeRequestRef["project"],
  signal: AbortSignal,
): Promise<MergeRequestPipeline | undefined> {
  const { head_pipeline: head, pipeline, sha } = mergeRequest;
  if (head ?? pipeline) return head ?? pipeline ?? undefined;
  // Null means none; hosts that only list merge requests omit the field.
  if (head === null || !sha) return undefined;
  const { items } = await client.pipelines.list(project, { sha }, { perPage: 1, signal }).page();
  const [newest] = items;
  return newest;
}

/** Delays in ms between requests while the host is still checking. */
const patience = [300, 700, 1500, 2500] as const;

/** Reads a merge request, again a few times while the host is still checking its mergeability. */
export async function readDecided(
  context: Pick<Context, "connections">,
  ref: MergeRequestRef,
  signal: AbortSignal,
): Promise<MergeRequest> {
  let mergeRequest = await readMergeRequest(context, ref, signal);
  for (const pause of patience) {
    if (!isChecking(mergeRequest)) break;
    await setTimeout(pause, undefined, { signal });
    mergeRequest = await readMergeRequest(context, ref, signal);
  }
  return mergeRequest;
}

/** Delay in ms between requests while a rebase takes long, and how often to ask. */
const [rebasePause, maxRebaseReads] = [3000, 40];

/** Reads a merge request, again while the host is rebasing its source branch; after about two minutes as it is then. */
export async function readRebased(
  context: Pick<Context, "connections">,
  ref: MergeRequestRef,
  signal: AbortSignal,
  pause: (ms: number, signal: AbortSignal) => Promise<void> = (ms) => setTimeout(ms, undefined, { signal }),
): Promise<MergeRequest> {
  for (let reads = 1; ; reads += 1) {
    const mergeRequest = await readMergeRequest(context, ref, signal, { rebase: true });
    if (mergeRequest.rebase_in_progress !== true || reads === maxRebaseReads) return mergeRequest;
    await pause(patience[reads - 1] ?? rebasePause, signal);
  }
}
