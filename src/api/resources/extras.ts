import { ApiError, type ApiErrorKind } from "../errors.ts";
import type { CallOptions, Http, ListOptions } from "../http.ts";
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

export type ExtraName = "project" | "playJob" | "bridges" | "branches";

/**
 * Routes beyond the documents, which real hosts have. Whether this instance has one shows with its first use: a route that is not
 * there is remembered as unavailable for the client's life, and not asked for again. Every operation throws ApiError.
 */
export const extras = (http: Http) => {
  const known = new Map<ExtraName, boolean>();

  const probe = async <T>(name: ExtraName, use: () => Promise<T>): Promise<T> => {
    if (known.get(name) === false) {
      throw new ApiError({
        kind: "notFound",
        message: `Not sent: this instance has no route for ${name}`,
        request: { method: "", url: http.baseUrl },
        code: "extra_unavailable",
      });
    }
    try {
      const result = await use();
      known.set(name, true);
      return result;
    } catch (error) {
      if (error instanceof ApiError && fromRoute.has(error.kind)) known.set(name, !isRouteMissing(error));
      throw error;
    }
  };

  const probed = <T>(name: ExtraName, pages: Pages<T>): Pages<T> => ({
    page: (cursor) => probe(name, () => pages.page(cursor)),
    all: (options) => probe(name, () => pages.all(options)),
    async *[Symbol.asyncIterator]() {
      let page = await this.page();
      yield page;
      while (page.next) yield (page = await this.page(page.next));
    },
  });

  return {
    /** Whether the instance has the route; undefined before the first use. */
    available: (name: ExtraName): boolean | undefined => known.get(name),

    /** A project by id or full path. */
    project: async (project: ProjectId, options: CallOptions = {}): Promise<Project> =>
      probe("project", () => http.object<Project>({ path: path`/projects/${project}`, conditional: true, ...options })),

    /** Starts a manual job, which keeps its id. */
    playJob: async (project: ProjectId, id: number, request: PlayJobRequest = {}, options: CallOptions = {}): Promise<Job> =>
      probe("playJob", () =>
        http.object<Job>({ method: "POST", path: path`/projects/${project}/jobs/${id}/play`, json: request, ...options }),
      ),

    /** The jobs of a pipeline that start other pipelines. */
    bridges: (project: ProjectId, pipeline: number, options: ListOptions = {}): Pages<Bridge> =>
      probed("bridges", http.pages<Bridge>({ path: path`/projects/${project}/pipelines/${pipeline}/bridges`, conditional: true }, options)),

    /** Branches of a project's repository; `search` keeps names that contain it. */
    branches: (project: ProjectId, query: { readonly search?: string | undefined } = {}, options: ListOptions = {}): Pages<Branch> =>
      probed(
        "branches",
        http.pages<Branch>({ path: path`/projects/${project}/repository/branches`, query, needs: ["name"], conditional: true }, options),
      ),
  };
};

/** Kinds that only an answer about the route, or from it, has. */
const fromRoute = new Set<ApiErrorKind>(["notFound", "methodNotAllowed", "forbidden", "invalidRequest", "conflict"]);

/** An absent route answers `{"error": "404 Not Found"}`, 405 or no API body at all; an absent item answers `{"message": …}`. */
function isRouteMissing(error: ApiError): boolean {
  if (error.kind === "methodNotAllowed") return true;
  return error.kind === "notFound" && (error.code !== undefined || error.serviceMessage === undefined);
}
