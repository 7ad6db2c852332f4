import type { AllItems } from "../../api/pages.ts";
import type {
  Commit,
  CommitCommentListEntry,
  CommitRef as RefOfCommit,
  CommitStatus,
} from "../../api/resources/commitTypes.ts";
import type { ProjectScope, WebRef } from "../base/refs.ts";
import type { ChangeNode } from "../mergeRequests/nodes.ts";
import type { CommentRef, CommitRef } from "./refs.ts";

/** A row with its ID, a path of API IDs. */
interface Row extends ProjectScope {
  readonly row: string;
}

/** A commit's row; also a CommitRef and a WebRef for commands. */
export interface ListedCommitNode extends Row, CommitRef, WebRef {
  readonly kind: "listedCommit";
  readonly commit: Commit;
  /** Status of the latest pipeline, if known. */
  readonly status: string | undefined;
}

/** A child row of a commit; also a CommitRef and a WebRef. */
interface CommitPart extends Row, CommitRef, WebRef {
  readonly commit: Commit;
}

export interface CommitFilesNode extends CommitPart {
  readonly kind: "commitFiles";
}

export interface CommitRefsNode extends CommitPart {
  readonly kind: "commitRefs";
}

export interface CommitCommentsNode extends CommitPart {
  readonly kind: "commitComments";
  /** Undefined if they could not be read. */
  readonly comments: AllItems<CommitCommentListEntry> | undefined;
}

export interface CommitStatusesNode extends CommitPart {
  readonly kind: "commitStatuses";
  readonly status: string | undefined;
}

/** A branch or tag that contains the commit. */
export interface ContainingRefNode extends Row {
  readonly kind: "containingRef";
  readonly ref: RefOfCommit;
}

/** A comment's row; also a CommentRef for commands. */
export interface CommitCommentNode extends Row, CommentRef {
  readonly kind: "commitComment";
  readonly comment: CommitCommentListEntry;
}

/** A commit status row; also a WebRef for commands. */
export interface CommitStatusNode extends Row, WebRef {
  readonly kind: "commitStatus";
  readonly status: CommitStatus;
}

export type CommitPartNode = CommitFilesNode | CommitRefsNode | CommitCommentsNode | CommitStatusesNode;
export type CommitsNode =
  | ListedCommitNode
  | CommitPartNode
  | ContainingRefNode
  | CommitCommentNode
  | CommitStatusNode
  | ChangeNode;

export const commitRow = ({ instance, project }: ProjectScope, sha: string): string =>
  `${instance} ${project}/commits/${sha}`;

export function commitNode(
  { instance, project }: ProjectScope,
  commit: Commit,
  status: string | undefined,
): ListedCommitNode {
  const webUrl = typeof commit.web_url === "string" ? commit.web_url : "";
  return {
    kind: "listedCommit",
    instance,
    project,
    commit,
    status,
    webUrl,
    row: commitRow({ instance, project }, commit.id),
  };
}

/** Returns the child rows of a commit. */
export function commitParts(
  { instance, project, commit, webUrl, row, status }: ListedCommitNode,
  comments: AllItems<CommitCommentListEntry> | undefined,
): CommitPartNode[] {
  const part = { instance, project, commit, webUrl };
  return [
    { kind: "commitFiles", ...part, row: `${row}/files` },
    { kind: "commitRefs", ...part, row: `${row}/refs` },
    { kind: "commitComments", ...part, comments, row: `${row}/comments` },
    { kind: "commitStatuses", ...part, status, row: `${row}/statuses` },
  ];
}

export const refNodes = (
  { instance, project, row }: CommitRefsNode,
  refs: readonly RefOfCommit[],
): ContainingRefNode[] =>
  refs.map((ref) => ({
    kind: "containingRef",
    instance,
    project,
    ref,
    row: `${row}/${ref.type}/${encodeURIComponent(ref.name)}`,
  }));

/** Returns the rows of comments, which have no IDs, so their index identifies them. */
export const commentNodes = (
  { instance, project, row, commit }: CommitCommentsNode,
  comments: readonly CommitCommentListEntry[],
): CommitCommentNode[] =>
  comments.map((comment, at) => ({
    kind: "commitComment",
    instance,
    project,
    commit,
    comment,
    row: `${row}/${at}`,
    ...(comment.path && comment.line ? { path: comment.path, line: comment.line } : {}),
  }));

export const statusNodes = (
  { instance, project, row }: CommitStatusesNode,
  statuses: readonly CommitStatus[],
): CommitStatusNode[] =>
  statuses.map((status) => ({
    kind: "commitStatus",
    instance,
    project,
    status,
    webUrl: status.target_url ?? "",
    row: `${row}/${status.id}`,
  }));
