import type { CommitComment, CommitCommentListEntry } from "../../../api/resources/commitTypes.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { foundInAll, madeSince } from "../../../core/commands/findWrite.ts";
import type { FindWrite } from "../../../core/commands/runWrite.ts";
import type { Connection } from "../../../core/connections.ts";
import { placeOf } from "./places.ts";

/** Limit of comments read per commit. */
const maxComments = 5_000;

/** A comment that was sent. */
export interface SentComment extends Pick<ProjectScope, "project"> {
  readonly sha: string;
  readonly note: string;
  /** Absent for a comment on the commit as a whole. */
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

/** Returns how to find a comment of the account on a commit: by its text and place, whichever a list shows. */
export const findComment =
  ({ client, session }: Connection, { project, sha, note, path, line }: SentComment): FindWrite<CommitComment> =>
  async (signal, since, isEarlier) => {
    const comments = await client.commits.listComments(project, sha, { signal }).all({ max: maxComments, signal });
    const found = comments.items.findLast((comment) => {
      const place = placeOf(comment);
      return (
        comment.note.trim() === note.trim() &&
        isBy(comment, session?.user) &&
        // Hosts put a comment on the commit as a whole if they find no such line.
        (place === undefined || (place.path === path && place.line === line)) &&
        (comment.created_at === undefined || comment.created_at === null || madeSince(comment.created_at, since)) &&
        !isEarlier(comment)
      );
    });
    if (!found) return foundInAll(comments, () => false) && undefined;
    const { path: at = null, line: of = null, line_type: type = null, created_at: made } = found;
    return { done: { ...found, path: at, line: of, line_type: type, created_at: made ?? "" } };
  };

const isBy = (
  { author }: CommitCommentListEntry,
  user: { readonly id: number; readonly username: string } | undefined,
) => user === undefined || !author || author.id === user.id || author.username === user.username;
