import type { Uri } from "vscode";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import type { ProjectScope } from "../base/refs.ts";
import { isScope, hasId, type ArgumentParser, isUri } from "../commands/arguments.ts";

/** What pipeline commands take. Tree nodes carry these fields, so a context menu and a quick pick pass the same. */
export interface PipelineRef extends ProjectScope {
  readonly pipeline: Pick<Pipeline, "id" | "status" | "ref" | "sha" | "web_url"> & Partial<Pipeline>;
}

/** What job commands take. */
export interface JobRef extends ProjectScope {
  readonly job: Pick<Job, "id" | "name" | "status" | "web_url"> & Partial<Job>;
}

export const isPipelineRef = (value: unknown): value is PipelineRef => isScope(value) && hasId(value["pipeline"]);

export const isJobRef = (value: unknown): value is JobRef => isScope(value) && hasId(value["job"]);

export const pipelineArgs: ArgumentParser<[pipeline?: PipelineRef]> = ([value]) =>
  isPipelineRef(value) ? [value] : [];

/** A job row may carry its pipeline too, so the job is looked for first. */
export const jobArgs: ArgumentParser<[job?: JobRef]> = ([value]) => (isJobRef(value) ? [value] : []);

/** A row, or the document of a log. */
export const jobLogArgs: ArgumentParser<[job?: JobRef | Uri]> = ([value]) =>
  isJobRef(value) || isUri(value) ? [value] : [];

export const watchedArgs: ArgumentParser<[watched?: PipelineRef | JobRef]> = ([value]) =>
  isJobRef(value) || isPipelineRef(value) ? [value] : [];
