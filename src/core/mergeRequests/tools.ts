import type { Client } from "../../api/client.ts";
import type { MergeRequest, MergeRequestPipeline } from "../../api/resources/mergeRequestTypes.ts";
import type { Event } from "../base/events.ts";
import type { Logger } from "../base/log.ts";
import type { CommitRef } from "../commits/refs.ts";
import type { Changes } from "../comparisons/comparison.ts";
import type { MergeRequestRef } from "./refs.ts";

/** What the Merge Requests view has of the rest of the house. */
export interface MergeRequestTools {
  /** The setting `forgeline.mergeRequests.queries`, whatever it holds. */
  readonly queries: () => unknown;
  /** Tells which of the settings changed. */
  readonly onDidChangeSettings: Event<(section: string) => boolean>;
  readonly changesOfMergeRequest: (ref: MergeRequestRef, signal: AbortSignal) => Promise<Changes>;
  readonly changesOfCommit: (ref: CommitRef, signal: AbortSignal) => Promise<Changes>;
  /** One by itself, with the fields that lists lack, where the host tells them. */
  readonly mergeRequest: (ref: MergeRequestRef, signal: AbortSignal) => Promise<MergeRequest>;
  readonly headPipeline: (
    client: Client,
    mergeRequest: MergeRequest,
    project: MergeRequestRef["project"],
    signal: AbortSignal,
  ) => Promise<MergeRequestPipeline | undefined>;
  readonly log: Logger;
}
