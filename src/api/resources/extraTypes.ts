import type { Job } from "./jobs.ts";
import type { MergeRequestState } from "./mergeRequestTypes.ts";
import type { Pipeline } from "./pipelines.ts";
import type { UserSummary } from "./userTypes.ts";

export interface Project {
  readonly id: number;
  readonly name?: string | null;
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
  /** Path of the CI file if it is not the default; with `@` or a URL if it is outside this repository. */
  readonly ci_config_path?: string | null;
  /** `private`: members, `internal`: signed-in users, `public`: everyone. Some hosts omit it in summaries. */
  readonly visibility?: string | null;
  /** `disabled`, `private` (members only) or `enabled`; the flags say whether the caller may use the feature. */
  readonly repository_access_level?: string | null;
  readonly merge_requests_access_level?: string | null;
  readonly merge_requests_enabled?: boolean | null;
  readonly builds_access_level?: string | null;
  readonly jobs_enabled?: boolean | null;
  readonly package_registry_access_level?: string | null;
  readonly packages_enabled?: boolean | null;
  readonly wiki_access_level?: string | null;
  readonly wiki_enabled?: boolean | null;
  /** Access levels of the caller in the project and in its group. */
  readonly permissions?: {
    readonly project_access?: { readonly access_level?: number | null } | null;
    readonly group_access?: { readonly access_level?: number | null } | null;
  } | null;
  /** The upstream project of a fork, if the caller can see it. */
  readonly forked_from_project?: Pick<
    Project,
    "id" | "path_with_namespace" | "default_branch" | "web_url" | "visibility"
  > | null;
  /** Whether merge requests of a fork target the fork itself by default. */
  readonly mr_default_target_self?: boolean | null;
  /** Whether merge requests delete their source branch by default. */
  readonly remove_source_branch_after_merge?: boolean | null;
  /** `never`, `always`, `default_on` or `default_off`. */
  readonly squash_option?: string | null;
}

export interface Group {
  readonly id: number;
  readonly name?: string | null;
  readonly path?: string | null;
  readonly full_path: string;
  readonly full_name?: string | null;
  readonly description?: string | null;
  readonly parent_id?: number | null;
  readonly web_url?: string | null;
}

/** A job that starts another pipeline. It is not listed with the jobs and has no log. */
export interface Bridge extends Job {
  readonly downstream_pipeline?: Pipeline | null;
}

export interface Branch {
  readonly name: string;
  readonly default?: boolean | null;
  readonly protected?: boolean | null;
  /** For the caller. */
  readonly can_push?: boolean | null;
  readonly merged?: boolean | null;
  readonly web_url?: string | null;
  readonly commit?: {
    readonly id?: string | null;
    readonly short_id?: string | null;
    readonly title?: string | null;
  } | null;
}

export interface PlayJobRequest {
  readonly job_variables_attributes?: readonly { readonly key: string; readonly value: string }[] | undefined;
}

export interface CiLintRequest {
  /** CI configuration as YAML. */
  readonly content: string;
  /** Simulates a pipeline on `ref` (default: the default branch) instead of only checking the text. */
  readonly dry_run?: boolean | undefined;
  readonly ref?: string | undefined;
  readonly include_jobs?: boolean | undefined;
}

export interface CiLintResult {
  readonly valid: boolean;
  readonly errors?: readonly string[] | null;
  readonly warnings?: readonly string[] | null;
  /** The configuration with its includes resolved. */
  readonly merged_yaml?: string | null;
}

/** Fields of a new merge request; the optional ones are the same as for an update. */
export interface CreateMergeRequest {
  readonly source_branch: string;
  readonly target_branch: string;
  readonly title: string;
  /** Target project of a merge request from a fork. Default: this one. */
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

/** Approvals of a merge request, with the number still required on hosts that count them. */
export interface MergeRequestApprovals {
  readonly iid?: number | null;
  readonly title?: string | null;
  readonly state?: MergeRequestState | null;
  readonly approved?: boolean | null;
  readonly approvals_required?: number | null;
  readonly approvals_left?: number | null;
  readonly approved_by: readonly { readonly user?: UserSummary | null }[];
  /** For the caller. */
  readonly user_has_approved?: boolean | null;
  readonly user_can_approve?: boolean | null;
}

/** A template for descriptions. */
export interface TemplateName {
  readonly key: string;
  readonly name: string;
}

/** The text of a template. */
export interface TemplateText {
  readonly name?: string | null;
  readonly content: string;
}

/** The response to a rebase. */
export interface RebaseState {
  readonly rebase_in_progress: boolean;
}

/** A file that was uploaded for texts of a project. */
export interface ProjectUpload {
  /** Below the project: `/uploads/<secret>/<name>`. */
  readonly url: string;
  /** A link to it, or the picture itself. */
  readonly markdown: string;
  readonly alt?: string | null;
}
