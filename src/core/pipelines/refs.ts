import type { Uri } from "vscode";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline, PipelineDetails } from "../../api/resources/pipelines.ts";
import type { ProjectScope } from "../base/refs.ts";
import { isScope, hasId, type ArgumentParser, isObject, isUri, selectedArgs } from "../commands/arguments.ts";

/** Argument of pipeline commands. Tree nodes have these fields, so context menus and quick picks pass the same type. */
export interface PipelineRef extends ProjectScope {
  readonly pipeline: Pick<Pipeline, "id" | "status" | "ref" | "sha" | "web_url"> & Partial<PipelineDetails>;
}

/** Argument of job commands. */
export interface JobRef extends ProjectScope {
  readonly job: Pick<Job, "id" | "name" | "status" | "web_url"> & Partial<Job>;
}

/** Returns a pipeline of which only the ID is known. */
export const unreadPipeline = (id: number, projectId?: number): PipelineRef["pipeline"] => ({
  id,
  ...(projectId !== undefined && { project_id: projectId }),
  status: "",
  ref: "",
  sha: "",
  web_url: "",
});

export const isPipelineRef = (value: unknown): value is PipelineRef => isScope(value) && hasId(value["pipeline"]);

export const isJobRef = (value: unknown): value is JobRef => isScope(value) && hasId(value["job"]);

export const pipelineArgs: ArgumentParser<[pipeline?: PipelineRef]> = ([value]) =>
  isPipelineRef(value) ? [value] : [];

export const pipelinesArgs = selectedArgs(isPipelineRef, ({ pipeline }) => pipeline.id);

/** Job rows may contain a pipeline as well, so the job is checked first. */
export const jobArgs: ArgumentParser<[job?: JobRef]> = ([value]) => (isJobRef(value) ? [value] : []);

export const jobsArgs = selectedArgs(isJobRef, ({ job }) => job.id);

/** The jobs below the row of a stage or of a job group, without earlier attempts. */
export const groupedJobsArgs: ArgumentParser<[jobs?: readonly JobRef[]]> = ([value]) => {
  if (!isScope(value)) return [];
  const { instance, project } = value;
  const parent = value["jobGroup"] ?? value["stage"];
  const jobs: readonly unknown[] = isObject(parent) && Array.isArray(parent["jobs"]) ? parent["jobs"] : [];
  const refs = jobs.map((one) => ({ instance, project, job: isObject(one) ? one["job"] : undefined })).filter(isJobRef);
  return refs.length > 0 ? [refs] : [];
};

/** A row, or a log document. */
export const jobLogArgs: ArgumentParser<[job?: JobRef | Uri]> = ([value]) =>
  isJobRef(value) || isUri(value) ? [value] : [];

export const watchedArgs: ArgumentParser<[watched?: PipelineRef | JobRef]> = ([value]) =>
  isJobRef(value) || isPipelineRef(value) ? [value] : [];
