import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { offsetPage, pageReply } from "../http/paging.ts";
import type { Params } from "../http/params.ts";
import { forbidden, message, notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { DELETE, GET, POST, PUT, type Route } from "../http/router.ts";
import { PipelineRefused } from "../pipelines/newPipeline.ts";
import { testReport, testReportSummary } from "../pipelines/testReport.ts";
import type { PipelineRecord, PipelineVariable } from "../records.ts";
import type { ProjectRecord } from "../types.ts";
import { LEVELS, readableProject, requireLevel, writableProject } from "./access.ts";
import { filterPipelines } from "./pipelineFilter.ts";
import { showPipeline, showPipelineEntry } from "./present.ts";

/** Part 2, Pipelines. */
export function pipelineRoutes(hosting: Hosting): Route[] {
  const base = "/projects/:id/pipelines";
  const one = `${base}/:pipeline_id`;
  const readOne = (request: Incoming): PipelineRecord =>
    pipelineOf(hosting, readableProject(hosting, request), request);
  const writeOne = (request: Incoming): PipelineRecord =>
    pipelineOf(hosting, writableProject(hosting, request).project, request);
  const currentJobs = (request: Incoming) => hosting.state.currentJobsOf(readOne(request).id);
  return [
    GET(base, (request) => listPipelines(hosting, request)),
    GET(`${base}/latest`, (request) => latestPipeline(hosting, request)),
    GET(one, (request) => json(showPipeline(hosting, readOne(request)))),
    GET(`${one}/variables`, (request) =>
      json(
        pipelineOf(hosting, writableProject(hosting, request).project, request).variables.map((variable) => ({
          ...variable,
          raw: false,
        })),
      ),
    ),
    GET(`${one}/test_report`, (request) => json(testReport(currentJobs(request)))),
    GET(`${one}/test_report_summary`, (request) => json(testReportSummary(currentJobs(request)))),
    POST("/projects/:id/pipeline", (request) => createPipeline(hosting, request)),
    POST(`${one}/retry`, (request) => {
      const pipeline = writeOne(request);
      hosting.scheduler.retryPipeline(pipeline);
      return json(showPipeline(hosting, pipeline), 201);
    }),
    POST(`${one}/cancel`, (request) => cancelPipeline(hosting, writeOne(request))),
    DELETE(one, (request) => {
      hosting.scheduler.remove(pipelineOf(hosting, requireLevel(hosting, request, LEVELS.owner).project, request));
      return reply(204);
    }),
    PUT(`${one}/metadata`, async (request) => {
      const pipeline = writeOne(request);
      const name = (await request.fields()).required("name");
      if (name.length > 255) throw message(400, ["Name is too long (maximum is 255 characters)"]);
      pipeline.name = name;
      pipeline.updatedAt = hosting.state.clock.now();
      hosting.state.changed();
      return json(showPipeline(hosting, pipeline));
    }),
  ];
}

/** Throws `404 Not found` when the project has no such pipeline. */
export function pipelineOf(hosting: Hosting, project: ProjectRecord, request: Incoming): PipelineRecord {
  const pipeline = hosting.state.pipelines.get(Number(request.holes["pipeline_id"]));
  if (pipeline?.projectId !== project.id) throw notFound();
  return pipeline;
}

async function listPipelines(hosting: Hosting, request: Incoming): Promise<Reply> {
  const project = readableProject(hosting, request);
  // Whoever pushed before asking sees the pipeline of the push: real hosts take a moment, tests should not have to.
  await hosting.scheduler.settled();
  const all = [...hosting.state.pipelines.values()].filter(
    (pipeline) => pipeline.projectId === project.id && pipeline.source !== "parent_pipeline",
  );
  const paged = offsetPage(filterPipelines(hosting, all, request.query), request);
  return pageReply(paged, (pipeline) => showPipelineEntry(hosting, pipeline));
}

/** Of the ref's newest commit; 403 when that has no pipeline (part 2). */
async function latestPipeline(hosting: Hosting, request: Incoming): Promise<Reply> {
  const project = readableProject(hosting, request);
  const ref = request.query.text("ref") ?? project.defaultBranch;
  await hosting.scheduler.settled();
  const sha = await hosting.repositories.at(project.path).resolve(ref);
  const ofRef = [...hosting.state.pipelines.values()].filter(
    (pipeline) => pipeline.projectId === project.id && pipeline.ref === ref && pipeline.source !== "parent_pipeline",
  );
  // A made-up pipeline may belong to a ref that the repository does not have.
  const latest = ofRef.filter((pipeline) => pipeline.sha === sha || (pipeline.fabricated && sha === undefined)).at(-1);
  if (!latest) throw forbidden();
  return json(showPipeline(hosting, latest));
}

async function createPipeline(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user } = writableProject(hosting, request);
  const fields = await request.fields();
  const ref = fields.required("ref").replace(/^refs\/(heads|tags)\//, "");
  const variables = (fields.records("variables") ?? []).map(readVariable);
  const { repositories, scheduler } = hosting;
  const branch = (await repositories.at(project.path).branches()).find((one) => one.name === ref);
  const tag = branch ? undefined : (await repositories.at(project.path).tags()).find((one) => one.name === ref);
  const head = branch ?? tag;
  if (!head) throw message(400, { base: ["Reference not found"] });
  try {
    const pipeline = await scheduler.create(project, {
      ref,
      tag: tag !== undefined,
      sha: head.sha,
      beforeSha: "0".repeat(40),
      source: "api",
      user,
      variables,
    });
    return json(showPipeline(hosting, pipeline), 201);
  } catch (error) {
    if (error instanceof PipelineRefused) throw message(400, { base: [error.message] });
    throw error;
  }
}

/** Real hosts answer at once with the old status; the documents say `canceled`. */
function cancelPipeline(hosting: Hosting, pipeline: PipelineRecord): Reply {
  const neutral = hosting.dialect === "neutral";
  const before = pipeline.status;
  hosting.scheduler.cancelPipeline(pipeline, neutral);
  return json(showPipeline(hosting, pipeline, neutral ? pipeline.status : before));
}

export function readVariable(fields: Params): PipelineVariable {
  const type = fields.oneOf("variable_type", ["env_var", "file"]);
  return {
    key: fields.required("key"),
    value: fields.text("value") ?? "",
    variable_type: type === "file" ? "file" : "env_var",
  };
}
