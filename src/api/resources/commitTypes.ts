import type { UserSummary } from "./userTypes.ts";

/** A commit (Part 2, Commit). Dates are ISO 8601 with the offset of the committer's zone. */
export interface Commit {
  /** The full sha. */
  readonly id: string;
  readonly short_id: string;
  readonly title: string;
  readonly message: string;
  readonly author_name: string;
  readonly author_email: string;
  readonly authored_date: string;
  readonly committer_name: string;
  readonly committer_email: string;
  readonly committed_date: string;
  readonly created_at: string;
  readonly parent_ids: readonly string[];
  readonly web_url?: string | null;
  /** Lines; only where they were asked for. */
  readonly stats?: { readonly additions: number; readonly deletions: number; readonly total: number } | null;
  /** From here on, when one commit is asked for by itself: the status of its last pipeline, if it has one. */
  readonly status?: string | null;
  readonly last_pipeline?: {
    readonly id: number;
    readonly ref: string;
    readonly sha: string;
    readonly status: string;
  } | null;
}

/** Which commits, and how much of each (Part 2, Commits). */
export interface CommitQuery {
  /** A branch, tag or range of revisions such as `v1..v2`; the default branch unless told. */
  readonly ref_name?: string | undefined;
  /** Inclusive. */
  readonly since?: Date | string | undefined;
  readonly until?: Date | string | undefined;
  /** A file or folder that they touch. */
  readonly path?: string | undefined;
  /** Of every branch and tag. */
  readonly all?: boolean | undefined;
  readonly with_stats?: boolean | undefined;
  /** At merges, follow the first parent alone. */
  readonly first_parent?: boolean | undefined;
}

interface FileAction {
  /** From the root of the repository. */
  readonly file_path: string;
}

interface ActionContent {
  /** How `content` is written; `text` unless told. */
  readonly encoding?: "text" | "base64" | undefined;
}

interface KnownCommit {
  /** The file's last commit as the caller knows it: once it has another, the commit fails. */
  readonly last_commit_id?: string | undefined;
}

/** What a commit does to one file (Part 2, Actions). */
export type CommitAction =
  | (FileAction & ActionContent & { readonly action: "create"; readonly content: string })
  | (FileAction & ActionContent & KnownCommit & { readonly action: "update"; readonly content: string })
  /** Without content the file keeps its own; any content, an empty one too, takes its place. */
  | (FileAction &
      ActionContent &
      KnownCommit & { readonly action: "move"; readonly previous_path: string; readonly content?: string | undefined })
  | (FileAction & KnownCommit & { readonly action: "delete" })
  | (FileAction & { readonly action: "chmod"; readonly execute_filemode: boolean });

export interface CreateCommit {
  /** Where the commit goes. To make a new branch, tell one of `start_branch` and `start_sha` too. */
  readonly branch: string;
  readonly commit_message: string;
  readonly actions: readonly CommitAction[];
  readonly start_branch?: string | undefined;
  readonly start_sha?: string | undefined;
  /** The project, by id or full path, that the new branch starts in; this one unless told. */
  readonly start_project?: number | string | undefined;
  readonly author_email?: string | undefined;
  readonly author_name?: string | undefined;
  /** Line counts in the answer, which come unless told otherwise. */
  readonly stats?: boolean | undefined;
  /** Overwrites the branch with a commit based on `start_branch` or `start_sha`. */
  readonly force?: boolean | undefined;
}

/** A branch or tag that contains the commit. */
export interface CommitRef {
  readonly type: "branch" | "tag" | (string & {});
  readonly name: string;
}

/** What a commit did to one file (Part 2, Commit diff entry). */
export interface CommitDiffEntry {
  /** In unified form, without the lines that name the files; empty for binary files and very large changes. */
  readonly diff: string;
  readonly new_path: string;
  readonly old_path: string;
  readonly a_mode: string | null;
  readonly b_mode: string | null;
  readonly new_file: boolean;
  readonly renamed_file: boolean;
  readonly deleted_file: boolean;
  /** Hosts that leave large changes out say so. */
  readonly collapsed?: boolean | null;
  readonly too_large?: boolean | null;
  readonly generated_file?: boolean | null;
}

export interface CommitCommentAuthor extends UserSummary {
  readonly email?: string | null;
  readonly created_at?: string | null;
}

/** As the list has it: whether it stands at a line is not documented there, but real hosts tell. */
export interface CommitCommentListEntry {
  readonly note: string;
  readonly author: CommitCommentAuthor | null;
  readonly created_at?: string | null;
  readonly path?: string | null;
  readonly line?: number | null;
  readonly line_type?: "new" | "old" | (string & {}) | null;
}

/** A new comment (Part 2, Commit comment). What it was to stand at is null where the host found no such line. */
export interface CommitComment extends CommitCommentListEntry {
  readonly created_at: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly line_type: "new" | "old" | (string & {}) | null;
}

/** A comment on the whole commit, or with all of the three on one line of a file. */
export interface CreateCommitComment {
  readonly note: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  /** `new`: the line as the commit leaves it. */
  readonly line_type?: "new" | "old" | undefined;
}

/** What a build made of a commit. Open: hosts have more than the documents. */
export type CommitState = "pending" | "running" | "success" | "failed" | "canceled" | (string & {});

/** A build's word on a commit (Part 2, Commit status). */
export interface CommitStatus {
  readonly id: number;
  readonly status: CommitState;
  readonly name: string;
  readonly ref: string | null;
  readonly sha: string | null;
  readonly target_url: string | null;
  readonly description: string | null;
  readonly allow_failure: boolean;
  readonly created_at: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly author: UserSummary | null;
  /** Percent. */
  readonly coverage?: number | null;
  readonly pipeline_id?: number | null;
}

export interface CommitStatusQuery {
  /** Branch or tag; the default branch unless told. */
  readonly ref?: string | undefined;
  readonly stage?: string | undefined;
  readonly name?: string | undefined;
  /** Earlier ones of the same name too. */
  readonly all?: boolean | undefined;
}

export interface SetCommitStatus {
  readonly state: CommitState;
  readonly ref?: string | undefined;
  /** What tells it from other statuses; `default` unless told. Also called `context`: give one of them. */
  readonly name?: string | undefined;
  readonly context?: string | undefined;
  readonly target_url?: string | undefined;
  readonly description?: string | undefined;
  /** Percent. */
  readonly coverage?: number | undefined;
  /** Where a commit has several pipelines. */
  readonly pipeline_id?: number | undefined;
}
