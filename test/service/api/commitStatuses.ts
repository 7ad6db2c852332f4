import { COMMIT_STATES, EXTERNAL_STAGE, type CommitState, type CommitStatusRecord } from "../commitStatuses/store.ts";
import { checkTransition, isOver, TransitionRefused } from "../commitStatuses/transitions.ts";
import { refsContaining } from "../git/history.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import type { Params } from "../http/params.ts";
import { message, notFound } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import type { JobRecord, PipelineRecord } from "../records.ts";
import type { CommitRecord, ProjectRecord, UserRecord } from "../types.ts";
import { readableProject, writableProject } from "./access.ts";
import { commitOf } from "./commitShow.ts";
import { projectUrl, showUser, time } from "./present.ts";

/** Part 2, Commits: statuses, those of jobs and those that others report. */
export function commitStatusRoutes(hosting: Hosting): Route[] {
  return [
    GET("/projects/:id/repository/commits/:sha/statuses", (request) => listStatuses(hosting, request)),
    POST("/projects/:id/statuses/:sha", (request) => setStatus(hosting, request)),
  ];
}

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly stage: string;
  show(): object;
}

async function listStatuses(hosting: Hosting, request: Incoming): Promise<Reply> {
  const project = readableProject(hosting, request);
  const { id } = await commitOf(hosting, project, request);
  await hosting.scheduler.settled();
  const [stage, name, all] = [
    request.query.text("stage"),
    request.query.text("name"),
    request.query.flag("all") === true,
  ];
  // Real hosts show those of all refs unless one is named.
  const ref = request.query.text("ref") ?? (hosting.dialect === "neutral" ? project.defaultBranch : undefined);
  const pipelines = [...hosting.state.pipelines.values()].filter(
    (one) => one.projectId === project.id && one.sha === id && (ref === undefined || one.ref === ref),
  );
  const entries = pipelines
    .flatMap((pipeline) => entriesOf(hosting, project, pipeline, all))
    .filter((entry) => (stage === undefined || entry.stage === stage) && (name === undefined || entry.name === name))
    .sort((a, b) => a.id - b.id);
  return listReply(entries, request, (entry) => entry.show());
}

function entriesOf(hosting: Hosting, project: ProjectRecord, pipeline: PipelineRecord, all: boolean): Entry[] {
  const { state, commitStatuses } = hosting;
  const jobs = all ? state.jobsOf(pipeline.id) : state.currentJobsOf(pipeline.id);
  const reported = all ? commitStatuses.ofPipeline(pipeline.id) : commitStatuses.currentOfPipeline(pipeline.id);
  return [
    ...jobs.map((job) => ({
      id: job.id,
      name: job.name,
      stage: job.stage,
      show: () => showJobStatus(hosting, project, pipeline, job),
    })),
    ...reported.map((status) => ({
      id: status.id,
      name: status.name,
      stage: EXTERNAL_STAGE,
      show: () => showStatus(hosting, status),
    })),
  ];
}

async function setStatus(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user } = writableProject(hosting, request);
  const fields = await request.fields();
  const to = fields.oneOf("state", COMMIT_STATES) as CommitState;
  const details = readDetails(fields);
  const commit = await commitOf(hosting, project, request);
  await hosting.scheduler.settled();
  const pipeline = await pipelineFor(hosting, project, user, commit, fields);
  const name = fields.text("name") ?? fields.text("context") ?? "default";
  const known = hosting.commitStatuses
    .currentOfPipeline(pipeline.record.id)
    .findLast((one) => one.name === name && one.ref === pipeline.ref);
  // Real hosts begin anew where the last report was an end; the documents say that the status is updated.
  const goingOn = known && (hosting.dialect === "neutral" || !isOver(known.state)) ? known : undefined;
  try {
    if (hosting.dialect === "gitlab") checkTransition(goingOn?.state ?? "created", to);
  } catch (error) {
    if (error instanceof TransitionRefused) throw message(400, error.message);
    throw error;
  }
  const now = hosting.state.clock.now();
  const record =
    goingOn ??
    hosting.commitStatuses.add({
      id: hosting.state.takeJobId(),
      projectId: project.id,
      pipelineId: pipeline.record.id,
      sha: commit.id,
      ref: pipeline.ref,
      name,
      createdAt: now,
      userId: user.id,
      state: to,
      targetUrl: null,
      description: null,
      coverage: null,
      startedAt: null,
      finishedAt: null,
      replaced: false,
    });
  Object.assign(record, details, { state: to, userId: user.id });
  if (to === "running") record.startedAt ??= now;
  record.finishedAt = isOver(to) ? now : null;
  hosting.scheduler.recount(pipeline.record);
  return json(showStatus(hosting, record), 201);
}

/** Only what was sent: a report without a description leaves the one before. */
function readDetails(fields: Params): Partial<Pick<CommitStatusRecord, "targetUrl" | "description" | "coverage">> {
  const [targetUrl, description, coverage] = [
    fields.text("target_url"),
    fields.text("description"),
    fields.text("coverage"),
  ];
  for (const name of ["name", "context", "target_url", "description"]) {
    if ((fields.text(name)?.length ?? 0) > 255)
      throw message(400, { [name]: ["is too long (maximum is 255 characters)"] });
  }
  if (targetUrl !== undefined && targetUrl !== "" && !/^https?:\/\/[^\s/]/i.test(targetUrl))
    throw message(400, { target_url: ["is blocked: Only allowed schemes are http, https"] });
  return {
    ...(targetUrl === undefined ? {} : { targetUrl }),
    ...(description === undefined ? {} : { description }),
    ...(coverage === undefined ? {} : { coverage: Number(coverage) }),
  };
}

/** The pipeline a status belongs to: the one named, else the newest of the commit and ref, else one made for it. */
async function pipelineFor(
  hosting: Hosting,
  project: ProjectRecord,
  user: UserRecord,
  commit: CommitRecord,
  fields: Params,
): Promise<{ record: PipelineRecord; ref: string }> {
  const { state, repositories } = hosting;
  const id = fields.integer("pipeline_id");
  const named = id === undefined ? undefined : state.pipelines.get(id);
  if (id !== undefined && (named?.projectId !== project.id || named.sha !== commit.id)) throw notFound("Pipeline");
  const ref =
    fields.text("ref")?.replace(/^refs\/(heads|tags)\//, "") ??
    named?.ref ??
    (await refsContaining(repositories, project.path, commit.id, "branch"))[0];
  if (ref === undefined) throw notFound("References for commit");
  const record =
    named ??
    [...state.pipelines.values()].findLast(
      (one) => one.projectId === project.id && one.sha === commit.id && one.ref === ref,
    ) ??
    (await externalPipeline(hosting, project, user, commit, ref));
  return { record, ref };
}

async function externalPipeline(
  { state, repositories }: Hosting,
  project: ProjectRecord,
  user: UserRecord,
  commit: CommitRecord,
  ref: string,
): Promise<PipelineRecord> {
  const tag =
    !(await repositories.at(project.path).branches()).some((one) => one.name === ref) &&
    (await repositories.at(project.path).tags()).some((one) => one.name === ref);
  return state.addPipeline({
    projectId: project.id,
    sha: commit.id,
    beforeSha: "0".repeat(40),
    ref,
    tag,
    source: "external",
    userId: user.id,
    createdAt: state.clock.now(),
    variables: [],
    yamlErrors: null,
    stages: [EXTERNAL_STAGE],
    ciVariables: {},
    fabricated: false,
    overrides: {},
    name: null,
    status: "created",
    startedAt: null,
    finishedAt: null,
    committedAt: Date.parse(commit.committed_date),
    coverage: null,
    duration: null,
  });
}

function showStatus(hosting: Hosting, status: CommitStatusRecord): object {
  return {
    id: status.id,
    sha: status.sha,
    ref: status.ref,
    status: status.state,
    name: status.name,
    target_url: status.targetUrl,
    description: status.description,
    created_at: time(hosting, status.createdAt),
    started_at: time(hosting, status.startedAt),
    finished_at: time(hosting, status.finishedAt),
    allow_failure: false,
    coverage: status.coverage,
    pipeline_id: status.pipelineId,
    author: showUser(hosting, hosting.state.users.get(status.userId)),
  };
}

function showJobStatus(hosting: Hosting, project: ProjectRecord, pipeline: PipelineRecord, job: JobRecord): object {
  return {
    id: job.id,
    sha: pipeline.sha,
    ref: pipeline.ref,
    status: job.status,
    name: job.name,
    target_url: `${projectUrl(hosting, project)}/-/jobs/${job.id}`,
    description: null,
    created_at: time(hosting, job.createdAt),
    started_at: time(hosting, job.startedAt),
    finished_at: time(hosting, job.finishedAt),
    allow_failure: job.allowFailure,
    coverage: job.coverage,
    pipeline_id: pipeline.id,
    author: showUser(hosting, hosting.state.users.get(job.userId)),
  };
}
