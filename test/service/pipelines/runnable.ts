import type { Repositories } from "../git/repositories.ts";
import type { JobRecord } from "../records.ts";
import type { State } from "../state.ts";
import type { RunnableJob } from "../types.ts";
import { jobEnvironment } from "./environment.ts";

/** A job with all that the runner needs for it; undefined when it, its pipeline or its project is gone, or nobody knows what to run. */
export async function runnableJob(
  { state, repositories, url }: { readonly state: State; readonly repositories: Repositories; readonly url: string },
  job: JobRecord,
): Promise<RunnableJob | undefined> {
  const pipeline = state.pipelines.get(job.pipelineId);
  const project = state.projects.get(job.projectId);
  const user = state.users.get(job.userId);
  if (!pipeline || !project || !user || !job.ci) return undefined;
  const commit = await repositories.at(project.path).commit(pipeline.sha);
  const wanted = job.ci.dependencies ?? job.ci.needs;
  const inputs = state.currentJobsOf(pipeline.id).flatMap((other) => {
    const used = wanted ? wanted.includes(other.name) : other.stageIndex < job.stageIndex;
    return used && other.archive ? [{ jobId: other.id, jobName: other.name, files: other.archive.files }] : [];
  });
  return {
    id: job.id,
    projectPath: project.path,
    ref: pipeline.ref,
    tag: pipeline.tag,
    sha: pipeline.sha,
    ci: job.ci,
    inputs,
    ...jobEnvironment({ url, project, pipeline, job, user, commit }),
  };
}
