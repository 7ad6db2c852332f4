import { changesOfCommit, changesOfMergeRequest } from "../../core/comparisons/changes.ts";
import type { App } from "../../core/context.ts";
import { readHeadPipeline, readMergeRequest } from "../../core/mergeRequests/read.ts";
import type { MergeRequestTools } from "../../core/mergeRequests/tools.ts";
import { openMergeRequests } from "./view.ts";

type Parts = Pick<App, "projects" | "connections" | "report" | "config" | "log">;

/** What the rows of merge requests are made of, joined with the rooms that they stand beside. */
export const mergeRequestTools = (app: Parts): MergeRequestTools => ({
  queries: () => app.config.mergeRequestQueries,
  onDidChangeSettings: app.config.onDidChange,
  changesOfMergeRequest: (ref, signal) => changesOfMergeRequest(app, ref, signal),
  changesOfCommit: (ref, signal) => changesOfCommit(app, ref, signal),
  mergeRequest: (ref, signal) => readMergeRequest(app, ref, signal),
  headPipeline: readHeadPipeline,
  log: app.log,
});

/** What the Merge Requests view is made of, joined with the rooms that it stands beside. */
export const mergeRequestView = (app: Parts): ReturnType<typeof openMergeRequests> =>
  openMergeRequests(mergeRequestTools(app));
