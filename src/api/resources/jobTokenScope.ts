import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { CallOptions, ListOptions } from "../request.ts";

/** Access of other projects' CI job tokens (Part 1, Job token scope settings). */
export interface JobTokenScope {
  /** Whether only projects and groups on the allowlists have access. */
  readonly inbound_enabled: boolean;
  /** @deprecated Removed from the documents with release 17.0; hosts still send it. */
  readonly outbound_enabled?: boolean | null;
}

/** A project on an allowlist (Part 1, Allowlisted project). */
export interface AllowlistedProject {
  readonly id: number;
  readonly description?: string | null;
  readonly name?: string | null;
  readonly name_with_namespace?: string | null;
  readonly path?: string | null;
  /** Null or absent for a project that is being deleted. */
  readonly path_with_namespace?: string | null;
  readonly created_at?: string | null;
  /** Null before the first commit. */
  readonly default_branch?: string | null;
  readonly tag_list?: readonly string[] | null;
  readonly topics?: readonly string[] | null;
  readonly ssh_url_to_repo?: string | null;
  readonly http_url_to_repo?: string | null;
  readonly web_url?: string | null;
  readonly avatar_url?: string | null;
  readonly star_count?: number | null;
  readonly last_activity_at?: string | null;
  readonly namespace?: Namespace | null;
}

/** The group or user that a project belongs to. */
export interface Namespace {
  readonly id?: number | null;
  readonly name?: string | null;
  readonly path?: string | null;
  readonly kind?: "group" | "user" | (string & {}) | null;
  readonly full_path?: string | null;
  readonly parent_id?: number | null;
  readonly avatar_url?: string | null;
  readonly web_url?: string | null;
}

export interface AllowlistedGroup {
  readonly id: number;
  readonly name?: string | null;
  readonly web_url?: string | null;
}

/** A new entry of the allowlist. */
export interface JobTokenAllowlistEntry {
  readonly source_project_id?: number | null;
  readonly target_project_id: number;
}

export interface JobTokenGroupsAllowlistEntry {
  readonly source_project_id?: number | null;
  readonly target_group_id: number;
}

/**
 * Job token access of a project; requires the Maintainer role. Every operation throws ApiError: `forbidden` for lower roles, `notFound` for a
 * project that the caller cannot see.
 */
export const jobTokenScope = (http: Http) => ({
  /** Returns whether job tokens of other projects are restricted. Part 1, Job token scope. */
  get: async (project: ProjectId, options: CallOptions = {}): Promise<JobTokenScope> =>
    http.object<JobTokenScope>({
      operation: "jobTokenScope.get",
      path: path`/projects/${project}/job_token_scope`,
      requiredFields: { inbound_enabled: "flag" },
      ...options,
    }),

  /** Enables or disables the restriction. Part 1, Job token scope. */
  update: async (
    project: ProjectId,
    request: { readonly enabled: boolean },
    options: CallOptions = {},
  ): Promise<void> =>
    http.noContent({
      operation: "jobTokenScope.update",
      method: "PATCH",
      path: path`/projects/${project}/job_token_scope`,
      json: request,
      ...options,
    }),
});

/** Projects whose job tokens have access to a project. */
export const projectAllowlist = (http: Http) => ({
  /** Lists the projects, including the project itself. Part 1, Job token scope. */
  list: (project: ProjectId, options: ListOptions = {}): Pages<AllowlistedProject> =>
    http.pages<AllowlistedProject>(
      () => ({
        operation: "jobTokenScope.allowlist.list",
        path: path`/projects/${project}/job_token_scope/allowlist`,
        requiredFields: { id: "id", path_with_namespace: "text?", namespace: "object?" },
      }),
      options,
    ),

  /** Adds a project. Throws `notFound` if the caller cannot see it, `invalidRequest` if it is already listed. Part 1, Job token scope. */
  add: async (
    project: ProjectId,
    request: { readonly target_project_id: number },
    options: CallOptions = {},
  ): Promise<JobTokenAllowlistEntry> =>
    http.object<JobTokenAllowlistEntry>({
      operation: "jobTokenScope.allowlist.add",
      method: "POST",
      path: path`/projects/${project}/job_token_scope/allowlist`,
      json: request,
      requiredFields: { target_project_id: "id" },
      ...options,
    }),

  /** Removes a project. Throws `notFound` if it is not listed. Part 1, Job token scope. */
  remove: async (project: ProjectId, target: number, options: CallOptions = {}): Promise<void> =>
    http.noContent({
      operation: "jobTokenScope.allowlist.remove",
      method: "DELETE",
      path: path`/projects/${project}/job_token_scope/allowlist/${target}`,
      ...options,
    }),
});

/** Groups whose projects' job tokens have access to a project. */
export const groupsAllowlist = (http: Http) => ({
  /** Lists the groups. Part 1, Job token scope. */
  list: (project: ProjectId, options: ListOptions = {}): Pages<AllowlistedGroup> =>
    http.pages<AllowlistedGroup>(
      () => ({
        operation: "jobTokenScope.groupsAllowlist.list",
        path: path`/projects/${project}/job_token_scope/groups_allowlist`,
        requiredFields: { id: "id", name: "text?" },
      }),
      options,
    ),

  /** Adds a group. Throws `notFound` if the caller cannot see it, `invalidRequest` if it is already listed. Part 1, Job token scope. */
  add: async (
    project: ProjectId,
    request: { readonly target_group_id: number },
    options: CallOptions = {},
  ): Promise<JobTokenGroupsAllowlistEntry> =>
    http.object<JobTokenGroupsAllowlistEntry>({
      operation: "jobTokenScope.groupsAllowlist.add",
      method: "POST",
      path: path`/projects/${project}/job_token_scope/groups_allowlist`,
      json: request,
      requiredFields: { target_group_id: "id" },
      ...options,
    }),

  /** Removes a group. Throws `notFound` if it is not listed. Part 1, Job token scope. */
  remove: async (project: ProjectId, target: number, options: CallOptions = {}): Promise<void> =>
    http.noContent({
      operation: "jobTokenScope.groupsAllowlist.remove",
      method: "DELETE",
      path: path`/projects/${project}/job_token_scope/groups_allowlist/${target}`,
      ...options,
    }),
});
