import { changesOfMergeRequest, changesOfCommit } from "../comparisons/changes.ts";
import type { Context } from "../context.ts";
import { readMergeRequest, readHeadPipeline } from "./read.ts";
import type { MergeRequestTools } from "./tools.ts";

/** What they are made from. */
export type MergeRequestToolsSource = Pick<Context, "projects" | "connections" | "report" | "config" | "log">;

/** What the rows of merge requests are made of, joined with the rooms that they stand beside. */
export const mergeRequestTools = (context: MergeRequestToolsSource): MergeRequestTools => ({
  queries: () => context.config.get("forgeline.mergeRequests.queries"),
  onDidChangeSettings: context.config.onDidChange,
  changesOfMergeRequest: (ref, signal) => changesOfMergeRequest(context, ref, signal),
  changesOfCommit: (ref, signal) => changesOfCommit(context, ref, signal),
  mergeRequest: (ref, signal) => readMergeRequest(context, ref, signal),
  headPipeline: readHeadPipeline,
  log: context.log,
});
