import type { PipelineQuery, PipelineVariable } from "../../../src/api/resources/pipelines.ts";
import type { Context } from "../context.ts";
import { fabricatedPipelines } from "./fabricatedPipelines.ts";
import { startedPipelines } from "./startedPipelines.ts";

/** A job with an archive. */
export interface ArtifactSubject {
  readonly job: number;
  readonly name: string;
  readonly ref: string;
  /** Path of a file in the archive. */
  readonly file: string;
}

type Lent<T> = T | Promise<T>;

/** Pipelines and their jobs. Those that a call changes are made anew each time. */
export interface PipelineSubjects {
  /** A filter with every field, which meets at least two pipelines. */
  filter(): Lent<Required<PipelineQuery>>;
  /** The project has one at least, whatever became of it. */
  some(): Lent<void>;
  /** Has a job that succeeded. */
  pipeline(): Lent<number>;
  /** Has variables of both types. */
  pipelineWithVariables(): Lent<number>;
  pipelineWithTests(): Lent<number>;
  /** The newest commit of the default branch has a pipeline. */
  latest(): Lent<void>;
  /** A branch or tag whose newest commit has a pipeline. */
  ref(): Lent<string>;
  /** A pipeline may be started with this. */
  start(): Lent<{ readonly ref: string; readonly variables: readonly Required<PipelineVariable>[] }>;
  runningPipeline(): Lent<number>;
  retryablePipeline(): Lent<number>;
  /** To be renamed or deleted. */
  sparePipeline(): Lent<number>;
  job(): Lent<number>;
  /** Has a log of more than one byte. */
  finishedJob(): Lent<number>;
  runningJob(): Lent<number>;
  retryableJob(): Lent<number>;
  artifacts(): Lent<ArtifactSubject>;
  /** Of the newest pipeline that succeeded for their ref, so that they are found by it. */
  newestArtifacts(): Lent<ArtifactSubject>;
}

/** Made up at once where the local service's control can do it, else really started. */
export const pipelines = (on: Context) => ({
  project: on.ciProject.id,
  /** The same by its other name. */
  sameProject: on.ciProject.path,
  ...(on.control ? fabricatedPipelines(on.control, on.ciProject.path) : startedPipelines(on)),
});
