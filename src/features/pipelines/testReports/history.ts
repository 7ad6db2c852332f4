import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { Pace } from "../../../core/base/pace.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { type Outcome, reportSuites } from "../../../core/pipelines/testCases.ts";

/** Number of earlier pipelines to compare with; each costs a request. */
const maxPipelines = 3;
/** Page size and limit of the search for them; in the list, they follow all newer pipelines. */
const perPage = 20;
const maxPages = 5;

/** Outcomes of one earlier pipeline, by the keys of suites and cases. */
export type EarlierResults = ReadonlyMap<string, ReadonlyMap<string, Outcome | undefined>>;

/**
 * Returns the outcomes in the last three finished pipelines before this one on its branch, latest first. Takes usually one request, at
 * most five, for the pipelines, and one per report. Missing and unreadable reports are skipped; at a rate limit it returns what it has.
 * @throws ApiError if the pipelines cannot be listed, or no report can be requested; CancelledError
 */
export async function earlierResults(client: Client, ref: PipelineRef, signal: AbortSignal): Promise<EarlierResults[]> {
  const results: EarlierResults[] = [];
  const pace = new Pace();
  for (const id of await pipelinesBefore(client, ref, signal)) {
    try {
      const report = await client.pipelines.testReport(ref.project, id, { signal, repeat: false });
      const suites = new Map<string, ReadonlyMap<string, Outcome | undefined>>();
      for (const suite of reportSuites(report)) {
        const outcomes = new Map<string, Outcome | undefined>();
        for (const { key, outcome } of suite.cases()) {
          outcomes.set(key, outcome);
          if (pace.due) await pace.rest(signal);
        }
        suites.set(suite.key, outcomes);
      }
      if (suites.size > 0) results.push(suites);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (["notFound", "forbidden", "invalidResponse", "server"].includes(error.kind)) continue;
      if (results.length === 0 || error.kind === "cancelled") throw error;
      break;
    }
  }
  return results;
}

/** Returns the IDs of the pipelines to compare with, latest first. */
async function pipelinesBefore(
  client: Client,
  { project, pipeline }: PipelineRef,
  signal: AbortSignal,
): Promise<number[]> {
  const before: number[] = [];
  let pages = 0;
  for await (const { items } of client.pipelines.list(
    project,
    { ref: pipeline.ref ?? undefined, scope: "finished" },
    { perPage, signal, repeat: false },
  )) {
    before.push(
      ...items
        .filter(({ id, status }) => id < pipeline.id && (status === "success" || status === "failed"))
        .map(({ id }) => id),
    );
    if (before.length >= maxPipelines || ++pages === maxPages) break;
  }
  return before.slice(0, maxPipelines);
}
