import { parseCi } from "../ci/parse.ts";
import type { Hosting } from "../hosting.ts";
import { message } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import { LEVELS, readableProject, requireLevel } from "./access.ts";

/** Beyond the documents: whether a CI file is right. Mistakes are an answer (200), not a failure. */
export function ciLintRoutes(hosting: Hosting): Route[] {
  return [
    POST("/projects/:id/ci/lint", async (request) => {
      requireLevel(hosting, request, LEVELS.developer);
      const fields = await request.fields();
      return answer(fields.required("content"));
    }),
    GET("/projects/:id/ci/lint", async (request) => {
      const project = readableProject(hosting, request);
      const ref = request.query.text("content_ref") ?? request.query.text("sha") ?? project.defaultBranch;
      if ((await hosting.repositories.resolve(project.path, ref)) === undefined)
        throw message(404, "404 Commit Not Found");
      const file = await hosting.repositories.file(project.path, ref, ".gitlab-ci.yml");
      if (!file)
        return json({
          valid: false,
          errors: ["Please provide content of .gitlab-ci.yml"],
          warnings: [],
          merged_yaml: null,
          includes: [],
        });
      return answer(file.content.toString("utf8"));
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
