import { ApiError, type ApiErrorKind } from "../errors.ts";
import { type ExtraName, isExtraAvailable, rememberExtra } from "../extraFacts.ts";
import type { Call, CallOptions, Http, ListOptions } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { Job } from "./jobs.ts";
import type { Pipeline } from "./pipelines.ts";

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

/**
 * Routes beyond the documents, which real hosts have. Whether an instance has one shows with its first use, and is kept among the
 * instance's facts: a route that is not there is not asked for again for a week. Every operation throws ApiError; `notSent` with the
 * rule `extraUnavailable` for such a route.
 */
export const extras = (http: Http) => {
  const probe = async <T>(name: ExtraName, call: Call, use: (call: Call) => Promise<T>): Promise<T> => {
    if (isExtraAvailable(http.facts, name, http.now()) === false) {
      throw http.refuse(call, "extraUnavailable", `this instance has no route for ${name}`);
    }
    try {
      const result = await use(call);
      rememberExtra(http.facts, name, true, http.now());
      return result;
    } catch (error) {
      const there = error instanceof ApiError ? isRouteThere(error) : undefined;
      if (there !== undefined) rememberExtra(http.facts, name, there, http.now());
      throw error;
    }
  };

  const object = async <T extends object>(name: ExtraName, call: Omit<Call, "operation">): Promise<T> =>
    probe(name, { ...call, operation: `extras.${name}` }, (whole) => http.object<T>(whole));

  const pages = <T extends object>(name: ExtraName, described: Omit<Call, "operation">, options: ListOptions): Pages<T> => {
    const call = { ...described, operation: `extras.${name}` };
    const list = http.pages<T>(call, options);
    return {
      page: (cursor) => probe(name, call, () => list.page(cursor)),
      all: (wanted) => probe(name, call, () => list.all(wanted)),
      async *[Symbol.asyncIterator]() {
        let page = await this.page();
        yield page;
        while (page.next) yield (page = await this.page(page.next));
      },
    };
  };

  return {
    /** A project by id or full path. */
    project: async (project: ProjectId, options: CallOptions = {}): Promise<Project> =>
      object<Project>("project", { path: path`/projects/${project}`, needs: { id: "id", path_with_namespace: "text" }, conditional: true, ...options }),

    /** A group by id or full path. */
    group: async (group: number | string, options: CallOptions = {}): Promise<Group> =>
      object<Group>("group", { path: path`/groups/${group}`, needs: { id: "id", full_path: "text" }, conditional: true, ...options }),

    /** Branches of a project's repository; `search` keeps names that contain it. */
    branches: (project: ProjectId, query: { readonly search?: string | undefined } = {}, options: ListOptions = {}): Pages<Branch> =>
      pages<Branch>(
        "branches",
        { path: path`/projects/${project}/repository/branches`, query, needs: { name: "text", commit: "object?" }, conditional: true },
        options,
      ),

    /** Starts a manual job, which keeps its id. */
    playJob: async (project: ProjectId, id: number, request: PlayJobRequest = {}, options: CallOptions = {}): Promise<Job> =>
      object<Job>("playJob", { method: "POST", path: path`/projects/${project}/jobs/${id}/play`, json: request, ...options }),

    /** The jobs of a pipeline that start other pipelines. */
    bridges: (project: ProjectId, pipeline: number, options: ListOptions = {}): Pages<Bridge> =>
      pages<Bridge>("bridges", { path: path`/projects/${project}/pipelines/${pipeline}/bridges`, conditional: true }, options),

    /** Checks a CI configuration in the context of a project. */
    ciLint: async (project: ProjectId, request: CiLintRequest, options: CallOptions = {}): Promise<CiLintResult> =>
      object<CiLintResult>("ciLint", {
        method: "POST",
        path: path`/projects/${project}/ci/lint`,
        json: request,
        needs: { valid: "flag", errors: "list?", warnings: "list?" },
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
