import { parseCi } from "../ci/parse.ts";
import type { Hosting } from "../hosting.ts";
import { json, type Reply } from "../http/reply.ts";
import { POST, type Route } from "../http/router.ts";
import { LEVELS, requireLevel } from "./access.ts";

/** Beyond the documents: whether a CI file is right. Mistakes are an answer (200), not a failure. */
export function ciLintRoutes(hosting: Hosting): Route[] {
  return [
    POST("/projects/:id/ci/lint", async (request) => {
      requireLevel(hosting, request, LEVELS.developer);
      const fields = await request.fields();
      return answer(fields.required("content"));
    }),
  ];
}

function answer(content: string): Reply {
  const config = parseCi(content);
  const valid = config.errors.length === 0;
  return json({
    valid,
    errors: config.errors,
    warnings:
      valid && config.jobs.every((job) => job.when === "manual")
        ? ["All jobs are manual: the pipeline waits for a person"]
        : [],
    merged_yaml: valid ? content : null,
    includes: [],
  });
}
