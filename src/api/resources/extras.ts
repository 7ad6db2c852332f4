import { ApiError } from "../errors.ts";
import { rememberExtra } from "../extraAvailability.ts";
import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { CallOptions, ListOptions } from "../request.ts";
import { checkFilled, checkLength } from "../rules.ts";
import type { Upload } from "../upload.ts";
import { extraCalls } from "./extraCalls.ts";
import type {
  Branch,
  Bridge,
  CiLintRequest,
  CiLintResult,
  CreateMergeRequest,
  Group,
  MergeRequestApprovals,
  PlayJobRequest,
  Project,
  ProjectUpload,
  RebaseState,
  TemplateName,
  TemplateText,
} from "./extraTypes.ts";
import { type Job, requiredJobFields } from "./jobs.ts";
import { maxDescriptionLength, requiredMergeRequestFields } from "./mergeRequests.ts";
import type { MergeRequest } from "./mergeRequestTypes.ts";
import { personFields } from "./personFields.ts";
import { requiredPipelineFields } from "./pipelines.ts";
import { tracePart, type TracePartOptions, type TraceResponse } from "./trace.ts";
import type { UserSummary } from "./userTypes.ts";

export type * from "./extraTypes.ts";

const requiredNames = { id: "id", path_with_namespace: "text" } as const;
const requiredProjectFields = {
  ...requiredNames,
  forked_from_project: { kind: "object?", of: requiredNames },
} as const;

const approvalFields = {
  approved_by: { kind: "list", of: { user: { kind: "object?", of: personFields } } },
} as const;

/**
 * Routes and parameters of real hosts that are not in the documents. Whether an instance has one is detected on first use and stored in
 * its capabilities; a missing one is not tried again for a week. Every operation throws ApiError, `invalidArgument` with the rule
 * `extraUnavailable` for what is missing.
 */
export const extras = (http: Http) => {
  const { available, refuseMissing, object, pages, bytes } = extraCalls(http);

  return {
    /** Whether the instance has the route; undefined before the first use. */
    available,

    /** Returns a project by ID or full path. */
    project: async (project: ProjectId, options: CallOptions = {}): Promise<Project> =>
      object<Project>("project", {
        path: path`/projects/${project}`,
        requiredFields: requiredProjectFields,
        conditional: true,
        ...options,
      }),

    /** Lists the projects that the user is a member of, the latest active first; `search` matches part of the path. */
    projects: (query: { readonly search?: string | undefined } = {}, options: ListOptions = {}): Pages<Project> =>
      pages<Project>(
        "projects",
        () => ({
          path: path`/projects`,
          query: { membership: true, simple: true, search_namespaces: true, order_by: "last_activity_at", ...query },
          requiredFields: requiredProjectFields,
          conditional: true,
        }),
        options,
      ),

    /** Returns a group by ID or full path. */
    group: async (group: number | string, options: CallOptions = {}): Promise<Group> =>
      object<Group>("group", {
        path: path`/groups/${group}`,
        requiredFields: { id: "id", full_path: "text" },
        conditional: true,
        ...options,
      }),

    /** Lists branches; `search` matches part of the name. */
    branches: (
      project: ProjectId,
      query: { readonly search?: string | undefined } = {},
      options: ListOptions = {},
    ): Pages<Branch> =>
      pages<Branch>(
        "branches",
        () => ({
          path: path`/projects/${project}/repository/branches`,
          query,
          requiredFields: { name: "text", commit: "object?" },
          conditional: true,
        }),
        options,
      ),

    /** Starts a manual job, which keeps its ID. */
    playJob: async (
      project: ProjectId,
      id: number,
      request: PlayJobRequest = {},
      options: CallOptions = {},
    ): Promise<Job> =>
      object<Job>("playJob", {
        method: "POST",
        path: path`/projects/${project}/jobs/${id}/play`,
        json: request,
        requiredFields: requiredJobFields,
        ...options,
      }),

    /** Lists the jobs of a pipeline that start other pipelines. */
    bridges: (project: ProjectId, pipeline: number, options: ListOptions = {}): Pages<Bridge> =>
      pages<Bridge>(
        "bridges",
        () => ({
          path: path`/projects/${project}/pipelines/${pipeline}/bridges`,
          requiredFields: {
            ...requiredJobFields,
            downstream_pipeline: { kind: "object?", of: requiredPipelineFields },
          },
          conditional: true,
        }),
        options,
      ),

    /** Checks a CI configuration in the context of a project. */
    ciLint: async (project: ProjectId, request: CiLintRequest, options: CallOptions = {}): Promise<CiLintResult> =>
      object<CiLintResult>("ciLint", {
        method: "POST",
        path: path`/projects/${project}/ci/lint`,
        readsOnly: true,
        json: request,
        requiredFields: { valid: "flag", errors: "list?", warnings: "list?" },
        ...options,
      }),

    /**
     * Returns a merge request with the fields that lists omit. Real hosts then start to check whether it can be merged: repeat the request
     * while `detailed_merge_status` is `unchecked`, `checking` or `preparing`.
     */
    mergeRequest: async (
      project: ProjectId,
      iid: number,
      query: {
        readonly include_diverged_commits_count?: boolean | undefined;
        readonly include_rebase_in_progress?: boolean | undefined;
      } = {},
      options: CallOptions = {},
    ): Promise<MergeRequest> =>
      object<MergeRequest>("mergeRequest", {
        path: path`/projects/${project}/merge_requests/${iid}`,
        query,
        requiredFields: requiredMergeRequestFields,
        conditional: true,
        ...options,
      }),

    /**
     * Creates a merge request. Rejects an empty title or branch and a description that is too long before sending. Throws `conflict` if
     * the branch already has an open one for this target.
     */
    createMergeRequest: async (
      project: ProjectId,
      { labels, ...request }: CreateMergeRequest,
      options: CallOptions = {},
    ): Promise<MergeRequest> => {
      const json = { ...request, labels: Array.isArray(labels) ? labels.join(",") : labels };
      const call = {
        method: "POST",
        path: path`/projects/${project}/merge_requests`,
        json,
        requiredFields: requiredMergeRequestFields,
        ...options,
      } as const;
      checkFilled(
        http,
        { ...call, operation: "extras.createMergeRequest" },
        request,
        "source_branch",
        "target_branch",
        "title",
      );
      checkLength(
        http,
        { ...call, operation: "extras.createMergeRequest" },
        request,
        "description",
        maxDescriptionLength,
      );
      return object<MergeRequest>("createMergeRequest", call);
    },

    /**
     * Approves a merge request. Throws `forbidden` if the caller may not, or already has (401), `conflict` if `sha` is no longer the head
     * of the source branch (409).
     */
    approve: async (
      project: ProjectId,
      iid: number,
      request: { readonly sha?: string | undefined } = {},
      options: CallOptions = {},
    ): Promise<MergeRequestApprovals> =>
      object<MergeRequestApprovals>("approve", {
        method: "POST",
        path: path`/projects/${project}/merge_requests/${iid}/approve`,
        json: request,
        requiredFields: approvalFields,
        forbiddenReason: "the account may not approve this merge request",
        ...options,
      }),

    /**
     * Returns at most TRACE_PART_LIMIT bytes of a job's log from an offset, of a running job as well (206). Hosts without the parameter
     * respond with the whole log (200) once; some refuse it (`invalidRequest`).
     */
    tracePart: async (project: ProjectId, id: number, options: TracePartOptions): Promise<TraceResponse> => {
      const call = { operation: "extras.tracePart", path: path`/projects/${project}/jobs/${id}/trace` };
      refuseMissing("tracePart", call);
      const remember = (honoured: boolean): void => rememberExtra(http.capabilities, "tracePart", honoured, http.now());
      try {
        const { response, honoured } = await tracePart(http, call, options);
        if (honoured !== undefined) remember(honoured);
        return response;
      } catch (error) {
        if (error instanceof ApiError && error.kind === "invalidRequest") remember(false);
        throw error;
      }
    },

    /** Returns who approved a merge request. */
    approvals: async (project: ProjectId, iid: number, options: CallOptions = {}): Promise<MergeRequestApprovals> =>
      object<MergeRequestApprovals>("approvals", {
        path: path`/projects/${project}/merge_requests/${iid}/approvals`,
        requiredFields: approvalFields,
        conditional: true,
        ...options,
      }),

    /** Revokes the caller's approval of a merge request. Throws `notFound` if there is none. */
    unapprove: async (project: ProjectId, iid: number, options: CallOptions = {}): Promise<MergeRequestApprovals> =>
      object<MergeRequestApprovals>("unapprove", {
        method: "POST",
        path: path`/projects/${project}/merge_requests/${iid}/unapprove`,
        requiredFields: approvalFields,
        forbiddenReason: "the account may not approve this merge request",
        ...options,
      }),

    /**
     * Lists the members of a project, also those that it has through its groups.
     * @param query.query part of a name or username
     */
    members: (
      project: ProjectId,
      query: { readonly query?: string | undefined } = {},
      options: ListOptions = {},
    ): Pages<UserSummary> =>
      pages<UserSummary>(
        "members",
        () => ({ path: path`/projects/${project}/members/all`, query, requiredFields: { id: "id", username: "text" } }),
        options,
      ),

    /** Lists the templates of a project for descriptions of merge requests. */
    mergeRequestTemplates: (project: ProjectId, options: ListOptions = {}): Pages<TemplateName> =>
      pages<TemplateName>(
        "mergeRequestTemplates",
        () => ({
          path: path`/projects/${project}/templates/merge_requests`,
          requiredFields: { key: "text", name: "text" },
          conditional: true,
        }),
        options,
      ),

    /** Returns a template of a project for descriptions of merge requests, by its key. */
    mergeRequestTemplate: async (project: ProjectId, key: string, options: CallOptions = {}): Promise<TemplateText> =>
      object<TemplateText>("mergeRequestTemplate", {
        path: path`/projects/${project}/templates/merge_requests/${key}`,
        requiredFields: { content: "text" },
        conditional: true,
        ...options,
      }),

    /** Uploads a file for texts of a project. */
    upload: async (project: ProjectId, file: Upload, options: CallOptions = {}): Promise<ProjectUpload> =>
      object<ProjectUpload>("upload", {
        method: "POST",
        path: path`/projects/${project}/uploads`,
        multipart: [{ name: "file", file }],
        requiredFields: { url: "text", markdown: "text" },
        ...options,
      }),

    /** Returns a file that was uploaded for texts of a project; undefined if it is larger than a limit in bytes. */
    readUpload: async (
      project: ProjectId,
      { secret, filename }: { readonly secret: string; readonly filename: string },
      limit: number,
      options: CallOptions = {},
    ): Promise<Uint8Array | undefined> =>
      bytes("readUpload", { path: path`/projects/${project}/uploads/${secret}/${filename}`, ...options }, limit),

    /**
     * Starts to rebase the source branch of a merge request onto its target (202). Read the merge request with
     * `include_rebase_in_progress` until it is done; `merge_error` then says why it failed. Throws `forbidden` if the caller may not push
     * to the source branch, `conflict` if a rebase is running.
     */
    rebase: async (project: ProjectId, iid: number, options: CallOptions = {}): Promise<RebaseState> =>
      object<RebaseState>("rebase", {
        method: "PUT",
        path: path`/projects/${project}/merge_requests/${iid}/rebase`,
        requiredFields: { rebase_in_progress: "flag" },
        ...options,
      }),
  };
};
