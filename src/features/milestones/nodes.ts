import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import type { Milestone, MilestoneIssue } from "../../api/resources/milestoneTypes.ts";
import { type ProjectScope, projectNumber, type WebRef } from "../../core/base/refs.ts";
import type { MergeRequestNode, MergeRequestsNode } from "../../core/mergeRequests/nodes.ts";
import type { MilestoneHome, MilestoneRef } from "./refs.ts";

/** Owner and state of the milestones in a folder. */
export type MilestoneFolderId = "active" | "closed" | "groupActive" | "groupClosed";

/** Is a MilestoneHome, for commands. */
export interface MilestoneFolderNode extends MilestoneHome {
  readonly kind: "milestoneFolder";
  readonly row: string;
  readonly folder: MilestoneFolderId;
  /** Number of milestones, once known. */
  readonly total?: number | undefined;
}

/** Is a MilestoneRef and a WebRef, for commands. */
export interface MilestoneNode extends MilestoneRef, WebRef {
  readonly kind: "milestone";
  readonly row: string;
  readonly milestone: Milestone;
  readonly progress?: Progress | undefined;
  /** Name of the owner, if it is not the folder's. */
  readonly owner?: string | undefined;
}

/** The merge requests or the issues of a milestone. */
export interface PlannedNode extends MilestoneRef {
  readonly kind: "planned";
  readonly row: string;
  readonly what: "mergeRequests" | "issues";
  readonly milestone: Milestone;
  readonly count?: Count | undefined;
}

/** Is a WebRef, for commands. */
export interface IssueNode extends ProjectScope, WebRef {
  readonly kind: "issue";
  readonly row: string;
  readonly issue: MilestoneIssue;
  /** Whether issues of several projects are in the same list. */
  readonly everywhere: boolean;
}

export type MilestonesNode = MilestoneFolderNode | MilestoneNode | PlannedNode | IssueNode | MergeRequestsNode;

/** Counts of all and of closed items. */
export interface Count {
  readonly closed: number;
  readonly total: number;
}

/** Progress of a milestone, as far as the host shows it. */
export interface Progress {
  readonly mergeRequests?: Count | undefined;
  readonly issues?: Count | undefined;
}

/** Total of both lists; undefined if both are empty. */
export function sumOf({ mergeRequests, issues }: Progress): Count | undefined {
  const closed = (mergeRequests?.closed ?? 0) + (issues?.closed ?? 0);
  const total = (mergeRequests?.total ?? 0) + (issues?.total ?? 0);
  return total === 0 ? undefined : { closed, total };
}

/** Returns the percentage, rounded down: 100 only if everything is closed. */
export const percentOf = ({ closed, total }: Count): number => Math.floor((closed / total) * 100);

/** Counts closed and merged items. */
export const countOf = (items: readonly { readonly state?: string | null }[]): Count => ({
  closed: items.filter(({ state }) => state === "closed" || state === "merged").length,
  total: items.length,
});

export const folderRow = ({ instance, project }: ProjectScope, folder: MilestoneFolderId): string =>
  `${instance} ${project}/milestones/${folder}`;

/** Returns the rows below a milestone, which need no request. */
export function plannedNodes({ instance, project, group, milestone, row, progress }: MilestoneNode): PlannedNode[] {
  return (["mergeRequests", "issues"] as const).map((what) => ({
    kind: "planned",
    instance,
    project,
    milestone,
    what,
    row: `${row}/${what}`,
    ...(group !== undefined && { group }),
    ...(progress?.[what] && { count: progress[what] }),
  }));
}

const page = (of: { readonly web_url?: string | null | undefined }): string => of.web_url ?? "";

/** Returns a merge request as in the Merge Requests view. @param open the open project, with its id if known */
export function mergeRequestNode(
  node: PlannedNode,
  mergeRequest: MergeRequest,
  open: ProjectScope & { readonly projectId?: number | undefined },
): MergeRequestNode {
  const everywhere = node.group !== undefined;
  const other: unknown = mergeRequest.project_id;
  // The id of the open project may not be known yet; its path is in references.
  const path = mergeRequest.references?.full?.replace(/!\d+$/, "").toLowerCase();
  const here = everywhere
    ? other === projectNumber(open) || path === String(open.project).toLowerCase()
    : node.project === open.project;
  const project = here ? open.project : typeof other === "number" ? other : node.project;
  return {
    kind: "mergeRequest",
    instance: node.instance,
    project,
    mergeRequest,
    webUrl: page(mergeRequest),
    row: `${node.row}/${everywhere ? `${String(other)}!` : ""}${mergeRequest.iid}`,
    everywhere,
    here,
  };
}

export function issueNode(node: PlannedNode, issue: MilestoneIssue): IssueNode {
  return {
    kind: "issue",
    instance: node.instance,
    project: node.project,
    issue,
    webUrl: page(issue),
    row: `${node.row}/${issue.id}`,
    everywhere: node.group !== undefined,
  };
}
