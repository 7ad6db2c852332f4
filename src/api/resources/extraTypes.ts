import type { Job } from "./jobs.ts";
import type { MergeRequestState } from "./mergeRequestTypes.ts";
import type { Pipeline } from "./pipelines.ts";
import type { UserSummary } from "./userTypes.ts";

export interface Project {
  readonly id: number;
  readonly name: string;
  readonly name_with_namespace?: string | null;
  readonly path?: string | null;
  readonly path_with_namespace: string;
  readonly description?: string | null;
  /** Null before the first commit. */
  readonly default_branch?: string | null;
  readonly web_url?: string | null;
  readonly http_url_to_repo?: string | null;
  readonly ssh_url_to_repo?: string | null;
  readonly empty_repo?: boolean | null;
  readonly archived?: boolean | null;
  /** Path of the CI file, where it is not the usual one; with `@` or as an address when it is not of this repository. */
  readonly ci_config_path?: string | null;
  /** Who sees it: members (`private`), everybody who is signed in (`internal`), or everybody (`public`). Short forms lack it on some hosts. */
  readonly visibility?: string | null;
  /** The caller's roles, as access levels: in the project, and in a group above it. */
  readonly permissions?: {
    readonly project_access?: { readonly access_level?: number | null } | null;
    readonly group_access?: { readonly access_level?: number | null } | null;
  } | null;
  /** The project that this one is a fork of, to those who may see it. */
  readonly forked_from_project?: Pick<
    Project,
    "id" | "path_with_namespace" | "default_branch" | "web_url" | "visibility"
  > | null;
  /** Merge requests of a fork go into the fork itself unless told otherwise. */
  readonly mr_default_target_self?: boolean | null;
}

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly path?: string | null;
  readonly full_path: string;
  readonly full_name?: string | null;
  readonly description?: string | null;
  readonly parent_id?: number | null;
  readonly web_url?: string | null;
}

/** A job that starts another pipeline. It is not among the jobs; its log does not exist. */
export interface Bridge extends Job {
  readonly downstream_pipeline?: Pipeline | null;
}

export interface Branch {
  readonly name: string;
  readonly default?: boolean | null;
  readonly protected?: boolean | null;
  /** About the caller. */
  readonly can_push?: boolean | null;
  readonly merged?: boolean | null;
  readonly web_url?: string | null;
  readonly commit?: { readonly id: string; readonly short_id?: string | null; readonly title?: string | null } | null;
}

export interface PlayJobRequest {
  readonly job_variables_attributes?: readonly { readonly key: string; readonly value: string }[] | undefined;
}

export interface CiLintRequest {
  /** Text of the CI configuration. */
  readonly content: string;
  /** Simulate a pipeline on this ref (default: the default branch) instead of reading the text alone. */
  readonly dry_run?: boolean | undefined;
  readonly ref?: string | undefined;
  readonly include_jobs?: boolean | undefined;
}

export interface CiLintResult {
  readonly valid: boolean;
  readonly errors?: readonly string[] | null;
  readonly warnings?: readonly string[] | null;
  /** The configuration with its includes put in. */
  readonly merged_yaml?: string | null;
}

/** What a new merge request needs, and may have; the rest is as for an update. */
export interface CreateMergeRequest {
  readonly source_branch: string;
  readonly target_branch: string;
  readonly title: string;
  /** The project to merge into, of a fork; this one unless told. */
  readonly target_project_id?: number | undefined;
  /** Up to 1,048,576 characters. */
  readonly description?: string | undefined;
  readonly assignee_ids?: readonly number[] | undefined;
  readonly reviewer_ids?: readonly number[] | undefined;
  readonly labels?: string | readonly string[] | undefined;
  /** The id, not the iid. */
  readonly milestone_id?: number | undefined;
  readonly remove_source_branch?: boolean | undefined;
  readonly squash?: boolean | undefined;
  readonly allow_collaboration?: boolean | undefined;
}

/** Who has approved a merge request, and how many more it takes where the host counts. */
export interface MergeRequestApprovals {
  readonly iid?: number;
  readonly title?: string | null;
  readonly state?: MergeRequestState | null;
  readonly approved?: boolean | null;
  readonly approvals_required?: number | null;
  readonly approvals_left?: number | null;
  readonly approved_by: readonly { readonly user: UserSummary }[];
  /** About the caller. */
  readonly user_has_approved?: boolean | null;
  readonly user_can_approve?: boolean | null;
}
