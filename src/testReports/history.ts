import type { Client } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import type { PipelineRef } from "../refs.ts";
import { type Outcome, reportSuites } from "./cases.ts";
import { Pace } from "./pace.ts";

/** Pipelines whose results stand beside each case: each costs a request. */
const looked = 3;
/** Where to look for them: one page. */
const page = 20;

/** Outcomes of one earlier pipeline, by the keys of suites and cases. */
export type EarlierResults = ReadonlyMap<string, ReadonlyMap<string, Outcome | undefined>>;

/**
 * What became of the cases in the finished pipelines before this one on its branch, the latest first: one request for the pipelines,
 * and one for the report of each of three. Those without a report count for nothing.
 * @throws ApiError when the pipelines cannot be listed or the host is to be left alone
 */
export async function earlierResults(client: Client, { project, pipeline }: PipelineRef, signal: AbortSignal): Promise<EarlierResults[]> {
  const { items } = await client.pipelines.list(project, { ref: pipeline.ref, scope: "finished" }, { perPage: page, signal, repeat: false }).page();
  const before = items.filter(({ id, status }) => id < pipeline.id && (status === "success" || status === "failed")).slice(0, looked);
  const results: EarlierResults[] = [];
  const pace = new Pace();
  for (const { id } of before) {
    try {
      const report = await client.pipelines.testReport(project, id, { signal, repeat: false });
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
      if (!(error instanceof ApiError) || (error.kind !== "notFound" && error.kind !== "forbidden")) throw error;
    }
  }
  return results;
}
