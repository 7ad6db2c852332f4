/** Whose milestone it is. */
export type MilestoneOwner = { readonly projectId: number } | { readonly groupId: number };

export interface MilestoneRecord {
  readonly id: number;
  /** Counts per project or group. */
  readonly iid: number;
  readonly owner: MilestoneOwner;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  title: string;
  description: string | null;
  state: "active" | "closed";
  /** `YYYY-MM-DD`. */
  dueDate: string | null;
  startDate: string | null;
  updatedAt: number;
}

/** As much of an issue as a milestone's list shows. */
export interface IssueRecord {
  readonly id: number;
  readonly iid: number;
  readonly projectId: number;
  readonly authorId: number;
  readonly createdAt: number;
  readonly title: string;
  readonly description: string | null;
  readonly labels: readonly string[];
  readonly assigneeIds: readonly number[];
  readonly closedAt: number | null;
  /** Reopened then, after it had been closed. */
  readonly reopenedAt: number | null;
  readonly weight: number | null;
  milestoneId: number | null;
}

export function sameOwner(a: MilestoneOwner, b: MilestoneOwner): boolean {
  return "projectId" in a ? "projectId" in b && a.projectId === b.projectId : "groupId" in b && a.groupId === b.groupId;
}
