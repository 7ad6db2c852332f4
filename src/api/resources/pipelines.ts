import { ApiError } from "../errors.ts";
import type { Http } from "../http.ts";
import type { JsonValue } from "../json.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { CallOptions, ListOptions } from "../request.ts";
import { checkTimes } from "../rules.ts";
import { personFields } from "./personFields.ts";
import type { UserSummary } from "./users.ts";

/** Open: hosts add statuses; treat unknown ones as running. */
export type PipelineStatus =
  | "created"
  | "waiting_for_resource"
  | "preparing"
  | "waiting_for_callback"
  | "pending"
  | "running"
  | "canceling"
  | "success"
  | "failed"
  | "canceled"
  | "skipped"
  | "manual"
  | "scheduled"
  | (string & {});

/** What started a pipeline. Open: the set grows with each release. */
export type PipelineSource =
  | "api"
  | "chat"
  | "external"
  | "external_pull_request_event"
  | "merge_request_event"
  | "ondemand_dast_scan"
  | "ondemand_dast_validation"
  | "parent_pipeline"
  | "pipeline"
  | "push"
  | "schedule"
  | "security_orchestration_policy"
  | "trigger"
  | "web"
  | "webide"
  | (string & {});

/** A pipeline as listed (Part 2, Pipeline). Dates are ISO 8601. */
export interface Pipeline {
  readonly id: number;
  readonly iid?: number | null;
  readonly project_id?: number | null;
  readonly status?: PipelineStatus | null;
  readonly source?: PipelineSource | null;
  readonly ref?: string | null;
  readonly sha?: string | null;
  /** Absent on hosts before 16.3 and in merge request lists. */
  readonly name?: string | null;
  readonly web_url?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
}

/** A pipeline with the fields that lists omit. */
export interface PipelineDetails extends Pipeline {
  readonly before_sha?: string | null;
  readonly tag?: boolean | null;
  readonly yaml_errors?: string | null;
  readonly user?: UserSummary | null;
  readonly started_at?: string | null;
  readonly finished_at?: string | null;
  readonly committed_at?: string | null;
  /** Seconds. */
  readonly duration?: number | null;
  /** Seconds. */
  readonly queued_duration?: number | null;
  /** Percent, as text. */
  readonly coverage?: string | null;
  readonly detailed_status?: DetailedStatus | null;
}

/** The host's own text and icon of a status. */
export interface DetailedStatus {
  readonly icon?: string | null;
  readonly text?: string | null;
  readonly label?: string | null;
  readonly group?: string | null;
  readonly tooltip?: string | null;
  readonly has_details?: boolean | null;
  readonly details_path?: string | null;
  readonly illustration?: JsonValue;
  readonly favicon?: string | null;
}

/** Filters and order of the list (Part 2, Pipelines). */
export interface PipelineQuery {
  readonly name?: string | undefined;
  readonly order_by?: "id" | "status" | "ref" | "updated_at" | "user_id" | undefined;
  readonly sort?: "asc" | "desc" | undefined;
  readonly ref?: string | undefined;
  readonly sha?: string | undefined;
  readonly scope?: "running" | "pending" | "finished" | "branches" | "tags" | undefined;
  readonly source?: PipelineSource | undefined;
  readonly status?: PipelineStatus | undefined;
  /** A date, or ISO 8601 text. */
  readonly updated_after?: Date | string | undefined;
  readonly updated_before?: Date | string | undefined;
  readonly username?: string | undefined;
  /** Only invalid configurations. */
  readonly yaml_errors?: boolean | undefined;
}

export interface PipelineVariable {
  readonly key: string;
  readonly value: string;
  readonly variable_type?: "env_var" | "file" | (string & {}) | null;
}

interface TestCounts {
  readonly total_time?: number | null;
  readonly total_count?: number | null;
  readonly success_count?: number | null;
  readonly failed_count?: number | null;
  readonly skipped_count?: number | null;
  readonly error_count?: number | null;
}

export interface TestReport extends TestCounts {
  readonly test_suites: readonly TestSuite[];
}

export interface TestSuite extends TestCounts {
  readonly name?: string | null;
  readonly suite_error?: string | null;
  readonly test_cases?: readonly TestCase[] | null;
}

export interface TestCase {
  readonly status?: "success" | "failed" | "skipped" | "error" | (string & {}) | null;
  readonly name?: string | null;
  readonly classname?: string | null;
  readonly file?: string | null;
  /** Seconds. */
  readonly execution_time?: number | null;
  /** Usually text or null; an object in some reports. */
  readonly system_output?: JsonValue;
  readonly stack_trace?: string | null;
  /** Recent failures on the default branch; real hosts only. */
  readonly recent_failures?: { readonly count?: number | null; readonly base_branch?: string | null } | null;
}

export interface TestReportSummary {
  readonly total: {
    readonly time?: number | null;
    readonly count?: number | null;
    readonly success?: number | null;
    readonly failed?: number | null;
    readonly skipped?: number | null;
    readonly error?: number | null;
    readonly suite_error?: string | null;
  };
  readonly test_suites: readonly TestSuiteSummary[];
}

export interface TestSuiteSummary extends Omit<TestSuite, "test_cases"> {
  readonly build_ids?: readonly number[] | null;
}

const one = (project: ProjectId, id: number) => path`/projects/${project}/pipelines/${id}`;

/** Fields of a pipeline that are checked in responses. */
export const requiredPipelineFields = {
  id: "id",
  status: "text?",
  ref: "text?",
  sha: "text?",
  name: "text?",
  user: { kind: "object?", of: personFields },
  detailed_status: "object?",
} as const;
const requiredFields = requiredPipelineFields;

/** Pipelines of a project. Every operation throws ApiError, `notFound` for a pipeline that does not exist or that the caller cannot see. */
export const pipelines = (http: Http) => {
  const readable = new Set<ProjectId>();

  const list = (project: ProjectId, query: PipelineQuery = {}, options: ListOptions = {}): Pages<Pipeline> =>
    http.pages<Pipeline>(() => {
      const call = {
        operation: "pipelines.list",
        path: path`/projects/${project}/pipelines`,
        query,
        requiredFields,
        conditional: true,
      } as const;
      checkTimes(http, call, query, "updated_after", "updated_before");
      return call;
    }, options);

  /** Returns whether the caller may list pipelines; a positive answer is cached by project. */
  const mayRead = async (project: ProjectId, options: CallOptions): Promise<boolean> => {
    if (readable.has(project)) return true;
    try {
      await list(project, {}, { ...options, perPage: 1 }).page();
    } catch (error) {
      if (error instanceof ApiError && (error.kind === "forbidden" || error.kind === "notFound")) return false;
      throw error;
    }
    readable.add(project);
    return true;
  };

  return {
    /** Lists pipelines, newest first by default and without child pipelines. Rejects invalid times before sending. Part 2, Pipelines. */
    list,

    /** Returns a pipeline, which may be a child pipeline. Part 2, Pipelines. */
    get: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<PipelineDetails> =>
      http.object<PipelineDetails>({
        operation: "pipelines.get",
        path: one(project, id),
        requiredFields,
        conditional: true,
        ...options,
      }),

    /** Lists the variables that a pipeline was started with. Real hosts return all of them at once. Throws `forbidden` without permission. Part 2, Pipelines. */
    variables: (project: ProjectId, id: number, options: ListOptions = {}): Pages<PipelineVariable> =>
      http.pages<PipelineVariable>(
        () => ({
          operation: "pipelines.variables",
          path: path`/projects/${project}/pipelines/${id}/variables`,
          requiredFields: { key: "text", value: "text" },
          unpaged: true,
        }),
        options,
      ),

    /** Returns the test report of a pipeline. Part 2, Pipelines. */
    testReport: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<TestReport> =>
      http.object<TestReport>({
        operation: "pipelines.testReport",
        path: path`/projects/${project}/pipelines/${id}/test_report`,
        requiredFields: {
          test_suites: {
            kind: "list",
            of: { test_cases: { kind: "list?", of: {} } },
          },
        },
        ...options,
      }),

    /** Returns the counts of a pipeline's test report by suite. Part 2, Pipelines. */
    testReportSummary: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<TestReportSummary> =>
      http.object<TestReportSummary>({
        operation: "pipelines.testReportSummary",
        path: path`/projects/${project}/pipelines/${id}/test_report_summary`,
        requiredFields: { total: "object", test_suites: { kind: "list", of: {} } },
        ...options,
      }),

    /**
     * Returns the latest pipeline of the newest commit of a branch or tag (default: the default branch), or undefined without one. The host
     * then sends 403 or 404, as for a missing permission; listing the pipelines tells them apart, and success is remembered by project.
     * Part 2, Pipelines.
     */
    latest: async (
      project: ProjectId,
      query: { readonly ref?: string | undefined } = {},
      options: CallOptions = {},
    ): Promise<PipelineDetails | undefined> => {
      try {
        return await http.object<PipelineDetails>({
          operation: "pipelines.latest",
          path: path`/projects/${project}/pipelines/latest`,
          query,
          requiredFields,
          conditional: true,
          ...options,
        });
      } catch (error) {
        const ambiguous = error instanceof ApiError && (error.kind === "forbidden" || error.kind === "notFound");
        if (ambiguous && (await mayRead(project, options))) return undefined;
        throw error;
      }
    },

    /**
     * Runs a pipeline on a branch or tag. Rejects an empty ref or variable name before sending. Throws `invalidRequest` if it cannot be
     * created, for example without such a ref, a CI file or a matching job (400), `forbidden` without permission. Part 2, Pipelines.
     */
    create: async (
      project: ProjectId,
      request: { readonly ref: string; readonly variables?: readonly PipelineVariable[] | undefined },
      options: CallOptions = {},
    ): Promise<PipelineDetails> => {
      const call = {
        operation: "pipelines.create",
        method: "POST",
        path: path`/projects/${project}/pipeline`,
        json: request,
        requiredFields,
        ...options,
      } as const;
      if (request.ref.trim() === "")
        throw http.invalidArgument(call, "required", "a pipeline needs a branch or tag", "ref");
      if (request.variables?.some(({ key }) => key.trim() === "")) {
        throw http.invalidArgument(call, "required", "a variable has no name", "variables");
      }
      return http.object<PipelineDetails>(call);
    },

    /** Retries the failed and canceled jobs of a pipeline and returns it. Throws `forbidden` without permission. Part 2, Pipelines. */
    retry: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<PipelineDetails> =>
      http.object<PipelineDetails>({
        operation: "pipelines.retry",
        method: "POST",
        path: path`/projects/${project}/pipelines/${id}/retry`,
        requiredFields,
        ...options,
      }),

    /** Cancels the jobs of a pipeline and returns it, possibly with its old status. Throws `forbidden` without permission. Part 2, Pipelines. */
    cancel: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<PipelineDetails> =>
      http.object<PipelineDetails>({
        operation: "pipelines.cancel",
        method: "POST",
        path: path`/projects/${project}/pipelines/${id}/cancel`,
        requiredFields,
        ...options,
      }),

    /** Permanently deletes a pipeline with its jobs, logs and artifacts, but not child pipelines. Throws `forbidden` unless the caller is an owner. Part 2, Pipelines. */
    delete: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: "pipelines.delete", method: "DELETE", path: one(project, id), ...options }),

    /** Renames a pipeline and returns it. Rejects an empty name before sending. Throws `forbidden` without permission. Part 2, Pipelines. */
    updateMetadata: async (
      project: ProjectId,
      id: number,
      metadata: { readonly name: string },
      options: CallOptions = {},
    ): Promise<PipelineDetails> => {
      const call = {
        operation: "pipelines.updateMetadata",
        method: "PUT",
        path: path`/projects/${project}/pipelines/${id}/metadata`,
        json: metadata,
        requiredFields,
        ...options,
      } as const;
      if (metadata.name.trim() === "")
        throw http.invalidArgument(call, "required", "a pipeline's name cannot be empty", "name");
      return http.object<PipelineDetails>(call);
    },
  };
};
