import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { type Outcome, reportSuites } from "./cases.ts";
import { Pace } from "./pace.ts";

/** Pipelines whose results stand beside each case: each costs a request. */
const looked = 3;
/** Where to look for them: those of an old pipeline stand behind all that came after it. */
const page = 20;
const mostPages = 5;

/** Outcomes of one earlier pipeline, by the keys of suites and cases. */
export type EarlierResults = ReadonlyMap<string, ReadonlyMap<string, Outcome | undefined>>;

/**
 * What became of the cases in the finished pipelines before this one on its branch, the latest first: mostly one request for the
 * pipelines, at most five, and one for the report of each of three. Those whose report is missing or cannot be read count for nothing.
 * Once the host asks to be left alone, what was read by then is all.
 * @throws ApiError when the pipelines cannot be listed, or no report can be asked for; CancelledError
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

/** Numbers of the pipelines to look at, the latest first. */
async function pipelinesBefore(
  client: Client,
  { project, pipeline }: PipelineRef,
  signal: AbortSignal,
): Promise<number[]> {
  const before: number[] = [];
  let pages = 0;
  for await (const { items } of client.pipelines.list(
    project,
    { ref: pipeline.ref, scope: "finished" },
    { perPage: page, signal, repeat: false },
  )) {
    before.push(
      ...items
        .filter(({ id, status }) => id < pipeline.id && (status === "success" || status === "failed"))
        .map(({ id }) => id),
    );
    if (before.length >= looked || ++pages === mostPages) break;
  }
  return before.slice(0, looked);
}
