import type { Client } from "../../api/client.ts";
import type { MergeRequest, MergeRequestPipeline } from "../../api/resources/mergeRequestTypes.ts";
import type { Logger } from "../base/log.ts";
import type { CommitRef } from "../commits/refs.ts";
import type { Changes } from "../comparisons/comparison.ts";
import type { Config } from "../config.ts";
import type { MergeRequestRef } from "./refs.ts";

/** What the Merge Requests view uses of other folders. */
export interface MergeRequestTools {
  /** Raw value of the setting `forgeline.mergeRequests.queries`. */
  readonly queries: () => unknown;
  readonly onDidChangeSettings: Config["onDidChange"];
  readonly changesOfMergeRequest: (ref: MergeRequestRef, signal: AbortSignal) => Promise<Changes>;
  readonly changesOfCommit: (ref: CommitRef, signal: AbortSignal) => Promise<Changes>;
  /** Reads one merge request, with the fields that lists lack, if the host returns them. */
  readonly mergeRequest: (ref: MergeRequestRef, signal: AbortSignal) => Promise<MergeRequest>;
  readonly headPipeline: (
    client: Client,
    mergeRequest: MergeRequest,
    project: MergeRequestRef["project"],
    signal: AbortSignal,
  ) => Promise<MergeRequestPipeline | undefined>;
  readonly log: Logger;
}
