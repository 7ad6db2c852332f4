import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { ProjectId } from "../../../api/path.ts";
import type { MergeRequestDiff } from "../../../api/resources/discussionTypes.ts";
import { UserError } from "../../base/errors.ts";
import { type DiffLine, diffLines } from "../../comparisons/hunks.ts";
import type { DiffSide } from "../../files/refs.ts";
import type { DiffFile, VersionShas } from "./positions.ts";

/** Limit of changed files read when looking for one. */
const maxFiles = 3_000;

/** Characters beyond which a diff counts as not shown: hosts show none of more than 500 kB. */
const maxDiff = 512 * 1024;

/** The version of a merge request that a document shows, as the host knows it. */
export interface FileVersion {
  readonly shas: VersionShas;
  /** Lines of the file's diff; empty for a comment on the whole file. */
  readonly lines: readonly DiffLine[];
}

/**
 * Reads the commits of the version that a document shows, and the diff of its file: hosts place threads by the numbers that a line has in
 * their diff on both sides, and take commits of no version silently, after which the thread has no place.
 * @param whole whether the thread is on the file as a whole
 * @throws ApiError; UserError if the merge request has changed since, or the host does not return the file's diff
 */
export async function readVersion(
  client: Client,
  project: ProjectId,
  { path, diff }: DiffFile,
  whole: boolean,
  signal: AbortSignal,
): Promise<FileVersion> {
  const { iid, head } = diff;
  const shas = await readNewestVersion(client, project, iid, signal);
  if (shas?.head !== head)
    throw new UserError(
      l10n.t(
        "The merge request has changed since this diff was opened. Open the changes again to comment on them. Your text is kept.",
      ),
    );
  if (whole) return { shas, lines: [] };
  const file = await readFileDiff(client, project, { iid, side: diff.side, path }, signal);
  if (file === undefined)
    throw new UserError(
      l10n.t(
        "This file is not among the changes of the merge request, so it cannot be commented on. Your text is kept.",
      ),
    );
  if (!file.diff)
    throw new UserError(
      l10n.t(
        "The host does not show the diff of this file, so it accepts no comments on its lines. Comment on the whole file instead. Your text is kept.",
      ),
    );
  return { shas, lines: diffLines(file.diff) };
}

/** Returns the commits of the newest version of a merge request; undefined if the host has none. @throws ApiError */
export async function readNewestVersion(
  client: Client,
  project: ProjectId,
  iid: number,
  signal: AbortSignal,
): Promise<VersionShas | undefined> {
  const [latest] = (await client.discussions.versions(project, iid, { signal }).page()).items;
  const { base_commit_sha: base, start_commit_sha: start, head_commit_sha: head } = latest ?? {};
  return base && start && head ? { base, start, head } : undefined;
}

/** Returns a changed file of a merge request's newest version; undefined if it is not among the first 3,000. @throws ApiError */
export async function readFileDiff(
  client: Client,
  project: ProjectId,
  { iid, side, path }: Pick<DiffSide, "iid" | "side"> & { readonly path: string },
  signal: AbortSignal,
): Promise<MergeRequestDiff | undefined> {
  let count = 0;
  for await (const { items } of client.discussions.diffs(project, iid, { perPage: 100, signal })) {
    const file = items.find((one) => (side === "old" ? one.old_path : one.new_path) === path);
    if (file) return (file.diff?.length ?? 0) > maxDiff ? { ...file, diff: "" } : file;
    count += items.length;
    if (count >= maxFiles) break;
  }
  return undefined;
}
