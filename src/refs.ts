import type { ProjectId } from "./api/path.ts";
import type { Job } from "./api/resources/jobs.ts";
import type { Pipeline } from "./api/resources/pipelines.ts";

/** A project on an instance; `instance` is its base address without a trailing slash. */
export interface ProjectScope {
  readonly instance: string;
  readonly project: ProjectId;
}

/** What pipeline commands take. Tree nodes carry these fields, so a context menu and a quick pick pass the same. */
export interface PipelineRef extends ProjectScope {
  readonly pipeline: Pick<Pipeline, "id" | "status" | "ref" | "sha" | "web_url"> & Partial<Pipeline>;
}

/** What job commands take. */
export interface JobRef extends ProjectScope {
  readonly job: Pick<Job, "id" | "name" | "status" | "web_url"> & Partial<Job>;
}

/** Anything with a page on the host. */
export interface WebRef {
  readonly webUrl: string;
}
