import type { Hosting } from "../hosting.ts";
import { listReply } from "../http/paging.ts";
import { message } from "../http/problem.ts";
import { json } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import type { JobRecord } from "../records.ts";
import { readableProject, writableProject } from "./access.ts";
import { branchRoutes } from "./branches.ts";
import { jobOf } from "./jobs.ts";
import { pipelineOf, readVariable } from "./pipelines.ts";
import { showJob, showPipelineEntry } from "./present.ts";

/** Beyond the documents: branches, tags, playing a manual job, trigger jobs. */
export function extraRoutes(hosting: Hosting): Route[] {
  return [
    ...branchRoutes(hosting),
    POST("/projects/:id/jobs/:job_id/play", async (request) => {
      const job = jobOf(hosting, writableProject(hosting, request).project, request, { bridges: true });
      const variables = ((await request.fields()).records("job_variables_attributes") ?? []).map(readVariable);
      if (!hosting.scheduler.play(job, variables)) throw message(400, "400 Bad request - Unplayable Job");
      return json(await (job.bridge ? showBridge(hosting, job) : showJob(hosting, job)));
    }),
    GET("/projects/:id/pipelines/:pipeline_id/bridges", (request) => {
      const pipeline = pipelineOf(hosting, readableProject(hosting, request), request);
      const scopes = request.query.texts("scope");
      const bridges = hosting.state
        .currentJobsOf(pipeline.id)
        .filter((job) => job.bridge && (!scopes || scopes.includes(job.status)))
        .reverse();
      return listReply(bridges, request, (bridge) => showBridge(hosting, bridge));
    }),
  ];
}

/** A job without what only runners give it, and with the pipeline it started: null until then. */
async function showBridge(hosting: Hosting, bridge: JobRecord): Promise<Record<string, unknown>> {
  const {
    artifacts: _artifacts,
    artifacts_file: _file,
    runner: _runner,
    runner_manager: _manager,
    artifacts_expire_at: _expiry,
    archived: _archived,
    tag_list: _tags,
    ...shown
  } = await showJob(hosting, bridge);
  const downstream = bridge.downstreamId === null ? undefined : hosting.state.pipelines.get(bridge.downstreamId);
  return {
    ...shown,
    downstream_pipeline: downstream ? showPipelineEntry(hosting, downstream) : null,
    ...bridge.overrides,
  };
}
