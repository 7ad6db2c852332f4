/** The records that a RecordStore keeps, and the operations of the API whose answers contain them. */
import type { Job } from "../../api/resources/jobs.ts";
import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import type { PipelineDetails } from "../../api/resources/pipelines.ts";

/** Fields as far as the host sent them; some answers contain only a few. */
export interface Records {
  readonly pipeline: Pick<PipelineDetails, "id" | "status"> & Partial<PipelineDetails>;
  readonly job: Pick<Job, "id" | "status"> & Partial<Job>;
  readonly mergeRequest: Pick<MergeRequest, "id"> & Partial<MergeRequest>;
}
export type RecordKind = keyof Records;

/** The kind of record that each operation answers with, alone or as a list. */
export const kindByOperation: ReadonlyMap<string, RecordKind> = new Map<string, RecordKind>([
  ["pipelines.list", "pipeline"],
  ["pipelines.get", "pipeline"],
  ["pipelines.latest", "pipeline"],
  ["pipelines.create", "pipeline"],
  ["pipelines.retry", "pipeline"],
  ["pipelines.cancel", "pipeline"],
  ["pipelines.updateMetadata", "pipeline"],
  ["jobs.list", "job"],
  ["jobs.listForPipeline", "job"],
  ["jobs.get", "job"],
  ["jobs.cancel", "job"],
  ["jobs.retry", "job"],
  ["extras.playJob", "job"],
  ["extras.bridges", "job"],
  ["mergeRequests.list", "mergeRequest"],
  ["mergeRequests.listForProject", "mergeRequest"],
  ["mergeRequests.update", "mergeRequest"],
  ["mergeRequests.merge", "mergeRequest"],
  ["milestones.project.mergeRequests", "mergeRequest"],
  ["milestones.group.mergeRequests", "mergeRequest"],
  ["extras.mergeRequest", "mergeRequest"],
  ["extras.createMergeRequest", "mergeRequest"],
]);

/** A record with its kind. */
export type KnownRecord = {
  readonly [Kind in RecordKind]: { readonly kind: Kind; readonly record: Records[Kind] };
}[RecordKind];

/**
 * Returns the records in the answer to an operation, those inside others included: jobs name their pipeline, merge
 * requests their head pipeline. Records without an ID or a status are left out.
 */
export function recordsIn(operation: string, answer: readonly object[]): KnownRecord[] {
  const kind = kindByOperation.get(operation);
  if (kind === undefined) return [];
  const found: KnownRecord[] = [];
  const pipelines = new Map<unknown, Records["pipeline"]>();
  for (const record of answer) {
    if (kind === "mergeRequest") {
      if (!hasId(record)) continue;
      found.push({ kind, record });
      const { head_pipeline: head, pipeline } = record as Records["mergeRequest"];
      for (const each of [head, pipeline]) if (hasStatus(each)) pipelines.set(each.id, each);
    } else if (hasStatus(record)) {
      // Trigger jobs have IDs of their own among the jobs.
      found.push({ kind, record });
      if (kind !== "job") continue;
      const { pipeline, downstream_pipeline: started } = record as Records["job"] & {
        readonly downstream_pipeline?: unknown;
      };
      for (const each of [pipeline, started]) if (hasStatus(each)) pipelines.set(each.id, each);
    }
  }
  return [...found, ...[...pipelines.values()].map((record) => ({ kind: "pipeline", record }) as const)];
}

const hasId = (record: unknown): record is { readonly id: number } =>
  typeof record === "object" && record !== null && "id" in record && typeof record.id === "number";
const hasStatus = (record: unknown): record is { readonly id: number; readonly status: string } =>
  hasId(record) && "status" in record && typeof record.status === "string";
