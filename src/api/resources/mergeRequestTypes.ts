import type { UserSummary } from "./users.ts";

/** Open: hosts may add states. */
export type MergeRequestState = "opened" | "closed" | "locked" | "merged" | (string & {});

/** Why a merge request can or cannot be merged. Open: the set grows with each release. */
export type DetailedMergeStatus =
  | "approvals_syncing"
  | "blocked_status"
  | "broken_status"
  | "checking"
  | "ci_must_pass"
  | "ci_still_running"
  | "commits_status"
  | "conflict"
  | "discussions_not_resolved"
  | "draft_status"
  | "external_status_checks"
  | "jira_association_missing"
  | "locked_lfs_files"
  | "locked_paths"
  | "mergeable"
  | "merge_request_blocked"
  | "merge_time"
  | "need_rebase"
  | "not_approved"
  | "not_open"
  | "policies_denied"
  | "preparing"
  | "requested_changes"
  | "security_policy_pipeline_check"
  | "security_policy_violations"
  | "status_checks_must_pass"
  | "title_regex"
  | "unchecked"
  | (string & {});

/** A label with its colors, if `with_labels_details` is set. */
export interface LabelDetails {
  readonly id?: number | null;
  readonly name?: string | null;
  /** `#rrggbb`. */
  readonly color?: string | null;
  readonly description?: string | null;
  readonly description_html?: string | null;
  readonly text_color?: string | null;
}

/** A merge request (Part 3, Merge request). Dates are ISO 8601. `view=simple` returns only the first fields. */
export interface MergeRequest {
  readonly id: number;
  readonly iid: number;
  readonly project_id?: number | null;
  readonly title: string;
  readonly description?: string | null;
  readonly state?: MergeRequestState | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly web_url?: string | null;
  /** Null if the fork was deleted. */
  readonly source_project_id?: number | null;
  readonly target_project_id?: number | null;
  /** @deprecated Use `merge_user`. */
  readonly merged_by?: UserSummary | null;
  readonly merge_user?: UserSummary | null;
  readonly merged_at?: string | null;
  readonly prepared_at?: string | null;
  readonly closed_at?: string | null;
  readonly closed_by?: UserSummary | null;
  readonly target_branch?: string | null;
  readonly source_branch?: string | null;
  /** Head of the source branch. */
  readonly sha?: string | null;
  readonly upvotes?: number | null;
  readonly downvotes?: number | null;
  readonly user_notes_count?: number | null;
  readonly author?: UserSummary | null;
  readonly assignee?: UserSummary | null;
  readonly assignees?: readonly UserSummary[] | null;
  readonly reviewers?: readonly UserSummary[] | null;
  readonly labels?: readonly string[] | readonly LabelDetails[] | null;
  readonly draft?: boolean | null;
  /** @deprecated Use `draft`. */
  readonly work_in_progress?: boolean | null;
  readonly milestone?: MergeRequestMilestone | null;
  readonly merge_when_pipeline_succeeds?: boolean | null;
  /** @deprecated Use `detailed_merge_status`. */
  readonly merge_status?: string | null;
  readonly detailed_merge_status?: DetailedMergeStatus | null;
  readonly merge_commit_sha?: string | null;
  readonly squash_commit_sha?: string | null;
  readonly discussion_locked?: boolean | null;
  readonly should_remove_source_branch?: boolean | null;
  readonly force_remove_source_branch?: boolean | null;
  readonly allow_collaboration?: boolean | null;
  readonly allow_maintainer_to_push?: boolean | null;
  readonly references?: {
    readonly short?: string | null;
    readonly relative?: string | null;
    readonly full?: string | null;
  } | null;
  readonly time_stats?: MergeRequestTimeStats | null;
  readonly squash?: boolean | null;
  readonly task_completion_status?: { readonly count?: number | null; readonly completed_count?: number | null } | null;
  readonly has_conflicts?: boolean | null;
  readonly blocking_discussions_resolved?: boolean | null;
  /** @deprecated Documented only as deprecated. */
  readonly approvals_before_merge?: number | null;
  /** This and the fields below are only sent for a single merge request. */
  readonly merge_error?: string | null;
  readonly subscribed?: boolean | null;
  /** A number as text, such as `1000+`. */
  readonly changes_count?: string | null;
  readonly latest_build_started_at?: string | null;
  readonly latest_build_finished_at?: string | null;
  readonly first_deployed_to_production_at?: string | null;
  readonly pipeline?: MergeRequestPipeline | null;
  readonly head_pipeline?: MergeRequestPipeline | null;
  readonly diff_refs?: DiffRefs | null;
  readonly diverged_commits_count?: number | null;
  /** Only if the request asks for it. */
  readonly rebase_in_progress?: boolean | null;
  /** Permissions of the caller. */
  readonly user?: { readonly can_merge?: boolean | null } | null;
}

export interface MergeRequestMilestone {
  readonly id: number;
  readonly iid?: number | null;
  readonly project_id?: number | null;
  readonly title: string;
  readonly description?: string | null;
  readonly state?: "active" | "closed" | (string & {}) | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  /** YYYY-MM-DD */
  readonly due_date?: string | null;
  /** YYYY-MM-DD */
  readonly start_date?: string | null;
  readonly web_url?: string | null;
}

export interface MergeRequestTimeStats {
  /** Seconds. */
  readonly time_estimate?: number | null;
  /** Seconds. */
  readonly total_time_spent?: number | null;
  readonly human_time_estimate?: string | null;
  readonly human_total_time_spent?: string | null;
}

export interface MergeRequestPipeline {
  readonly id: number;
  readonly sha?: string | null;
  readonly ref?: string | null;
  readonly status?: string | null;
  readonly web_url?: string | null;
}

export interface DiffRefs {
  readonly base_sha?: string | null;
  readonly head_sha?: string | null;
  readonly start_sha?: string | null;
}

/** Head of `refs/merge-requests/:iid/merge`. */
export interface MergeRef {
  readonly commit_id: string;
}

/** `None` matches records without a value, `Any` those with any value. */
export type NoneOrAny = "None" | "Any";

/** Filters and order of every list of merge requests (Part 3, Merge requests). */
interface CommonQuery {
  /** Approved by all of these users, at most 5. */
  readonly approved_by_ids?: readonly number[] | NoneOrAny | undefined;
  readonly approver_ids?: readonly number[] | NoneOrAny | undefined;
  readonly approved?: "yes" | "no" | undefined;
  readonly assignee_id?: number | NoneOrAny | undefined;
  /** Not with `author_username`. */
  readonly author_id?: number | undefined;
  readonly author_username?: string | undefined;
  readonly created_after?: Date | string | undefined;
  readonly created_before?: Date | string | undefined;
  readonly environment?: string | undefined;
  /** Fields that `search` matches. Default: both. */
  readonly in?: "title" | "description" | readonly ("title" | "description")[] | undefined;
  readonly labels?: NoneOrAny | (string & {}) | readonly string[] | undefined;
  /** Not with `merge_user_username`. */
  readonly merge_user_id?: number | undefined;
  readonly merge_user_username?: string | undefined;
  /** A title. */
  readonly milestone?: NoneOrAny | (string & {}) | undefined;
  readonly my_reaction_emoji?: NoneOrAny | (string & {}) | undefined;
  readonly not?: MergeRequestNegation | undefined;
  readonly order_by?: "created_at" | "title" | "updated_at" | undefined;
  /** Not with `reviewer_username`. */
  readonly reviewer_id?: number | NoneOrAny | undefined;
  readonly reviewer_username?: NoneOrAny | (string & {}) | undefined;
  readonly scope?: "created_by_me" | "assigned_to_me" | "all" | undefined;
  readonly search?: string | undefined;
  readonly sort?: "asc" | "desc" | undefined;
  readonly source_branch?: string | undefined;
  readonly target_branch?: string | undefined;
  readonly state?: "all" | "opened" | "closed" | "locked" | "merged" | undefined;
  readonly updated_after?: Date | string | undefined;
  readonly updated_before?: Date | string | undefined;
  /** Returns fewer fields. */
  readonly view?: "simple" | undefined;
  /** Returns labels with their colors. */
  readonly with_labels_details?: boolean | undefined;
  /** Asks the host to check again whether each one can be merged. */
  readonly with_merge_status_recheck?: boolean | undefined;
  /** Only drafts, or no drafts. */
  readonly wip?: "yes" | "no" | undefined;
}

export interface MergeRequestQuery extends CommonQuery {
  readonly deployed_after?: Date | string | undefined;
  readonly deployed_before?: Date | string | undefined;
}

export interface MergeRequestsOfProjectQuery extends CommonQuery {
  readonly iids?: readonly number[] | undefined;
}

/** Conditions that must not match. */
export interface MergeRequestNegation {
  readonly labels?: string | readonly string[] | undefined;
  readonly milestone?: string | undefined;
  readonly author_id?: number | undefined;
  readonly author_username?: string | undefined;
  readonly assignee_id?: number | undefined;
  readonly assignee_username?: string | undefined;
  readonly reviewer_id?: number | undefined;
  readonly reviewer_username?: string | undefined;
  readonly my_reaction_emoji?: string | undefined;
}

/** Fields to change; omitted ones stay. */
export interface MergeRequestUpdate {
  readonly add_labels?: string | readonly string[] | undefined;
  readonly remove_labels?: string | readonly string[] | undefined;
  /** Replaces all labels; an empty list removes them. */
  readonly labels?: string | readonly string[] | undefined;
  readonly allow_collaboration?: boolean | undefined;
  readonly allow_maintainer_to_push?: boolean | undefined;
  /** 0 removes the assignee. */
  readonly assignee_id?: number | undefined;
  /** An empty list removes all. */
  readonly assignee_ids?: readonly number[] | undefined;
  readonly reviewer_ids?: readonly number[] | undefined;
  /** Up to 1,048,576 characters. */
  readonly description?: string | undefined;
  /** Whether only project members may comment. */
  readonly discussion_locked?: boolean | undefined;
  /** The ID, not the IID; 0 removes the milestone. */
  readonly milestone_id?: number | undefined;
  readonly remove_source_branch?: boolean | undefined;
  readonly squash?: boolean | undefined;
  readonly state_event?: "close" | "reopen" | undefined;
  readonly target_branch?: string | undefined;
  readonly title?: string | undefined;
}

export interface MergeOptions {
  readonly merge_commit_message?: string | undefined;
  /** Merges when the pipeline succeeds. */
  readonly merge_when_pipeline_succeeds?: boolean | undefined;
  /** Expected head of the source branch; any other is not merged. */
  readonly sha?: string | undefined;
  readonly should_remove_source_branch?: boolean | undefined;
  readonly squash_commit_message?: string | undefined;
  readonly squash?: boolean | undefined;
}
