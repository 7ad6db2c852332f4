import { changesOfMergeRequest, changesOfCommit } from "../comparisons/changes.ts";
import type { Context } from "../context.ts";
import { readMergeRequest, readHeadPipeline } from "./read.ts";
import type { MergeRequestTools } from "./tools.ts";

/** The parts of the context that the tools use. */
export type MergeRequestToolsSource = Pick<Context, "projects" | "connections" | "report" | "config" | "log">;

/** Returns what the rows of merge requests use of other folders. */
export const mergeRequestTools = (context: MergeRequestToolsSource): MergeRequestTools => ({
  queries: () => context.config.get("forgeline.mergeRequests.queries"),
  onDidChangeSettings: context.config.onDidChange,
  changesOfMergeRequest: (ref, signal) => changesOfMergeRequest(context, ref, signal),
  changesOfCommit: (ref, signal) => changesOfCommit(context, ref, signal),
  mergeRequest: (ref, signal) => readMergeRequest(context, ref, signal),
  headPipeline: readHeadPipeline,
  log: context.log,
});
