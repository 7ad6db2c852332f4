import { stringify } from "yaml";
import { parseCi } from "../ci/parse.ts";
import type { Hosting } from "../hosting.ts";
import { message } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import type { CiConfig } from "../types.ts";
import { LEVELS, readableProject, requireLevel } from "./access.ts";

/** Beyond the documents: whether a CI file is right. Mistakes are an answer (200), not a failure. */
export function ciLintRoutes(hosting: Hosting): Route[] {
  return [
    POST("/projects/:id/ci/lint", async (request) => {
      requireLevel(hosting, request, LEVELS.developer);
      const fields = await request.fields();
      return answer(fields.required("content"), fields.flag("include_jobs") === true);
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
      return answer(file.content.toString("utf8"), request.query.flag("include_jobs") === true);
    }),
  ];
}

function answer(content: string, withJobs: boolean): Reply {
  const config = parseCi(content);
  const valid = config.errors.length === 0;
  return json({
    valid,
    errors: config.errors,
    warnings:
      valid && config.jobs.every((job) => job.when === "manual")
        ? ["All jobs are manual: the pipeline waits for a person"]
        : [],
    merged_yaml: valid ? mergedYaml(config) : null,
    includes: [],
    ...(withJobs ? { jobs: config.jobs.map(showLintJob) } : {}),
  });
}

/** What the file comes to once extends and defaults are merged. */
function mergedYaml(config: CiConfig): string {
  const jobs = config.jobs.map((job) => [
    job.name,
    {
      stage: job.stage,
      ...(job.trigger
        ? { trigger: { ...job.trigger, depend: undefined, ...(job.trigger.depend ? { strategy: "depend" } : {}) } }
        : { script: job.script }),
      ...(job.beforeScript.length > 0 ? { before_script: job.beforeScript } : {}),
      ...(job.afterScript.length > 0 ? { after_script: job.afterScript } : {}),
      ...(Object.keys(job.variables).length > 0 ? { variables: job.variables } : {}),
      ...(job.needs ? { needs: job.needs } : {}),
      ...(job.when === "on_success" ? {} : { when: job.when }),
      ...(job.allowFailure ? { allow_failure: true } : {}),
      ...(job.artifacts ? { artifacts: { paths: job.artifacts.paths } } : {}),
    },
  ]);
  return `---\n${stringify({ stages: config.stages.filter((stage) => !/^\.(pre|post)$/.test(stage)), ...Object.fromEntries(jobs) })}`;
}

function showLintJob(job: CiConfig["jobs"][number]): object {
  return {
    name: job.name,
    stage: job.stage,
    before_script: job.beforeScript,
    script: job.script,
    after_script: job.afterScript,
    tag_list: [],
    only: { refs: ["branches", "tags"] },
    except: null,
    environment: null,
    when: job.when,
    allow_failure: job.allowFailure,
    needs: job.needs?.map((name) => ({ name, artifacts: true })) ?? null,
  };
}
