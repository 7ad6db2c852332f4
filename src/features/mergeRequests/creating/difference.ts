import type { Client } from "../../../api/client.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { isMerge } from "../../../core/commits/refs.ts";
import { changesBetween } from "../../../core/comparisons/changes.ts";
import type { Changes } from "../../../core/comparisons/comparison.ts";
import type { Context } from "../../../core/context.ts";
import { findCommit } from "../../../core/files/hostCommit.ts";
import { cloneOf, type LocalClone } from "../../../git/clone.ts";
import type { NewMergeRequestRef, Proposal } from "./proposal.ts";
import { maxCommits, type Source } from "./source.ts";
import { isSameTarget, type Targets } from "./targets.ts";

export interface SourceCommit {
  readonly id: string;
  readonly title?: string | null;
  readonly message?: string | null;
  readonly parent_ids?: readonly string[] | null;
}

/** What the source has that the target lacks. */
export interface Difference {
  /** The newest first, without merges. */
  readonly commits: readonly SourceCommit[];
  /** Number of commits that were read, if there are more. */
  readonly capped?: number | undefined;
  readonly changes?: Changes | undefined;
  /** Whether neither the clone nor the host can compare them. */
  readonly unknown?: boolean;
}

export interface Compared {
  readonly context: Context;
  readonly ref: NewMergeRequestRef;
  readonly targets: Targets;
  readonly source: Source;
  readonly aim: Pick<Proposal, "into" | "target" | "keepLocal">;
}

/**
 * Compares the source with the target: from the merge base in the clone, if it has both, otherwise from what the host lists.
 * @throws ApiError
 */
export async function readDifference(compared: Compared, signal: AbortSignal): Promise<Difference> {
  const { context, ref, targets, source, aim } = compared;
  const { client } = context.connections.get(ref.instance);
  const clone = cloneOf(context, ref);
  const isOwn = isSameTarget(aim.into, targets.own);
  const head = source.ahead && aim.keepLocal !== true ? source.local?.head : source.there;
  if (head === undefined) return { commits: [], unknown: true };
  const target = (await optional(context, findCommit(client, aim.into.project, aim.target, signal)))?.id;
  const exact = clone && target && (await fromClone(compared, clone, target, head, signal));
  if (exact) return exact;
  const hosted = head === source.there && (await fromHost(compared, client, isOwn ? undefined : target, head, signal));
  if (hosted) return hosted;
  // The clone may have an older target, which has the same commit in common with the source most of the time.
  const known = clone && (await clone.resolve(`refs/remotes/${clone.remote ?? "origin"}/${aim.target}`, signal));
  return (known && (await fromClone(compared, clone, known, head, signal))) || { commits: [], unknown: true };
}

async function fromClone(
  { context, ref }: Compared,
  clone: LocalClone,
  target: string,
  head: string,
  signal: AbortSignal,
): Promise<Difference | undefined> {
  return optional(context, async () => {
    const base = await clone.mergeBase(target, head, signal);
    if (base === undefined) return undefined;
    const [commits, changes] = await Promise.all([
      clone.commits(target, head, maxCommits, signal),
      changesBetween(context, { instance: ref.instance, project: ref.project, base, head }, signal),
    ]);
    return asDifference(commits, changes);
  });
}

/** @param target head of the target in another project: a fork may lack that branch or its newest commits; its own branch is close enough */
async function fromHost(
  { context, ref, targets, aim }: Compared,
  client: Client,
  target: string | undefined,
  head: string,
  signal: AbortSignal,
): Promise<Difference | undefined> {
  let isEmpty = false;
  for (const from of target === undefined ? [aim.target] : [target, aim.target, targets.own.defaultBranch]) {
    const range = { ref_name: `${from}..${ref.source}` };
    const page = await optional(
      context,
      client.commits.list(ref.project, range, { perPage: maxCommits, signal }).page(),
    );
    const base = page?.items.at(-1)?.parent_ids?.[0];
    isEmpty ||= page?.items.length === 0;
    if (page === undefined || page.items.length === 0) continue;
    const changes =
      base &&
      (await optional(
        context,
        changesBetween(context, { instance: ref.instance, project: ref.project, base, head }, signal),
      ));
    return asDifference(page.items, changes || undefined);
  }
  return isEmpty ? { commits: [] } : undefined;
}

const asDifference = (commits: readonly SourceCommit[], changes: Changes | undefined): Difference => ({
  commits: commits.filter((commit) => !isMerge(commit)),
  ...(commits.length >= maxCommits && { capped: maxCommits }),
  changes,
});

/** Returns undefined instead of a failure: the page can do without. */
async function optional<T>(context: Context, work: Promise<T> | (() => Promise<T>)): Promise<T | undefined> {
  try {
    return await (typeof work === "function" ? work() : work);
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, "Compare the branches of a new merge request");
    return undefined;
  }
}
