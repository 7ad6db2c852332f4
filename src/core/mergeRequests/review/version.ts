import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { ProjectId } from "../../../api/path.ts";
import type { MergeRequestDiff } from "../../../api/resources/discussionTypes.ts";
import { UserError } from "../../base/errors.ts";
import { type DiffLine, diffLines } from "../../comparisons/hunks.ts";
import type { DiffFile, VersionShas } from "./positions.ts";

/** Limit of changed files read when looking for one. */
const maxFiles = 3_000;

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
  const { iid, head, side } = diff;
  const [latest] = (await client.discussions.versions(project, iid, { signal }).page()).items;
  const { base_commit_sha: base, start_commit_sha: start, head_commit_sha: newest } = latest ?? {};
  if (!base || !start || newest !== head)
    throw new UserError(
      l10n.t(
        "The merge request has changed since this diff was opened. Open the changes again to comment on them. Your text is kept.",
      ),
    );
  const shas = { base, start, head };
  if (whole) return { shas, lines: [] };
  const isFile = (one: MergeRequestDiff): boolean => (side === "old" ? one.old_path : one.new_path) === path;
  let count = 0;
  for await (const { items } of client.discussions.diffs(project, iid, { perPage: 100, signal })) {
    const file = items.find(isFile);
    if (file) {
      if (!file.diff)
        throw new UserError(
          l10n.t(
            "The host does not show the diff of this file, so it accepts no comments on its lines. Comment on the whole file instead. Your text is kept.",
          ),
        );
      return { shas, lines: diffLines(file.diff) };
    }
    count += items.length;
    if (count >= maxFiles) break;
  }
  throw new UserError(
    l10n.t("This file is not among the changes of the merge request, so it cannot be commented on. Your text is kept."),
  );
}
