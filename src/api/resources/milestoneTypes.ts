import type { MergeRequestTimeStats } from "./mergeRequestTypes.ts";
import type { UserSummary } from "./userTypes.ts";

/** A milestone of a group or a project (Part 3, Milestone). Times are ISO 8601. */
export interface Milestone {
  readonly id: number;
  readonly iid?: number | null;
  /** Only for group milestones. */
  readonly group_id?: number | null;
  /** Only for project milestones. */
  readonly project_id?: number | null;
  readonly title: string;
  readonly description?: string | null;
  readonly state?: "active" | "closed" | (string & {}) | null;
  /** YYYY-MM-DD */
  readonly due_date?: string | null;
  /** YYYY-MM-DD */
  readonly start_date?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  /** Whether the due date has passed. */
  readonly expired?: boolean | null;
  readonly web_url?: string | null;
}

/** Filters of the list (Part 3, Milestones). */
export interface MilestoneQuery {
  /** Ignored if ancestors are included. */
  readonly iids?: readonly number[] | undefined;
  readonly state?: "active" | "closed" | undefined;
  readonly title?: string | undefined;
  /** Part of the title or the description. */
  readonly search?: string | undefined;
  /** Deprecated since 16.7: use `include_ancestors`. */
  readonly include_parent_milestones?: boolean | undefined;
  /** Includes milestones of parent groups. */
  readonly include_ancestors?: boolean | undefined;
  readonly updated_before?: Date | string | undefined;
  readonly updated_after?: Date | string | undefined;
}

export interface GroupMilestoneQuery extends MilestoneQuery {
  /** Includes milestones of subgroups and of all projects in the group; since 16.7. */
  readonly include_descendants?: boolean | undefined;
}

export interface CreateMilestone {
  readonly title: string;
  readonly description?: string | undefined;
  /** YYYY-MM-DD, or empty. */
  readonly due_date?: string | undefined;
  readonly start_date?: string | undefined;
}

/** Fields to change; empty text clears a description or date. */
export interface UpdateMilestone extends Partial<CreateMilestone> {
  readonly state_event?: "close" | "activate" | undefined;
}

/** An issue as real hosts list it; the documents do not describe it. */
export interface MilestoneIssue {
  readonly id: number;
  readonly iid: number;
  readonly project_id?: number | null;
  readonly title: string;
  readonly description?: string | null;
  readonly state?: "opened" | "closed" | (string & {}) | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly closed_at?: string | null;
  readonly closed_by?: UserSummary | null;
  readonly labels?: readonly string[] | null;
  readonly milestone?: Milestone | null;
  readonly assignees?: readonly UserSummary[] | null;
  readonly assignee?: UserSummary | null;
  readonly author?: UserSummary | null;
  /** For example `issue`, `incident`, `task`. */
  readonly issue_type?: string | null;
  readonly user_notes_count?: number | null;
  readonly upvotes?: number | null;
  readonly downvotes?: number | null;
  readonly merge_requests_count?: number | null;
  /** YYYY-MM-DD */
  readonly due_date?: string | null;
  readonly confidential?: boolean | null;
  readonly discussion_locked?: boolean | null;
  /** Higher editions. */
  readonly weight?: number | null;
  readonly web_url?: string | null;
  readonly references?: {
    readonly short?: string | null;
    readonly relative?: string | null;
    readonly full?: string | null;
  } | null;
  readonly time_stats?: MergeRequestTimeStats | null;
  readonly task_completion_status?: { readonly count?: number | null; readonly completed_count?: number | null } | null;
}

/** A change of an issue of a milestone, as real hosts send it; the documents do not describe it. */
export interface BurndownEvent {
  readonly created_at: string;
  readonly weight?: number | null;
  readonly action: "created" | "closed" | "reopened" | (string & {});
}
