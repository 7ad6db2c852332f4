import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId, segments } from "../path.ts";
import type { RequestSpec, CallOptions, Download, ListOptions } from "../request.ts";
import { checkFilled } from "../rules.ts";
import type { Pipeline, PipelineStatus } from "./pipelines.ts";
import { type TraceResponse, type TraceOptions, trace } from "./trace.ts";
import type { UserSummary } from "./users.ts";

export type { TraceResponse, TraceOptions } from "./trace.ts";

/** The same words as for pipelines. */
export type JobStatus = PipelineStatus;

/** A job (Part 2, Job). Dates are ISO 8601, durations seconds. */
export interface Job {
  readonly id: number;
  readonly name: string;
  readonly stage: string;
  readonly status: JobStatus;
  readonly ref: string;
  readonly web_url: string;
  readonly tag?: boolean | null;
  readonly allow_failure?: boolean | null;
  readonly coverage?: number | null;
  readonly created_at: string | null;
  readonly started_at?: string | null;
  readonly finished_at?: string | null;
  readonly erased_at?: string | null;
  readonly artifacts_expire_at?: string | null;
  readonly duration?: number | null;
  readonly queued_duration?: number | null;
  /** Absent unless the job failed. */
  readonly failure_reason?: string | null;
  readonly commit?: JobCommit | null;
  readonly pipeline?: (Pick<Pipeline, "id" | "ref" | "sha" | "status"> & Partial<Pipeline>) | null;
  readonly runner?: JobRunner | null;
  readonly user?: UserSummary | null;
  readonly artifacts?: readonly JobArtifact[] | null;
  /** Absent without an archive. */
  readonly artifacts_file?: { readonly filename: string | null; readonly size: number | null } | null;
  readonly tag_list?: readonly string[] | null;
}

export interface JobCommit {
  readonly id: string;
  readonly short_id: string;
  readonly title: string;
  readonly message?: string | null;
  readonly author_name?: string | null;
  readonly author_email?: string | null;
  readonly created_at?: string | null;
}

export interface JobRunner {
  readonly id: number;
  readonly description?: string | null;
  readonly name?: string | null;
}

export interface JobArtifact {
  readonly file_type: "archive" | "metadata" | "trace" | "junit" | (string & {});
  /** Bytes. */
  readonly size: number | null;
  readonly filename: string | null;
  /** Null for a trace. */
  readonly file_format: "zip" | "gzip" | "raw" | (string & {}) | null;
}

export interface JobQuery {
  /** One status, or several; all jobs when absent or empty. */
  readonly scope?: JobStatus | readonly JobStatus[] | undefined;
}

export interface PipelineJobQuery extends JobQuery {
  /** Old attempts too, without a mark. */
  readonly include_retried?: boolean | undefined;
}

/** `job_token` is CI_JOB_TOKEN and stands in for the client's credential. */
export interface ArtifactOptions extends CallOptions {
  readonly job_token?: string | undefined;
}

/** `range` asks for some bytes only, `end` exclusive. Hosts may ignore it and send the whole archive: look at the answer's `part`. */
export interface ArchiveOptions extends ArtifactOptions {
  readonly range?: { readonly start: number; readonly end: number } | undefined;
}

/** Fields of a job that callers rely on. */
export const requiredJobFields = {
  id: "id",
  name: "text?",
  status: "text?",
  stage: "text?",
  ref: "text?",
  commit: "object?",
  pipeline: "object?",
  user: "object?",
  artifacts: "list?",
} as const;

/** The jobs of a project. A job that is not there, or not for the caller to see, is `notFound`. Every operation throws ApiError. */
export const jobs = (http: Http) => {
  const download = async (
    { job_token, ...options }: ArtifactOptions,
    call: Pick<RequestSpec, "operation" | "path" | "query" | "headers" | "rejectHtml">,
  ): Promise<Download> => {
    if (call.query) checkFilled(http, call, call.query, "job");
    return http.download(
      job_token === undefined
        ? { ...call, ...options }
        : { ...call, ...options, auth: "none", secretHeaders: { "job-token": job_token } },
    );
  };

  const change = async (project: ProjectId, id: number, what: "cancel" | "retry", options: CallOptions): Promise<Job> =>
    http.object<Job>({
      operation: `jobs.${what}`,
      method: "POST",
      path: path`/projects/${project}/jobs/${id}/${what}`,
      requiredFields: requiredJobFields,
      ...options,
    });

  return {
    /** Jobs of a project, newest first, without a total. Part 2, Jobs. */
    list: (project: ProjectId, query: JobQuery = {}, options: ListOptions = {}): Pages<Job> =>
      http.pages<Job>(
        () => ({
          operation: "jobs.list",
          path: path`/projects/${project}/jobs`,
          query,
          requiredFields: requiredJobFields,
          conditional: true,
        }),
        options,
      ),

    /** Jobs of a pipeline; the newest attempts only unless `include_retried`. Part 2, Jobs. */
    listForPipeline: (
      project: ProjectId,
      pipeline: number,
      query: PipelineJobQuery = {},
      options: ListOptions = {},
    ): Pages<Job> =>
      http.pages<Job>(
        () => ({
          operation: "jobs.listForPipeline",
          path: path`/projects/${project}/pipelines/${pipeline}/jobs`,
          query,
          requiredFields: requiredJobFields,
          conditional: true,
        }),
        options,
      ),

    /** One job. Part 2, Jobs. */
    get: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<Job> =>
      http.object<Job>({
        operation: "jobs.get",
        path: path`/projects/${project}/jobs/${id}`,
        requiredFields: requiredJobFields,
        conditional: true,
        ...options,
      }),

    /** The archive of a job's artifacts, or some bytes of it; `notFound` without one. Part 2, Jobs. */
    artifacts: async (project: ProjectId, id: number, { range, ...options }: ArchiveOptions = {}): Promise<Download> =>
      download(options, {
        operation: "jobs.artifacts",
        path: path`/projects/${project}/jobs/${id}/artifacts`,
        rejectHtml: true,
        ...(range && { headers: { range: `bytes=${range.start}-${range.end - 1}` } }),
      }),

    /**
     * The archive of a job by its name, from the latest successful pipeline of a branch or tag (not a sha, not HEAD); `notFound` without
     * one. A blank name is refused before anything is sent. Part 2, Jobs.
     */
    artifactsByRef: async (
      project: ProjectId,
      ref: string,
      query: { readonly job: string },
      options: ArtifactOptions = {},
    ): Promise<Download> =>
      download(options, {
        operation: "jobs.artifactsByRef",
        path: path`/projects/${project}/jobs/artifacts/${ref}/download`,
        query,
        rejectHtml: true,
      }),

    /** One file out of a job's archive. `invalidRequest` for a path that is none (400), `notFound` without the job or the file. Part 2, Jobs. */
    artifactFile: async (
      project: ProjectId,
      id: number,
      file: string,
      options: ArtifactOptions = {},
    ): Promise<Download> =>
      download(options, {
        operation: "jobs.artifactFile",
        path: path`/projects/${project}/jobs/${id}/artifacts/${segments(file)}`,
      }),

    /** The same for a job by its name, from the latest successful pipeline of a branch or tag; with its errors and those of `artifactsByRef`. Part 2, Jobs. */
    artifactFileByRef: async (
      project: ProjectId,
      ref: string,
      file: string,
      query: { readonly job: string },
      options: ArtifactOptions = {},
    ): Promise<Download> =>
      download(options, {
        operation: "jobs.artifactFileByRef",
        path: path`/projects/${project}/jobs/artifacts/${ref}/raw/${segments(file)}`,
        query,
      }),

    /**
     * The log, or what is new of it, as a stream. A job that has none yet answers an empty one, or `notFound` as documented;
     * `forbidden` for debug logs that the caller may not see. Part 2, Jobs.
     */
    trace: async (project: ProjectId, id: number, options: TraceOptions = {}): Promise<TraceResponse> =>
      trace(http, path`/projects/${project}/jobs/${id}/trace`, options),

    /** Cancels a job, and answers it, perhaps with its old status. `forbidden` without the right. Part 2, Jobs. */
    cancel: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<Job> =>
      change(project, id, "cancel", options),

    /** Makes a new attempt, with an id of its own. `forbidden` without the right, and for a job that cannot be run again. Part 2, Jobs. */
    retry: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<Job> =>
      change(project, id, "retry", options),
  };
};
