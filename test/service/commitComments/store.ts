export interface CommitCommentRecord {
  readonly projectId: number;
  readonly sha: string;
  readonly note: string;
  /** Where it is placed; undefined for one on the whole commit. */
  readonly place: CommentPlace | undefined;
  readonly authorId: number;
  readonly createdAt: number;
}

export interface CommentPlace {
  readonly path: string;
  /** Counted from 1: of the new file, or with `old` of the one before. */
  readonly line: number;
  readonly lineType: "new" | "old";
}

/** Comments on the commits of all projects. */
export class CommitComments {
  readonly #comments: CommitCommentRecord[] = [];

  add(comment: CommitCommentRecord): CommitCommentRecord {
    this.#comments.push(comment);
    return comment;
  }

  /** Oldest first. */
  of(projectId: number, sha: string): CommitCommentRecord[] {
    return this.#comments.filter((comment) => comment.projectId === projectId && comment.sha === sha);
  }
}
