import type { CommitCommentListEntry } from "../../../api/resources/commitTypes.ts";

/** Comments on one line of the new version of a file, oldest first. */
export interface LineComments {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly comments: readonly CommitCommentListEntry[];
}

/**
 * Returns the file and line of a comment; undefined for a comment on the commit, and from hosts that do not return
 * them.
 */
export function placeOf({
  path,
  line,
}: CommitCommentListEntry): { readonly path: string; readonly line: number } | undefined {
  return typeof path === "string" && path !== "" && typeof line === "number" && line > 0 ? { path, line } : undefined;
}

/** Returns the comments on a file by line, without those on deleted lines. */
export function linesOf(comments: readonly CommitCommentListEntry[], path: string): LineComments[] {
  const lines = new Map<number, CommitCommentListEntry[]>();
  for (const comment of comments) {
    const place = placeOf(comment);
    if (place?.path !== path || comment.line_type === "old") continue;
    lines.set(place.line, [...(lines.get(place.line) ?? []), comment]);
  }
  return [...lines].map(([line, found]) => ({ path, line, comments: found })).sort((a, b) => a.line - b.line);
}
