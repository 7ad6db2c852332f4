import { isDraft, type MergeRequestRecord } from "./records.ts";

/** A user, a set of them, or `None` and `Any` as the API writes them. */
export type Choice<T> = T | "None" | "Any";

/** The conditions of part 3 that may also be negated. */
export interface Conditions {
  readonly labels?: Choice<readonly string[]> | undefined;
  readonly milestone?: Choice<{ readonly title: string }> | undefined;
  readonly author?: number | undefined;
  readonly assignee?: Choice<number> | undefined;
  readonly reviewer?: Choice<number> | undefined;
  readonly reaction?: Choice<{ readonly emoji: string }> | undefined;
}

export interface Wanted extends Conditions {
  readonly not: Conditions;
  readonly state?: string | undefined;
  readonly iids?: readonly number[] | undefined;
  readonly approvedBy?: Choice<readonly number[]> | undefined;
  readonly approvers?: Choice<readonly number[]> | undefined;
  readonly approved?: boolean | undefined;
  readonly mergeUser?: number | undefined;
  /** Milliseconds since the epoch, inclusive. */
  readonly created: Span;
  readonly updated: Span;
  readonly deployed: Span;
  readonly environment?: string | undefined;
  readonly search?: string | undefined;
  readonly searchIn: readonly string[];
  readonly sourceBranch?: string | undefined;
  readonly targetBranch?: string | undefined;
  readonly draft?: boolean | undefined;
}

export interface Span {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

export interface Surroundings {
  /** Title of a milestone. */
  milestoneTitle(id: number): string | undefined;
  /** Whose reactions count. */
  readonly userId: number;
  /** How many approvals a project wants. */
  approvalsWanted(projectId: number): number;
}

/** Whether a merge request is among those wanted (part 3, Merge requests, list parameters). */
export function isWanted(record: MergeRequestRecord, wanted: Wanted, around: Surroundings): boolean {
  const words = wanted.search?.toLowerCase();
  const texts = [
    ...(wanted.searchIn.includes("title") ? [record.title] : []),
    ...(wanted.searchIn.includes("description") ? [record.description ?? ""] : []),
  ];
  return (
    (wanted.state === undefined || wanted.state === "all" || record.state === wanted.state) &&
    (wanted.iids === undefined || wanted.iids.includes(record.iid)) &&
    (wanted.sourceBranch === undefined || record.sourceBranch === wanted.sourceBranch) &&
    (wanted.targetBranch === undefined || record.targetBranch === wanted.targetBranch) &&
    (wanted.draft === undefined || isDraft(record) === wanted.draft) &&
    (words === undefined || texts.some((text) => text.toLowerCase().includes(words))) &&
    within(wanted.created, record.createdAt) &&
    within(wanted.updated, record.updatedAt) &&
    isDeployed(record, wanted) &&
    (wanted.mergeUser === undefined || record.mergeUserId === wanted.mergeUser) &&
    hasAll(wanted.approvedBy, record.approvedBy) &&
    hasAll(wanted.approvers, record.approverIds) &&
    (wanted.approved === undefined ||
      record.approvedBy.length >= Math.max(1, around.approvalsWanted(record.projectId)) === wanted.approved) &&
    holding(record, wanted, around).every((holds) => holds) &&
    holding(record, wanted.not, around, "some").every((holds) => !holds)
  );
}

/** One answer per condition that was given. `labels`: how many of the names must be there. */
function holding(
  record: MergeRequestRecord,
  conditions: Conditions,
  around: Surroundings,
  labels: "every" | "some" = "every",
): boolean[] {
  const { milestone, reaction } = conditions;
  const title = record.milestoneId === null ? undefined : around.milestoneTitle(record.milestoneId);
  const reactions = record.reactions.filter((one) => one.userId === around.userId).map((one) => one.emoji);
  return [
    conditions.labels === undefined || typeof conditions.labels === "string"
      ? chosen(conditions.labels, record.labels, () => true)
      : conditions.labels[labels]((name) => record.labels.includes(name)),
    chosen(milestone, title === undefined ? [] : [title], (wanted, titles) => titles.includes(wanted.title)),
    conditions.author === undefined ? undefined : record.authorId === conditions.author,
    chosen(conditions.assignee, record.assigneeIds, (id, ids) => ids.includes(id)),
    chosen(conditions.reviewer, record.reviewerIds, (id, ids) => ids.includes(id)),
    chosen(reaction, reactions, (wanted, all) => all.includes(wanted.emoji)),
  ].filter((holds) => holds !== undefined);
}

function chosen<T, U>(
  choice: Choice<T> | undefined,
  values: readonly U[],
  fits: (choice: T, values: readonly U[]) => boolean,
): boolean | undefined {
  if (choice === undefined) return undefined;
  if (choice === "None") return values.length === 0;
  return choice === "Any" ? values.length > 0 : fits(choice, values);
}

function hasAll(choice: Choice<readonly number[]> | undefined, ids: readonly number[]): boolean {
  return chosen(choice, ids, (wanted) => wanted.every((id) => ids.includes(id))) ?? true;
}

function isDeployed(record: MergeRequestRecord, { environment, deployed }: Wanted): boolean {
  if (environment === undefined && deployed.after === undefined && deployed.before === undefined) return true;
  return record.deployments.some(
    (one) => (environment === undefined || one.environment === environment) && within(deployed, one.at),
  );
}

function within(span: Span, at: number): boolean {
  return (span.after === undefined || at >= span.after) && (span.before === undefined || at <= span.before);
}
