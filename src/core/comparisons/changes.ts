import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import { cloneOf, type LocalClone } from "../../git/clone.ts";
import { isCancelled, UserError } from "../base/errors.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { CommitRef } from "../commits/refs.ts";
import type { Context } from "../context.ts";
import { readMergeRequest } from "../mergeRequests/read.ts";
import type { MergeRequestRef } from "../mergeRequests/refs.ts";
import { type Changes, type Comparison, EMPTY_TREE } from "./comparison.ts";
import {
  cannotMergeNow,
  diffOfCommit,
  diffOfRange,
  diffOfStep,
  diffOfVersion,
  type HostChanges,
  type HostRange,
} from "./hostChanges.ts";
import { endsOf, type MergeRequestEnds } from "./mergeRequestEnds.ts";
import { inProjectOrFork } from "./projectOrFork.ts";

type Source = Pick<Context, "projects" | "connections" | "report">;

/**
 * Returns the changes of a merge request from the merge base to the head of its source: from the clone if it has the
 * commits, otherwise from the host: as it lists them, of the single commit, of the (possible) merge commit, or commit by commit.
 * @throws UserError when it has no commits; ApiError
 */
export async function changesOfMergeRequest(
  context: Source,
  ref: MergeRequestRef,
  signal: AbortSignal,
): Promise<Changes> {
  const { client } = context.connections.get(ref.instance);
  const clone = cloneOf(context, ref);
  const ends = await endsOf(client, ref, await readMergeRequest(context, ref, signal), clone, signal);
  const comparison = comparisonOf(ref, ends);
  const local = comparison && (await fromClone(context, clone, comparison, signal));
  return local ?? withHint(await mergeRequestFromHost(client, ref, ends, comparison, signal), clone);
}

/**
 * Returns the changes of a commit against its first parent.
 * @throws ApiError
 */
export async function changesOfCommit(context: Source, ref: CommitRef, signal: AbortSignal): Promise<Changes> {
  const scope: ProjectScope = { instance: ref.instance, project: ref.project };
  const clone = cloneOf(context, ref);
  const parents =
    ref.commit.parent_ids ?? (await ignoringGitErrors(context, () => clone?.parents(ref.commit.id, signal)));
  if (parents) {
    const local = await fromClone(
      context,
      clone,
      { ...scope, base: parents[0] ?? EMPTY_TREE, head: ref.commit.id },
      signal,
    );
    if (local) return local;
  }
  const diff = await diffOfCommit(context.connections.get(ref.instance).client, ref.project, ref.commit.id, signal);
  return withHint(asChanges({ ...scope, base: diff.base, head: diff.head }, diff), clone);
}

/**
 * Returns the changes between two commits. Without a clone that has both, the base must be an ancestor of the head.
 * @throws ApiError
 */
export async function changesBetween(context: Source, comparison: Comparison, signal: AbortSignal): Promise<Changes> {
  const clone = cloneOf(context, comparison);
  const local = await fromClone(context, clone, comparison, signal);
  if (local) return local;
  const { client } = context.connections.get(comparison.instance);
  return withHint(
    (await stepFromHost(client, comparison, comparison, signal)) ??
      (await rangeFromHost(client, comparison, comparison, signal)),
    clone,
  );
}

/** Returns undefined if there is no clone, it lacks a commit, or git fails. */
async function fromClone(
  context: Source,
  clone: LocalClone | undefined,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<Changes | undefined> {
  if (clone === undefined) return undefined;
  const { base, head } = comparison;
  return ignoringGitErrors(context, async () => {
    const here = (await clone.has(head, signal)) && (base === EMPTY_TREE || (await clone.has(base, signal)));
    return here ? { comparison, files: await clone.changes(base, head, signal), from: "clone" } : undefined;
  });
}

async function ignoringGitErrors<T>(context: Source, work: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, "Read the clone");
    return undefined;
  }
}

function comparisonOf(
  { instance, project }: ProjectScope,
  { base, head, mergeRequest }: MergeRequestEnds,
): Comparison | undefined {
  if (base === undefined || head === undefined) return undefined;
  const { source_project_id: source, target_project_id: target, project_id: own } = mergeRequest;
  const fork = source && source !== (target ?? own) ? { headProject: source } : {};
  return { instance, project, base, head, mergeRequest: mergeRequest.iid, ...fork };
}

async function mergeRequestFromHost(
  client: Client,
  ref: MergeRequestRef,
  { mergeRequest, head }: MergeRequestEnds,
  comparison: Comparison | undefined,
  signal: AbortSignal,
): Promise<Changes> {
  if (head === undefined) {
    throw new UserError(
      l10n.t(
        "The host returned no commits for this merge request. Its source branch or fork may be deleted, or the merge request is still being prepared. Try again in a moment.",
      ),
      {
        action: { title: l10n.t("Refresh"), command: "forgeline.refresh" },
      },
    );
  }
  const range = comparison && { ...comparison, count: mergeRequest.changes_count };
  const listed = comparison && (await listedByHost(client, ref, comparison, mergeRequest.changes_count, signal));
  if (listed) return listed;
  const exact = range && (await stepFromHost(client, comparison, range, signal));
  if (exact) return exact;
  const merged = await mergeOf(client, ref, mergeRequest, head, signal);
  if (merged) {
    const { base, head: tip, ...diff } = await diffOfCommit(client, ref.project, merged, signal);
    return asChanges({ instance: ref.instance, project: ref.project, base, head: tip }, diff);
  }
  if (range) return rangeFromHost(client, comparison, range, signal);
  throw new UserError(
    l10n.t(
      "The changes of this merge request cannot be determined: the host returned no common commit of its branches and cannot merge them now. Open a clone of the project to see the changes.",
    ),
  );
}

/** Returns the changes of the current version as the host lists them, where it does and lists all. */
async function listedByHost(
  client: Client,
  { project, mergeRequest: { iid } }: MergeRequestRef,
  comparison: Comparison,
  count: string | null | undefined,
  signal: AbortSignal,
): Promise<Changes | undefined> {
  if (client.extras.available("mergeRequestDiffs") === false) return undefined;
  try {
    const listed = await diffOfVersion(client, project, iid, count, signal);
    return listed && asChanges(comparison, listed);
  } catch (error) {
    if (error instanceof ApiError && client.extras.available("mergeRequestDiffs") === false) return undefined;
    throw error;
  }
}

/** Returns the commit that merged a merge request or would merge it, with the target as first parent. */
async function mergeOf(
  client: Client,
  { project, mergeRequest: { iid } }: MergeRequestRef,
  { state, merge_commit_sha, squash_commit_sha }: Partial<MergeRequest>,
  head: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (state === "merged") return merge_commit_sha ?? squash_commit_sha ?? undefined;
  try {
    const { commit_id } = await client.mergeRequests.mergeRef(project, iid, { signal });
    const { parent_ids } = await client.commits.get(project, commit_id, { stats: false }, { signal });
    // The ref may be outdated: its second parent must be the current head.
    return parent_ids?.[1] === head ? commit_id : undefined;
  } catch (error) {
    if (cannotMergeNow(error)) return undefined;
    throw error;
  }
}

/** Returns the exact changes if the head is the only commit after the base. */
async function stepFromHost(
  client: Client,
  comparison: Comparison,
  range: HostRange,
  signal: AbortSignal,
): Promise<Changes | undefined> {
  const step = await inProjectOrFork(comparison.project, comparison.headProject, (project) =>
    diffOfStep(client, project, range, signal),
  );
  return step && asChanges(comparison, step);
}

const rangeFromHost = async (
  client: Client,
  comparison: Comparison,
  range: HostRange,
  signal: AbortSignal,
): Promise<Changes> =>
  asChanges(
    comparison,
    await inProjectOrFork(comparison.project, comparison.headProject, (project) =>
      diffOfRange(client, project, range, signal),
    ),
  );

const asChanges = (comparison: Comparison, { files, missing }: HostChanges): Changes => ({
  comparison,
  files,
  from: "host",
  ...(missing === undefined ? {} : { missing }),
});

/** Adds a hint on how to get the missing changes. */
function withHint(changes: Changes, clone: LocalClone | undefined): Changes {
  if (changes.missing === undefined) return changes;
  const hint = clone
    ? l10n.t("Fetch the commits into your clone to see all changes.")
    : l10n.t("Open a clone of the project to see all changes.");
  return { ...changes, missing: `${changes.missing} ${hint}` };
}
