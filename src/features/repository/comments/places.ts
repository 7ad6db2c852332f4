import type { CommitCommentListEntry } from "../../../api/resources/commitTypes.ts";

/** Comments on one line of a file as the commit leaves it, oldest first. */
export interface LineComments {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly comments: readonly CommitCommentListEntry[];
}

/** Where a comment stands. Lists that follow the documents to the letter tell no places: there every comment is the commit's. */
export function placeOf({
  path,
  line,
}: CommitCommentListEntry): { readonly path: string; readonly line: number } | undefined {
  return typeof path === "string" && path !== "" && typeof line === "number" && line > 0 ? { path, line } : undefined;
}

/** The comments on lines of a file, by line. Those on lines that the commit took away are not there to be shown. */
export function linesOf(comments: readonly CommitCommentListEntry[], path: string): LineComments[] {
  const lines = new Map<number, CommitCommentListEntry[]>();
  for (const comment of comments) {
    const place = placeOf(comment);
    if (place?.path !== path || comment.line_type === "old") continue;
    lines.set(place.line, [...(lines.get(place.line) ?? []), comment]);
  }
  return [...lines].map(([line, found]) => ({ path, line, comments: found })).sort((a, b) => a.line - b.line);
}

/** Whether a commit is named by its whole hash: to a branch or tag no line's comment can be sent. */
export const isFullSha = (ref: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(ref);
