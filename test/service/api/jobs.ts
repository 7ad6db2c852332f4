import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply, offsetPage, pageReply } from "../http/paging.ts";
import { forbidden, invalid, notFound } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import { weakEtag } from "../http/send.ts";
import { type JobRecord, STATUSES } from "../records.ts";
import type { ProjectRecord } from "../types.ts";
import { readableProject, writableProject } from "./access.ts";
import { pipelineOf } from "./pipelines.ts";
import { showJob } from "./present.ts";

/** Part 2, Jobs, without logs and artifacts. */
export function jobRoutes(hosting: Hosting): Route[] {
  const one = "/projects/:id/jobs/:job_id";
  return [
    GET("/projects/:id/jobs", (request) => listProjectJobs(hosting, request)),
    GET("/projects/:id/pipelines/:pipeline_id/jobs", (request) => listPipelineJobs(hosting, request)),
    GET(one, async (request) =>
      json(await showJob(hosting, jobOf(hosting, readableProject(hosting, request), request))),
    ),
    POST(`${one}/cancel`, async (request) => {
      const job = jobOf(hosting, writableProject(hosting, request).project, request);
      hosting.scheduler.cancelJob(job, hosting.dialect === "neutral");
      return json(await showJob(hosting, job), 201);
    }),
    POST(`${one}/retry`, async (request) => {
      const attempt = hosting.scheduler.retryJob(
        jobOf(hosting, writableProject(hosting, request).project, request, { bridges: true }),
      );
      if (!attempt) throw forbidden("Job is not retryable");
      return json(await showJob(hosting, attempt), 201);
    }),
  ];
}

/** Throws `404 Not found` when the project has no such job (a trigger job is none, unless told). */
export function jobOf(
  hosting: Hosting,
  project: ProjectRecord,
  request: Incoming,
  { bridges = false } = {},
): JobRecord {
  const job = hosting.state.jobs.get(Number(request.holes["job_id"]));
  if (job?.projectId !== project.id || (job.bridge && !bridges)) throw notFound();
  return job;
}

/** Newest first, never with totals (on real hosts), by keyset on request. */
function listProjectJobs(hosting: Hosting, request: Incoming): Promise<Reply> {
  const project = readableProject(hosting, request);
  const scopes = readScopes(request);
  const jobs = [...hosting.state.jobs.values()]
    .filter((job) => job.projectId === project.id && !job.bridge && (!scopes || scopes.includes(job.status)))
    .reverse();
  return pageReply(offsetPage(jobs, request, { totals: false }), (job) => showJob(hosting, job));
}

/** Newest first, the latest attempt of each unless `include_retried`. */
async function listPipelineJobs(hosting: Hosting, request: Incoming): Promise<Reply> {
  const pipeline = pipelineOf(hosting, readableProject(hosting, request), request);
  const scopes = readScopes(request);
  const attempts =
    request.query.flag("include_retried") === true
      ? hosting.state.jobsOf(pipeline.id)
      : hosting.state.currentJobsOf(pipeline.id);
  const jobs = attempts.filter((job) => !job.bridge && (!scopes || scopes.includes(job.status))).reverse();
  const page = await listReply(jobs, request, (job) => showJob(hosting, job));
  // Real hosts send an ETag with this list but never answer 304; one set here is left alone.
  return { ...page, headers: { ...page.headers, ETag: weakEtag(page.body as string) } };
}

function readScopes(request: Incoming): string[] | undefined {
  const scopes = request.query.texts("scope");
  if (scopes?.some((scope) => !STATUSES.includes(scope)) === true) throw invalid("scope does not have a valid value");
  return scopes;
}
