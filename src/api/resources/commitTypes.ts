import type { UserSummary } from "./userTypes.ts";

/** A commit (Part 2, Commit). Dates are ISO 8601 with the offset of the committer's zone. */
export interface Commit {
  /** The full sha. */
  readonly id: string;
  readonly short_id?: string | null;
  readonly title?: string | null;
  readonly message?: string | null;
  readonly author_name?: string | null;
  readonly author_email?: string | null;
  readonly authored_date?: string | null;
  readonly committer_name?: string | null;
  readonly committer_email?: string | null;
  readonly committed_date?: string | null;
  readonly created_at?: string | null;
  readonly parent_ids?: readonly string[] | null;
  readonly web_url?: string | null;
  /** Changed lines; only if requested. */
  readonly stats?: {
    readonly additions?: number | null;
    readonly deletions?: number | null;
    readonly total?: number | null;
  } | null;
  /** Status of the last pipeline. This and the fields below are only sent for a single commit. */
  readonly status?: string | null;
  readonly last_pipeline?: {
    readonly id: number;
    readonly ref?: string | null;
    readonly sha?: string | null;
    readonly status?: string | null;
  } | null;
}

/** Filters and detail of the list (Part 2, Commits). */
export interface CommitQuery {
  /** A branch, tag or revision range such as `v1..v2`. Default: the default branch. */
  readonly ref_name?: string | undefined;
  /** Inclusive. */
  readonly since?: Date | string | undefined;
  readonly until?: Date | string | undefined;
  /** Only commits that changed this file or folder. */
  readonly path?: string | undefined;
  /** Commits of every branch and tag. */
  readonly all?: boolean | undefined;
  readonly with_stats?: boolean | undefined;
  /** Follows only the first parent of merge commits. */
  readonly first_parent?: boolean | undefined;
}

interface FileAction {
  /** From the root of the repository. */
  readonly file_path: string;
}

interface ActionContent {
  /** Encoding of `content`. Default: `text`. */
  readonly encoding?: "text" | "base64" | undefined;
}

interface KnownCommit {
  /** Last known commit of the file; the commit fails if the file has a newer one. */
  readonly last_commit_id?: string | undefined;
}

/** A change of one file in a commit (Part 2, Actions). */
export type CommitAction =
  | (FileAction & ActionContent & { readonly action: "create"; readonly content: string })
  | (FileAction & ActionContent & KnownCommit & { readonly action: "update"; readonly content: string })
  /** Without `content` the file keeps its own; any content replaces it, even an empty text. */
  | (FileAction &
      ActionContent &
      KnownCommit & { readonly action: "move"; readonly previous_path: string; readonly content?: string | undefined })
  | (FileAction & KnownCommit & { readonly action: "delete" })
  | (FileAction & { readonly action: "chmod"; readonly execute_filemode: boolean });

export interface CreateCommit {
  /** Branch to commit to. To create it, set `start_branch` or `start_sha` too. */
  readonly branch: string;
  readonly commit_message: string;
  readonly actions: readonly CommitAction[];
  readonly start_branch?: string | undefined;
  readonly start_sha?: string | undefined;
  /** Project, by ID or full path, that the new branch starts in. Default: this one. */
  readonly start_project?: number | string | undefined;
  readonly author_email?: string | undefined;
  readonly author_name?: string | undefined;
  /** Includes line counts in the response. Default: true. */
  readonly stats?: boolean | undefined;
  /** Overwrites the branch with a commit based on `start_branch` or `start_sha`. */
  readonly force?: boolean | undefined;
}

/** A branch or tag that contains the commit. */
export interface CommitRef {
  readonly type: "branch" | "tag" | (string & {});
  readonly name: string;
}

/** The diff of one file (Part 2, Commit diff entry). */
export interface CommitDiffEntry {
  /** Unified diff without file headers; empty for binary files and very large changes. */
  readonly diff?: string | null;
  readonly new_path: string;
  readonly old_path: string;
  readonly a_mode?: string | null;
  readonly b_mode?: string | null;
  readonly new_file?: boolean | null;
  readonly renamed_file?: boolean | null;
  readonly deleted_file?: boolean | null;
  /** Set by hosts that omit large diffs. */
  readonly collapsed?: boolean | null;
  readonly too_large?: boolean | null;
  readonly generated_file?: boolean | null;
}

export interface CommitCommentAuthor extends UserSummary {
  readonly email?: string | null;
  readonly created_at?: string | null;
}

/** A comment as listed. The line it belongs to is not documented here, but real hosts send it. */
export interface CommitCommentListEntry {
  readonly note: string;
  readonly author?: CommitCommentAuthor | null;
  readonly created_at?: string | null;
  readonly path?: string | null;
  readonly line?: number | null;
  readonly line_type?: "new" | "old" | (string & {}) | null;
}

/** A new comment (Part 2, Commit comment). Path and line are null if the host found no such line. */
export type CommitComment = CommitCommentListEntry;

/** A comment on the whole commit, or, with path, line and line type, on a line of a file. */
export interface CreateCommitComment {
  readonly note: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  /** `new` is the line after the commit. */
  readonly line_type?: "new" | "old" | undefined;
}

/** State of a build. Open: hosts have more than are documented. */
export type CommitState = "pending" | "running" | "success" | "failed" | "canceled" | (string & {});

/** A build status of a commit (Part 2, Commit status). */
export interface CommitStatus {
  readonly id: number;
  readonly status: CommitState;
  readonly name?: string | null;
  readonly ref?: string | null;
  readonly sha?: string | null;
  readonly target_url?: string | null;
  readonly description?: string | null;
  readonly allow_failure?: boolean | null;
  readonly created_at?: string | null;
  readonly started_at?: string | null;
  readonly finished_at?: string | null;
  readonly author?: UserSummary | null;
  /** Percent. */
  readonly coverage?: number | null;
  readonly pipeline_id?: number | null;
}

export interface CommitStatusQuery {
  /** Branch or tag. Default: the default branch. */
  readonly ref?: string | undefined;
  readonly stage?: string | undefined;
  readonly name?: string | undefined;
  /** Includes earlier statuses of the same name. */
  readonly all?: boolean | undefined;
}

export interface SetCommitStatus {
  readonly state: CommitState;
  readonly ref?: string | undefined;
  /** Identifies the status; also called `context`, so set only one of them. Default: `default`. */
  readonly name?: string | undefined;
  readonly context?: string | undefined;
  readonly target_url?: string | undefined;
  readonly description?: string | undefined;
  /** Percent. */
  readonly coverage?: number | undefined;
  /** Selects the pipeline if the commit has several. */
  readonly pipeline_id?: number | undefined;
}
