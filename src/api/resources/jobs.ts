import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId, segments } from "../path.ts";
import type { RequestSpec, CallOptions, Download, ListOptions } from "../request.ts";
import { checkFilled } from "../rules.ts";
import { personFields } from "./personFields.ts";
import { type Pipeline, type PipelineStatus, requiredPipelineFields } from "./pipelines.ts";
import { type TraceResponse, type TraceOptions, trace } from "./trace.ts";
import type { UserSummary } from "./users.ts";

export type { TraceResponse, TraceOptions } from "./trace.ts";

/** The same values as for pipelines. */
export type JobStatus = PipelineStatus;

/** A job (Part 2, Job). Dates are ISO 8601, durations are in seconds. */
export interface Job {
  readonly id: number;
  readonly name?: string | null;
  readonly stage?: string | null;
  readonly status?: JobStatus | null;
  readonly ref?: string | null;
  readonly web_url?: string | null;
  readonly tag?: boolean | null;
  readonly allow_failure?: boolean | null;
  readonly coverage?: number | null;
  readonly created_at?: string | null;
  readonly started_at?: string | null;
  readonly finished_at?: string | null;
  readonly erased_at?: string | null;
  readonly artifacts_expire_at?: string | null;
  readonly duration?: number | null;
  readonly queued_duration?: number | null;
  /** Absent unless the job failed. */
  readonly failure_reason?: string | null;
  readonly commit?: JobCommit | null;
  readonly pipeline?: Pipeline | null;
  readonly runner?: JobRunner | null;
  readonly user?: UserSummary | null;
  readonly artifacts?: readonly JobArtifact[] | null;
  /** Absent without an archive. */
  readonly artifacts_file?: { readonly filename?: string | null; readonly size?: number | null } | null;
  readonly tag_list?: readonly string[] | null;
}

export interface JobCommit {
  readonly id?: string | null;
  readonly short_id?: string | null;
  readonly title?: string | null;
  readonly message?: string | null;
  readonly author_name?: string | null;
  readonly author_email?: string | null;
  readonly created_at?: string | null;
}

export interface JobRunner {
  readonly id?: number | null;
  readonly description?: string | null;
  readonly name?: string | null;
}

export interface JobArtifact {
  readonly file_type?: "archive" | "metadata" | "trace" | "junit" | (string & {}) | null;
  /** Bytes. */
  readonly size?: number | null;
  readonly filename?: string | null;
  /** Null for a trace. */
  readonly file_format?: "zip" | "gzip" | "raw" | (string & {}) | null;
}

export interface JobQuery {
  /** One or more statuses; all jobs if absent or empty. */
  readonly scope?: JobStatus | readonly JobStatus[] | undefined;
}

export interface PipelineJobQuery extends JobQuery {
  /** Includes retried jobs, which the response does not mark. */
  readonly include_retried?: boolean | undefined;
}

/** `job_token` is a CI_JOB_TOKEN and replaces the client's credential. */
export interface ArtifactOptions extends CallOptions {
  readonly job_token?: string | undefined;
}

/** `range` requests only some bytes, `end` exclusive. Hosts may ignore it and send the whole archive; see `part` of the result. */
export interface ArchiveOptions extends ArtifactOptions {
  readonly range?: { readonly start: number; readonly end: number } | undefined;
}

/** Fields of a job that are checked in responses. */
export const requiredJobFields = {
  id: "id",
  name: "text?",
  status: "text?",
  stage: "text?",
  ref: "text?",
  commit: "object?",
  pipeline: { kind: "object?", of: requiredPipelineFields },
  runner: "object?",
  user: { kind: "object?", of: personFields },
  artifacts: { kind: "list?", of: {} },
} as const;

/** Jobs of a project. Every operation throws ApiError, `notFound` for a job that does not exist or that the caller cannot see. */
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
    /** Lists the jobs of a project, newest first, without a total. Part 2, Jobs. */
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

    /** Lists the jobs of a pipeline; only the latest attempts unless `include_retried`. Part 2, Jobs. */
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

    /** Returns a job. Part 2, Jobs. */
    get: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<Job> =>
      http.object<Job>({
        operation: "jobs.get",
        path: path`/projects/${project}/jobs/${id}`,
        requiredFields: requiredJobFields,
        conditional: true,
        ...options,
      }),

    /** Downloads the artifacts archive of a job, or a range of it. Throws `notFound` without an archive. Part 2, Jobs. */
    artifacts: async (project: ProjectId, id: number, { range, ...options }: ArchiveOptions = {}): Promise<Download> =>
      download(options, {
        operation: "jobs.artifacts",
        path: path`/projects/${project}/jobs/${id}/artifacts`,
        rejectHtml: true,
        ...(range && { headers: { range: `bytes=${range.start}-${range.end - 1}` } }),
      }),

    /**
     * Downloads the artifacts archive of a job by name, from the latest successful pipeline of a branch or tag (not a SHA, not HEAD). Rejects
     * a blank name before sending. Throws `notFound` without such a job or archive. Part 2, Jobs.
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

    /** Downloads one file of a job's artifacts. Throws `invalidRequest` for an invalid path (400), `notFound` without the job or the file. Part 2, Jobs. */
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

    /** Downloads one file of the artifacts of a job by name. Errors as for `artifactFile` and `artifactsByRef`. Part 2, Jobs. */
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
     * Streams the log of a job, from an offset if given. For a job without a log it is empty, or throws `notFound` as documented. Throws
     * `forbidden` for debug logs that the caller may not see. Part 2, Jobs.
     */
    trace: async (project: ProjectId, id: number, options: TraceOptions = {}): Promise<TraceResponse> =>
      trace(http, path`/projects/${project}/jobs/${id}/trace`, options),

    /** Cancels a job and returns it, possibly with its old status. Throws `forbidden` without permission. Part 2, Jobs. */
    cancel: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<Job> =>
      change(project, id, "cancel", options),

    /** Retries a job and returns the new one. Throws `forbidden` without permission, or if the job cannot be retried. Part 2, Jobs. */
    retry: async (project: ProjectId, id: number, options: CallOptions = {}): Promise<Job> =>
      change(project, id, "retry", options),
  };
};
