/** `locked` is the moment of merging itself. */
export type MergeRequestState = "opened" | "closed" | "locked" | "merged";

/** Whether the branches can be merged, as far as anybody has looked. */
export type MergeCheck = "unchecked" | "checking" | "can_be_merged" | "cannot_be_merged";

/** How to merge; what a merge request to the API says, or what waits for a pipeline. */
export interface MergeOptions {
  readonly mergeMessage?: string | undefined;
  readonly squashMessage?: string | undefined;
  readonly squash?: boolean | undefined;
  readonly removeSourceBranch?: boolean | undefined;
}

/** The changes as they were while the source branch had one head. */
export interface MergeRequestVersion {
  readonly id: number;
  readonly base: string;
  readonly head: string;
  readonly start: string;
  readonly createdAt: number;
}

export interface MergeRequestRecord {
  readonly id: number;
  readonly iid: number;
  /** The target project. */
  readonly projectId: number;
  /** Another than the target project for a fork; null once that is deleted. */
  sourceProjectId: number | null;
  readonly sourceBranch: string;
  readonly authorId: number;
  /** Milliseconds since the epoch, as all times here. */
  readonly createdAt: number;
  readonly preparedAt: number;
  title: string;
  description: string | null;
  state: MergeRequestState;
  targetBranch: string;
  /** Head of the source branch; null when it never was seen. */
  sha: string | null;
  /** Base, head and start of the changes; kept when the branches go. */
  diff: { readonly base: string; readonly head: string; readonly start: string } | null;
  /** Oldest first; the last one is that of the head. */
  versions: readonly MergeRequestVersion[];
  assigneeIds: readonly number[];
  reviewerIds: readonly number[];
  labels: readonly string[];
  milestoneId: number | null;
  updatedAt: number;
  mergedAt: number | null;
  closedAt: number | null;
  mergeUserId: number | null;
  closedById: number | null;
  mergeCommitSha: string | null;
  squashCommitSha: string | null;
  mergeError: string | null;
  squash: boolean;
  discussionLocked: boolean | null;
  allowCollaboration: boolean | null;
  /** What the author wishes (`remove_source_branch` of an update). */
  forceRemoveSourceBranch: boolean | null;
  /** What the merger wishes (`should_remove_source_branch` of a merge). */
  shouldRemoveSourceBranch: boolean | null;
  /** Set while the merge waits for the pipeline. */
  autoMerge: (MergeOptions & { readonly userId: number }) | undefined;
  check: MergeCheck;
  approvedBy: readonly number[];
  /** Users named as approvers (higher edition). */
  approverIds: readonly number[];
  reactions: readonly { readonly userId: number; readonly emoji: string }[];
  deployments: readonly { readonly environment: string; readonly at: number }[];
  upvotes: number;
  downvotes: number;
  notes: number;
  /** Fields put over the JSON as sent. */
  readonly overrides: Readonly<Record<string, unknown>>;
}

/** What a new merge request needs; the rest begins empty. */
export type NewMergeRequest = Pick<
  MergeRequestRecord,
  "projectId" | "sourceBranch" | "targetBranch" | "title" | "authorId"
> &
  Partial<Omit<MergeRequestRecord, "id" | "iid">>;

/** A title that begins so says the work is not done. */
const DRAFT = /^\s*(\[draft\]|\(draft\)|draft:|draft\s-\s)/i;

export function isDraft(record: Pick<MergeRequestRecord, "title">): boolean {
  return DRAFT.test(record.title);
}
