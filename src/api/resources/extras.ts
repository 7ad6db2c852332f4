import { ApiError, type ApiErrorKind } from "../errors.ts";
import { type ExtraName, isExtraAvailable, rememberExtra } from "../extraAvailability.ts";
import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { RequestSpec, CallOptions, ListOptions } from "../request.ts";
import { checkFilled, checkLength } from "../rules.ts";
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
} from "./extraTypes.ts";
import { type Job, requiredJobFields } from "./jobs.ts";
import { longestDescription, requiredMergeRequestFields } from "./mergeRequests.ts";
import type { MergeRequest } from "./mergeRequestTypes.ts";

export type * from "./extraTypes.ts";

/**
 * Routes beyond the documents, which real hosts have. Whether an instance has one shows with its first use, and is kept among the
 * instance's facts: a route that is not there is not asked for again for a week. Every operation throws ApiError; `invalidArgument` with the
 * rule `extraUnavailable` for such a route.
 */
export const extras = (http: Http) => {
  const probe = async <T>(name: ExtraName, call: RequestSpec, use: (call: RequestSpec) => Promise<T>): Promise<T> => {
    if (isExtraAvailable(http.capabilities, name, http.now()) === false) {
      throw http.invalidArgument(call, "extraUnavailable", `this instance has no route for ${name}`);
    }
    try {
      const result = await use(call);
      rememberExtra(http.capabilities, name, true, http.now());
      return result;
    } catch (error) {
      const there = error instanceof ApiError ? isRouteThere(error) : undefined;
      if (there !== undefined) rememberExtra(http.capabilities, name, there, http.now());
      throw error;
    }
  };

  const object = async <T extends object>(name: ExtraName, call: Omit<RequestSpec, "operation">): Promise<T> =>
    probe(name, { ...call, operation: `extras.${name}` }, (whole) => http.object<T>(whole));

  const pages = <T extends object>(
    name: ExtraName,
    described: () => Omit<RequestSpec, "operation">,
    options: ListOptions,
  ): Pages<T> => {
    const call = (): RequestSpec => ({ ...described(), operation: `extras.${name}` });
    const list = http.pages<T>(call, options);
    return {
      page: async (cursor) => probe(name, call(), () => list.page(cursor)),
      all: async (wanted) => probe(name, call(), () => list.all(wanted)),
      async *[Symbol.asyncIterator]() {
        let page = await this.page();
        yield page;
        while (page.next) yield (page = await this.page(page.next));
      },
    };
  };

  return {
    /** Whether the instance has the route; undefined before the first use. */
    available: (name: ExtraName): boolean | undefined => isExtraAvailable(http.capabilities, name, http.now()),

    /** A project by id or full path. */
    project: async (project: ProjectId, options: CallOptions = {}): Promise<Project> =>
      object<Project>("project", {
        path: path`/projects/${project}`,
        requiredFields: { id: "id", path_with_namespace: "text" },
        conditional: true,
        ...options,
      }),

    /** A group by id or full path. */
    group: async (group: number | string, options: CallOptions = {}): Promise<Group> =>
      object<Group>("group", {
        path: path`/groups/${group}`,
        requiredFields: { id: "id", full_path: "text" },
        conditional: true,
        ...options,
      }),

    /** Branches of a project's repository; `search` keeps names that contain it. */
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

    /** Starts a manual job, which keeps its id. */
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

    /** The jobs of a pipeline that start other pipelines. */
    bridges: (project: ProjectId, pipeline: number, options: ListOptions = {}): Pages<Bridge> =>
      pages<Bridge>(
        "bridges",
        () => ({
          path: path`/projects/${project}/pipelines/${pipeline}/bridges`,
          requiredFields: { ...requiredJobFields, downstream_pipeline: "object?" },
          conditional: true,
        }),
        options,
      ),

    /** Checks a CI configuration in the context of a project. */
    ciLint: async (project: ProjectId, request: CiLintRequest, options: CallOptions = {}): Promise<CiLintResult> =>
      object<CiLintResult>("ciLint", {
        method: "POST",
        path: path`/projects/${project}/ci/lint`,
        json: request,
        requiredFields: { valid: "flag", errors: "list?", warnings: "list?" },
        ...options,
      }),

    /**
     * One merge request, with the fields that lists lack. Real hosts begin to look whether it can be merged: ask again while
     * `detailed_merge_status` is `unchecked`, `checking` or `preparing`.
     */
    mergeRequest: async (
      project: ProjectId,
      iid: number,
      query: { readonly include_diverged_commits_count?: boolean | undefined } = {},
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
     * Opens a merge request. Without title or branches, or with too long a description, it is refused before anything is sent.
     * `conflict` when the branch has an open one for this target.
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
        longestDescription,
      );
      return object<MergeRequest>("createMergeRequest", call);
    },

    /**
     * Approves a merge request. `forbidden` for those who may not, or have already (401). `conflict` when `sha` is not the head of the
     * source branch any more (409).
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
        requiredFields: { approved_by: "list" },
        forbiddenReason: "the account may not approve this merge request",
        ...options,
      }),
  };
};

/** Kinds that only an answer about the route, or from it, has. */
const fromRoute = new Set<ApiErrorKind>(["notFound", "methodNotAllowed", "forbidden", "invalidRequest", "conflict"]);

/**
 * What a failure tells of the route: an absent one answers `{"error": "404 Not Found"}` or 405, an absent item `{"message": …}`.
 * A web page is a proxy's, and tells nothing.
 */
function isRouteThere(error: ApiError): boolean | undefined {
  const fromApi = error.serviceMessage !== undefined || error.code !== undefined;
  if (!fromRoute.has(error.kind) || !fromApi) return undefined;
  return !(error.kind === "methodNotAllowed" || (error.kind === "notFound" && error.code !== undefined));
}
