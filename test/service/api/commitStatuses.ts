import { COMMIT_STATES, EXTERNAL_STAGE, type CommitState, type CommitStatusRecord } from "../commitStatuses/store.ts";
import { checkTransition, isOver } from "../commitStatuses/transitions.ts";
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

/** A status of a commit: that of a job, or one that somebody reported. */
type Entry = Omit<CommitStatusRecord, "coverage" | "finishedAt" | "projectId" | "replaced" | "startedAt" | "state"> &
  Pick<JobRecord, "allowFailure" | "coverage" | "finishedAt" | "stage" | "startedAt" | "status">;

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
  return listReply(entries, request, (entry) => showStatus(hosting, entry));
}

function entriesOf(hosting: Hosting, project: ProjectRecord, pipeline: PipelineRecord, all: boolean): Entry[] {
  const { state, commitStatuses } = hosting;
  const jobs = all ? state.jobsOf(pipeline.id) : state.currentJobsOf(pipeline.id);
  const reported = all ? commitStatuses.ofPipeline(pipeline.id) : commitStatuses.currentOfPipeline(pipeline.id);
  const { sha, ref } = pipeline;
  const targetUrl = (id: number): string => `${projectUrl(hosting, project)}/-/jobs/${id}`;
  return [
    ...jobs.map((job) => ({ ...job, sha, ref, targetUrl: targetUrl(job.id), description: null })),
    ...reported.map(reportedEntry),
  ];
}

const reportedEntry = (status: CommitStatusRecord): Entry => ({
  ...status,
  status: status.state,
  stage: EXTERNAL_STAGE,
  allowFailure: false,
});

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
  if (hosting.dialect === "gitlab") checkTransition(goingOn?.state ?? "created", to);
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
  return json(showStatus(hosting, reportedEntry(record)), 201);
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

function showStatus(hosting: Hosting, entry: Entry): object {
  return {
    id: entry.id,
    sha: entry.sha,
    ref: entry.ref,
    status: entry.status,
    name: entry.name,
    target_url: entry.targetUrl,
    description: entry.description,
    created_at: time(hosting, entry.createdAt),
    started_at: time(hosting, entry.startedAt),
    finished_at: time(hosting, entry.finishedAt),
    allow_failure: entry.allowFailure,
    coverage: entry.coverage,
    pipeline_id: entry.pipelineId,
    author: showUser(hosting, hosting.state.users.get(entry.userId)),
  };
}
