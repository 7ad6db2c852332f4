import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import type { Milestone, MilestoneIssue } from "../../api/resources/milestoneTypes.ts";
import { type ProjectScope, projectNumber, type WebRef } from "../../core/base/refs.ts";
import type { MergeRequestNode, MergeRequestsNode } from "../../core/mergeRequests/nodes.ts";
import type { MilestoneHome, MilestoneRef } from "./refs.ts";

/** Whose milestones a folder holds, and which. */
export type MilestoneFolderId = "active" | "closed" | "groupActive" | "groupClosed";

/** Is a MilestoneHome, for commands. */
export interface MilestoneFolderNode extends MilestoneHome {
  readonly kind: "milestoneFolder";
  readonly row: string;
  readonly folder: MilestoneFolderId;
  /** How many there are, once the host has told. */
  readonly total?: number | undefined;
}

/** Is a MilestoneRef and a WebRef, for commands. */
export interface MilestoneNode extends MilestoneRef, WebRef {
  readonly kind: "milestone";
  readonly row: string;
  readonly milestone: Milestone;
  readonly progress?: Progress | undefined;
  /** It belongs to another owner than the folder says: whose it is stands in the row. */
  readonly owner?: string | undefined;
}

/** What is planned for a milestone: its merge requests, or its issues. */
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
  /** Issues of several projects stand beside it. */
  readonly everywhere: boolean;
}

export type MilestonesNode = MilestoneFolderNode | MilestoneNode | PlannedNode | IssueNode | MergeRequestsNode;

/** How many of some things are closed. */
export interface Count {
  readonly closed: number;
  readonly total: number;
}

/** What is done of a milestone, as far as the host shows it. */
export interface Progress {
  readonly mergeRequests?: Count | undefined;
  readonly issues?: Count | undefined;
}

/** Everything planned together; undefined when nothing is. */
export function sumOf({ mergeRequests, issues }: Progress): Count | undefined {
  const closed = (mergeRequests?.closed ?? 0) + (issues?.closed ?? 0);
  const total = (mergeRequests?.total ?? 0) + (issues?.total ?? 0);
  return total === 0 ? undefined : { closed, total };
}

/** Whole percent, never 100 before everything is closed. */
export const percentOf = ({ closed, total }: Count): number => Math.floor((closed / total) * 100);

/** How many are over: closed, or merged. */
export const countOf = (items: readonly { readonly state?: string | null }[]): Count => ({
  closed: items.filter(({ state }) => state === "closed" || state === "merged").length,
  total: items.length,
});

export const folderRow = ({ instance, project }: ProjectScope, folder: MilestoneFolderId): string =>
  `${instance} ${project}/milestones/${folder}`;

/** What stands below a milestone, known without asking. */
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

/** A merge request as in the Merge Requests view. @param open the open project, with its number where that is known */
export function mergeRequestNode(
  node: PlannedNode,
  mergeRequest: MergeRequest,
  open: ProjectScope & { readonly projectId?: number | undefined },
): MergeRequestNode {
  const everywhere = node.group !== undefined;
  const other: unknown = mergeRequest.project_id;
  // The number of the open project may not be known yet; its path stands in references.
  const path = mergeRequest.references?.full.replace(/!\d+$/, "").toLowerCase();
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
