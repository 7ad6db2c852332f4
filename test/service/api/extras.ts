import type { Hosting } from "../hosting.ts";
import { offsetPage, pageReply } from "../http/paging.ts";
import { message } from "../http/problem.ts";
import { json } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import { readableProject, writableProject } from "./access.ts";
import { jobOf } from "./jobs.ts";
import { pipelineOf, readVariable } from "./pipelines.ts";
import { showJob } from "./present.ts";

/** Beyond the documents: play a manual job, erase a log, trigger jobs. */
export function extraRoutes(hosting: Hosting): Route[] {
  return [
    {
      method: "POST",
      path: "/projects/:id/jobs/:job_id/play",
      handle: async (request) => {
        const job = jobOf(hosting, writableProject(hosting, request).project, request);
        const variables = ((await request.fields()).records("job_variables_attributes") ?? []).map(readVariable);
        if (!hosting.scheduler.play(job, variables)) throw message(400, "400 Bad request - Unplayable Job");
        return json(await showJob(hosting, job));
      },
    },
    {
      method: "GET",
      path: "/projects/:id/pipelines/:pipeline_id/bridges",
      // The CI files run here have no trigger jobs.
      handle: (request) => {
        pipelineOf(hosting, readableProject(hosting, request), request);
        return pageReply(offsetPage([], request, { apiUrl: `${hosting.url}/api/v4` }), (bridge) => bridge);
      },
    },
  ];
}
