import type { Client } from "../../api/client.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import { isCancelled } from "../base/errors.ts";
import type { RecordStore } from "../records/recordStore.ts";
import type { PipelineJobsCache } from "./pipelineJobsCache.ts";

/** Limits of the child pipelines of a pipeline, and of those that they start themselves. */
const maxChildren = 20;
const maxDepth = 2;

export interface FamilySource {
  readonly client: Pick<Client, "extras">;
  readonly pipelineJobs: Pick<PipelineJobsCache, "of">;
  readonly records: Pick<RecordStore, "changedAt">;
  /** Called when the child pipelines of a pipeline cannot be read. */
  readonly failed: (error: unknown) => void;
}

/**
 * Returns the latest jobs of a pipeline and of its child pipelines, which run for the same commit in the same project.
 * @throws ApiError, CancelledError
 */
export async function familyJobs(
  source: FamilySource,
  project: ProjectId,
  pipeline: number,
  signal: AbortSignal,
  depth = 0,
): Promise<readonly Job[]> {
  const jobs = source.pipelineJobs.of(project, pipeline);
  await jobs.ensure(source.records.changedAt("pipeline", pipeline), signal);
  const all = [...(jobs.latest ?? [])];
  if (depth === maxDepth) return all;
  for (const { id } of await childrenOf(source, project, pipeline, signal))
    all.push(...(await familyJobs(source, project, id, signal, depth + 1)));
  return all;
}

/** Returns no pipelines if the host has no route for them. */
async function childrenOf(
  { client: { extras }, failed }: FamilySource,
  project: ProjectId,
  pipeline: number,
  signal: AbortSignal,
): Promise<readonly Pipeline[]> {
  if (extras.available("bridges") === false) return [];
  try {
    const { items } = await extras.bridges(project, pipeline, { perPage: 100, signal }).page();
    const started = items.flatMap(({ downstream_pipeline: child }) => child ?? []);
    return started.filter((child) => child.source === "parent_pipeline").slice(0, maxChildren);
  } catch (error) {
    if (isCancelled(error) || signal.aborted) throw error;
    failed(error);
    return [];
  }
}
