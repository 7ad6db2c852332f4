import type { UserSummary } from "./users.ts";

/** Which version of a file a line belongs to; `null` for lines that are in both. Open: hosts may add types. */
export type LineType = "new" | "old" | (string & {});

/** An end of a range of lines. */
export interface LineRangeEnd {
  /** SHA-1 of the file's path, then the old and the new line, separated by `_`. */
  readonly line_code?: string | null | undefined;
  readonly type?: LineType | null | undefined;
  readonly old_line?: number | null | undefined;
  readonly new_line?: number | null | undefined;
}

/**
 * The place of a thread in a version of a merge request. Added lines have only `new_line`, removed lines only `old_line`, unchanged lines
 * both, which may differ. Both paths are always set. Lines are counted from 1.
 */
export interface DiffPosition {
  readonly base_sha?: string | null;
  readonly start_sha?: string | null;
  readonly head_sha?: string | null;
  readonly old_path?: string | null;
  readonly new_path?: string | null;
  /** `text`, `file` for the whole file, or `image`. Open. */
  readonly position_type?: string | null;
  readonly old_line?: number | null | undefined;
  readonly new_line?: number | null | undefined;
  readonly line_range?:
    | { readonly start?: LineRangeEnd | null | undefined; readonly end?: LineRangeEnd | null }
    | null
    | undefined;
  /** Size of the picture and the point on it in pixels, for `image`, which has no lines. */
  readonly width?: number | null;
  readonly height?: number | null;
  readonly x?: number | null;
  readonly y?: number | null;
}

/** A change that a comment suggests for the lines of its thread. */
export interface Suggestion {
  readonly id: number;
  readonly from_line?: number | null;
  readonly to_line?: number | null;
  /** Some hosts spell it `applicable`. */
  readonly appliable?: boolean | null;
  readonly applicable?: boolean | null;
  readonly applied?: boolean | null;
  readonly from_content?: string | null;
  readonly to_content?: string | null;
}

/** A comment of a discussion, or what happened (`system`). Dates are ISO 8601. */
export interface Note {
  readonly id: number;
  /** `DiffNote`, `DiscussionNote`, or null for a plain comment. Open. */
  readonly type?: string | null;
  /** Markdown. */
  readonly body: string;
  readonly author?: UserSummary | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly system?: boolean | null;
  readonly resolvable?: boolean | null;
  readonly resolved?: boolean | null;
  readonly resolved_by?: UserSummary | null;
  readonly resolved_at?: string | null;
  readonly commit_id?: string | null;
  readonly position?: DiffPosition | null;
  readonly suggestions?: readonly Suggestion[] | null;
}

/** A thread, a plain comment (`individual_note`), or an event of a merge request. */
export interface Discussion {
  /** 40 hexadecimal digits. */
  readonly id: string;
  readonly individual_note?: boolean | null;
  readonly notes: readonly Note[];
}

/** A version of a merge request: the host makes one for each push. */
export interface MergeRequestVersion {
  readonly id: number;
  readonly head_commit_sha?: string | null;
  readonly base_commit_sha?: string | null;
  readonly start_commit_sha?: string | null;
  readonly created_at?: string | null;
  readonly state?: string | null;
}

/** A version with its changed files. */
export interface MergeRequestVersionDiffs extends MergeRequestVersion {
  readonly diffs: readonly MergeRequestDiff[];
}

/** A changed file of a merge request. */
export interface MergeRequestDiff {
  readonly old_path: string;
  readonly new_path: string;
  /** Unified diff without file headers; empty if it is too large. */
  readonly diff?: string | null;
  readonly a_mode?: string | null;
  readonly b_mode?: string | null;
  readonly new_file?: boolean | null;
  readonly renamed_file?: boolean | null;
  readonly deleted_file?: boolean | null;
  readonly collapsed?: boolean | null;
  readonly too_large?: boolean | null;
}

/** How far a reviewer is. Open: hosts add states. */
export type ReviewState =
  | "unreviewed"
  | "review_started"
  | "reviewed"
  | "requested_changes"
  | "approved"
  | "unapproved"
  | (string & {});

/** A reviewer of a merge request. */
export interface Reviewer {
  readonly user?: UserSummary | null;
  readonly state?: ReviewState | null;
  readonly created_at?: string | null;
}

/** What became of a comment that consists of quick actions. */
export type QuickActionOutcome =
  /** The host ran them. `changed` is false if they changed nothing, as without the permission. */
  | { readonly changed: boolean }
  /** The host does not know them, and posted the text. */
  | { readonly note: Note };

/** The place of a thread to be made. `line_range` names lines by `line_code`. */
export interface NewDiffPosition {
  readonly base_sha: string;
  readonly start_sha: string;
  readonly head_sha: string;
  readonly old_path: string;
  readonly new_path: string;
  readonly position_type: "text" | "file";
  readonly old_line?: number | undefined;
  readonly new_line?: number | undefined;
  readonly line_range?: { readonly start: NewLineRangeEnd; readonly end: NewLineRangeEnd } | undefined;
}

export interface NewLineRangeEnd {
  readonly line_code: string;
  readonly type?: "new" | "old" | undefined;
  readonly old_line?: number | undefined;
  readonly new_line?: number | undefined;
}

/** A comment that only its author sees until it is published. */
export interface DraftNote {
  readonly id: number;
  readonly author_id?: number | null;
  /** Markdown. */
  readonly note: string;
  /** ID of the discussion that it replies to. */
  readonly discussion_id?: string | null;
  /** Whether publishing it resolves the discussion. */
  readonly resolve_discussion?: boolean | null;
  readonly position?: DiffPosition | null;
}

/** A draft of a thread or a reply to be made. */
export interface NewDraftNote {
  /** Markdown. */
  readonly note: string;
  readonly in_reply_to_discussion_id?: string | undefined;
  readonly resolve_discussion?: boolean | undefined;
  readonly position?: NewDiffPosition | undefined;
}

/** A thread to be made. */
export interface NewDiscussion {
  /** Markdown. */
  readonly body: string;
  /** Without one, the thread is on the merge request as a whole. */
  readonly position?: NewDiffPosition | undefined;
}
