import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Commit } from "../../api/resources/commitTypes.ts";
import type { FileChange } from "../../git/fileChange.ts";
import { UserError } from "../base/errors.ts";
import { isMerge } from "../commits/refs.ts";
import { shortSha } from "../ui/shortSha.ts";
import { combineChanges } from "./combine.ts";
import { EMPTY_TREE } from "./comparison.ts";
import type { LineCounts } from "./completeness.ts";
import {
  endsAtLimit,
  uncertainFiles,
  type Completeness,
  completenessByCount,
  completenessByLines,
} from "./completeness.ts";
import { type HostDiff, readHostDiff } from "./hostDiff.ts";
import { type LineBudget, createLineBudget, countFileLines } from "./hostLines.ts";
import { commitByCommit, countText, cutText, cutTexts, withheldText } from "./missing.ts";

/** Changed files from the host; `missing` describes what was left out. */
export interface HostChanges {
  readonly files: readonly FileChange[];
  readonly missing?: string;
}

/** The changes of one commit. */
interface CommitDiff extends HostDiff {
  readonly completeness: Completeness;
}

interface Ends {
  readonly base: string;
  readonly head: string;
}

/** Two commits, with the host's count of changed files if known (Part 3, `changes_count`). */
export interface HostRange extends Ends {
  readonly count?: string | null | undefined;
}

/** Limit of commits read, one request each. */
const maxCommits = 100;
const atOnce = 4;
/** Limit of files per commit, above those of hosts. */
const maxFiles = 20_000;

/**
 * Returns the changes of a commit against its first parent, and that parent.
 * @param sha full SHA, or name of a branch or tag
 */
export async function diffOfCommit(
  client: Client,
  project: ProjectId,
  sha: string,
  signal: AbortSignal,
): Promise<HostChanges & Ends> {
  const commit = await client.commits.get(project, sha, { stats: true }, { signal });
  return { base: parentOf(commit), head: commit.id, ...(await changesIn(client, project, commit, signal)) };
}

/**
 * Returns the changes of the current version of a merge request; undefined if the host may not have listed all.
 * @param told the host's count of changed files
 * @throws ApiError also where the instance does not list them
 */
export async function diffOfVersion(
  client: Client,
  project: ProjectId,
  iid: number,
  told: HostRange["count"],
  signal: AbortSignal,
): Promise<HostChanges | undefined> {
  const { items, capped } = await client.discussions
    .diffs(project, iid, { perPage: 100, signal })
    .all({ max: maxFiles, signal });
  const { files, withheld } = readHostDiff(items);
  if (capped || endsAtLimit(files) || completenessByCount(told, items.length) === "cut") return undefined;
  return { files, ...missingTexts(withheldText(withheld)) };
}

/** Returns the changes between two commits if the second is the only one after the first; otherwise undefined. */
export async function diffOfStep(
  client: Client,
  project: ProjectId,
  { base, head, count }: HostRange,
  signal: AbortSignal,
): Promise<HostChanges | undefined> {
  const commit = await client.commits.get(project, head, { stats: true }, { signal });
  return !isMerge(commit) && parentOf(commit) === base ? changesIn(client, project, commit, signal, count) : undefined;
}

/** Returns the changes between a commit and its descendant, combined from the commits between. */
export async function diffOfRange(
  client: Client,
  project: ProjectId,
  { base, head, count: told }: HostRange,
  signal: AbortSignal,
): Promise<HostChanges> {
  const range = { ref_name: base === EMPTY_TREE ? head : `${base}..${head}`, with_stats: true };
  const { items, capped } = await client.commits
    .list(project, range, { perPage: 100, signal })
    .all({ max: maxCommits, signal });
  const own = items.filter((commit) => !isMerge(commit)).reverse();
  const reading = createLineBudget(client, project);
  const diffs = await inOrder(own, (commit) => readDiff(reading, commit, signal));
  const count = (completeness: Completeness): number =>
    diffs.filter((diff) => diff.completeness === completeness).length;
  const files = combineChanges(diffs.map((diff) => diff.files));
  const missing = [
    ...(capped ? [l10n.t("Only the latest {0} commits were read.", maxCommits)] : []),
    ...(own.length > 1 || own.length < items.length ? [commitByCommit(own.length)] : []),
    ...withheldText(diffs.reduce((sum, diff) => sum + diff.withheld, 0)),
    ...cutTexts(count("cut"), count("unclear")),
    ...(told && completenessByCount(told, files.length) === "cut" ? [countText(told, files.length)] : []),
  ];
  return { files, ...missingTexts(missing) };
}

/** Returns whether an error means that the host has no merge result, so another way is needed. */
export const cannotMergeNow = (error: unknown): boolean =>
  error instanceof ApiError &&
  ["invalidRequest", "notFound", "methodNotAllowed", "forbidden", "conflict"].includes(error.kind);

/** Returns what a commit is compared with. @throws UserError if the host does not say */
function parentOf({ id, parent_ids: parents }: Commit): string {
  if (!parents) throw new UserError(l10n.t("The host did not return the parents of commit {0}.", shortSha(id)));
  return parents[0] ?? EMPTY_TREE;
}

const linesOf = ({ stats }: Commit): LineCounts | undefined =>
  typeof stats?.additions === "number" && typeof stats.deletions === "number"
    ? { additions: stats.additions, deletions: stats.deletions }
    : undefined;

const missingTexts = (missing: readonly string[]): { readonly missing?: string } =>
  missing.length > 0 ? { missing: missing.join(" ") } : {};

async function changesIn(
  client: Client,
  project: ProjectId,
  commit: Commit,
  signal: AbortSignal,
  count?: HostRange["count"],
): Promise<HostChanges> {
  const { files, withheld, completeness } = await readDiff(createLineBudget(client, project), commit, signal, count);
  return {
    files,
    ...missingTexts([...withheldText(withheld), ...cutText(completeness, files, linesOf(commit))]),
  };
}

/**
 * Reads the changes of a commit.
 * @param commit with line counts, if known
 */
async function readDiff(
  reading: LineBudget,
  commit: Commit,
  signal: AbortSignal,
  count?: HostRange["count"],
): Promise<CommitDiff> {
  const { items, capped } = await reading.client.commits
    .diff(reading.project, commit.id, { perPage: 100, signal })
    .all({ max: maxFiles, signal });
  const diff = readHostDiff(items);
  const told = capped ? "cut" : completenessByCount(count, items.length);
  return { ...diff, completeness: told ?? (await completenessOf(reading, commit, diff.files, signal)) };
}

async function completenessOf(
  reading: LineBudget,
  commit: Commit,
  files: readonly FileChange[],
  signal: AbortSignal,
): Promise<Completeness> {
  const stats = linesOf(commit);
  let completeness = stats ? completenessByLines(stats, files) : "complete";
  if (stats && completeness === "unclear") {
    const lines = await countFileLines(
      reading,
      { base: commit.parent_ids?.[0], head: commit.id },
      uncertainFiles(files),
      signal,
    );
    if (lines) completeness = completenessByLines(stats, files, lines);
  }
  return completeness === "complete" && endsAtLimit(files) ? "unclear" : completeness;
}

/** Maps items with limited concurrency, in order. */
async function inOrder<T, R>(items: readonly T[], use: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(use))));
  return results;
}
