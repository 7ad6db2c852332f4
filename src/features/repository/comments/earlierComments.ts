import { l10n } from "vscode";
import type { CommitCommentListEntry } from "../../../api/resources/commitTypes.ts";
import { MovedLines } from "../../../core/comparisons/movedLines.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { linesOf } from "./places.ts";

/** Comments on a line of a file at an earlier commit, and where they are shown in a later one. */
export interface EarlierComments {
  readonly sha: string;
  /** Line that they are shown at, counted from 1. */
  readonly line: number;
  /** Line of the commit that they are on. */
  readonly was: number;
  /** Whether the line is still in the later text; undefined if the earlier one cannot be read. */
  readonly stands: boolean | undefined;
  readonly comments: readonly CommitCommentListEntry[];
}

/**
 * Places the comments on a file at an earlier commit in its later text.
 * @param path of the file in the commit
 * @param before its lines then; undefined if they cannot be read
 * @param now its lines in the text that is shown
 */
export function placeEarlier(
  { sha, path, comments }: { sha: string; path: string; comments: readonly CommitCommentListEntry[] },
  before: readonly string[] | undefined,
  now: readonly string[],
): EarlierComments[] {
  const moved = before && new MovedLines(before, now);
  return linesOf(comments, path).map(({ line: was, comments: found }) => {
    const shown = { sha, was, comments: found };
    if (!moved) return { ...shown, line: Math.max(1, Math.min(was, now.length)), stands: undefined };
    const { lines, changed } = moved.of({ start: was, end: was });
    return { ...shown, line: lines.start, stands: !changed };
  });
}

/** Returns the label of a thread with comments on a commit. @param earlier if it is another than the one that is shown */
export function commentsLabel(sha: string, earlier?: Pick<EarlierComments, "stands" | "was">): string {
  const commit = shortSha(sha);
  if (earlier === undefined || earlier.stands === true) return l10n.t("Comments on commit {0}", commit);
  return earlier.stands === false
    ? l10n.t("Comments on commit {0} · line {1} was changed later", commit, earlier.was)
    : l10n.t("Comments on commit {0} · on its line {1}", commit, earlier.was);
}
