/** What tests and the sample make up of merge requests. Types only. */
import type { UserName } from "../types.ts";
import type { MergeRequestState } from "./records.ts";

export interface MergeRequestSpec {
  /** Project path; the sample's (or first) project by default. */
  readonly project?: string;
  /** Path of the fork that the source branch is in; the project itself by default. */
  readonly fork?: string;
  readonly sourceBranch: string;
  readonly targetBranch?: string;
  readonly title: string;
  readonly description?: string;
  readonly by?: UserName;
  /** `merged` and `closed` ones are so on record only: no branch moves. */
  readonly state?: MergeRequestState;
  readonly labels?: readonly string[];
  readonly assignees?: readonly UserName[];
  readonly reviewers?: readonly UserName[];
  readonly approvedBy?: readonly UserName[];
  /** Who merged or closed it. */
  readonly endedBy?: UserName;
  /** Title of a milestone of the project or of a group above it. */
  readonly milestone?: string;
  /** Head of the source branch when the repository has no such branch (any more). */
  readonly sha?: string;
  readonly mergeCommitSha?: string;
  /** It came from a fork that is deleted. */
  readonly fromDeletedFork?: boolean;
  readonly squash?: boolean;
  readonly notes?: number;
  readonly upvotes?: number;
  /** The caller's own emoji, by user. */
  readonly reactions?: readonly { readonly by: UserName; readonly emoji: string }[];
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly deployments?: readonly { readonly environment: string; readonly at: number }[];
  /** Fields put over the JSON as sent: nulls, unknown statuses, ids as strings. */
  readonly overrides?: Readonly<Record<string, unknown>>;
}

export interface MergeRequestMade {
  readonly id: number;
  readonly iid: number;
}

/** What a project wants before a merge; what is left out stays as it is. */
export interface MergeRulesSpec {
  readonly project?: string;
  readonly pipelineMustSucceed?: boolean;
  readonly approvals?: number;
  /** The host finds out for none whether it can be merged, until this is taken back. */
  readonly checksHeld?: boolean;
  /** Every thread has to be resolved. */
  readonly threadsMustBeResolved?: boolean;
}

export interface MergeRequestWaited {
  readonly project?: string;
  readonly iid: number;
  readonly state?: readonly string[];
  /** Values of `detailed_merge_status`. */
  readonly mergeStatus?: readonly string[];
}
