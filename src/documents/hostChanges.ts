import { l10n } from "vscode";
import type { Client } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import type { ProjectId } from "../api/path.ts";
import type { Commit } from "../api/resources/commitTypes.ts";
import type { FileChange } from "../git/fileChange.ts";
import { combineChanges } from "./combine.ts";
import { EMPTY_TREE } from "./comparison.ts";
import { countedLines, readHostDiff } from "./hostDiff.ts";

/** A list of files as the host tells it; `missing` says what it left out. */
export interface HostChanges {
  readonly files: readonly FileChange[];
  readonly missing?: string;
}

/** More would be as many requests. */
const mostCommits = 100;
const atOnce = 4;
/** More than any host sends of one commit. */
const mostFiles = 20_000;

/** What a commit changed against its first parent, and that parent. @param sha full, or the name of a branch or tag */
export async function diffOfCommit(client: Client, project: ProjectId, sha: string, signal: AbortSignal): Promise<HostChanges & { readonly base: string; readonly head: string }> {
  const commit = await client.commits.get(project, sha, { stats: true }, { signal });
  const { files, withheld } = await readDiff(client, project, commit.id, signal);
  const missing = [...(withheld > 0 ? [withheldText(withheld)] : isCut(commit, files, withheld) ? [cutText(commit, files)] : [])];
  return { base: commit.parent_ids[0] ?? EMPTY_TREE, head: commit.id, files, ...(missing.length > 0 ? { missing: missing.join(" ") } : {}) };
}

/** What lies between two commits, of which the first is an ancestor of the second: put together from each commit of that way. */
export async function diffOfRange(client: Client, project: ProjectId, { base, head }: { readonly base: string; readonly head: string }, signal: AbortSignal): Promise<HostChanges> {
  const single = await client.commits.get(project, head, { stats: false }, { signal });
  if (single.parent_ids.length < 2 && (single.parent_ids[0] ?? EMPTY_TREE) === base) return diffOfCommit(client, project, head, signal);
  const range = { ref_name: base === EMPTY_TREE ? head : `${base}..${head}` };
  const { items, capped } = await client.commits.list(project, range, { perPage: 100, signal }).all({ max: mostCommits, signal });
  const own = items.filter(({ parent_ids }) => parent_ids.length < 2).reverse();
  const diffs = await inOrder(own, (commit) => readDiff(client, project, commit.id, signal));
  const withheld = diffs.reduce((sum, diff) => sum + diff.withheld, 0);
  const missing = [
    ...(capped ? [l10n.t("Only the newest {0} commits were read.", mostCommits)] : []),
    ...(own.length > 1 || own.length < items.length
      ? [l10n.t("The host tells changes commit by commit: the list is put together from {0} of them, so files that were changed and changed back are in it, and what merges changed by hand may not be.", own.length)]
      : []),
    ...(withheld > 0 ? [withheldText(withheld)] : []),
  ];
  return { files: combineChanges(diffs.map(({ files }) => files)), ...(missing.length > 0 ? { missing: missing.join(" ") } : {}) };
}

/** Whether an error says that the host cannot make or has no merge result, so that another way has to be found. */
export const cannotMergeNow = (error: unknown): boolean => error instanceof ApiError && ["invalidRequest", "notFound", "methodNotAllowed", "forbidden", "conflict"].includes(error.kind);

const readDiff = async (client: Client, project: ProjectId, sha: string, signal: AbortSignal) => {
  const { items } = await client.commits.diff(project, sha, { perPage: 100, signal }).all({ max: mostFiles, signal });
  return readHostDiff(items);
};

/**
 * Hosts end the list of a very large commit without a word. The number of its lines tells; where files were renamed it does not,
 * since hosts may count those as deleted and new.
 */
function isCut(commit: Commit, files: readonly FileChange[], withheld: number): boolean {
  const certain = withheld === 0 && files.every(({ status, binary, additions }) => status !== "renamed" && (binary === true || additions !== undefined));
  return certain && countedLines(files) < (commit.stats?.total ?? 0);
}

const cutText = (commit: Commit, files: readonly FileChange[]): string =>
  l10n.t("The host cut the list after {0} files: they have {1} of {2} changed lines.", files.length, countedLines(files), commit.stats?.total ?? 0);

const withheldText = (count: number): string =>
  count === 1
    ? l10n.t("The host left out what changed in one large file, so nobody counted its lines; the file itself opens in full.")
    : l10n.t("The host left out what changed in {0} large files, so nobody counted their lines; the files themselves open in full.", count);

/** Answers in the order of the items, a few at a time. */
async function inOrder<T, R>(items: readonly T[], use: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += atOnce) results.push(...(await Promise.all(items.slice(at, at + atOnce).map(use))));
  return results;
}
