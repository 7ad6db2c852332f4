import type { State } from "../state.ts";
import type { IssueRecord } from "./records.ts";

export type NewIssue = Pick<IssueRecord, "projectId" | "authorId" | "title"> & Partial<Omit<IssueRecord, "id" | "iid">>;

/** A burndown chart's event, as real hosts of the higher edition send it. */
export interface BurndownEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly weight: number | null;
  readonly action: "created" | "closed" | "reopened";
}

/** Issues, for the milestones' lists alone: the documents have no routes of their own for them. */
export class Issues {
  readonly #state: State;
  readonly #records = new Map<number, IssueRecord>();
  #lastId = 4000;

  constructor(state: State) {
    this.#state = state;
  }

  add(fields: NewIssue): IssueRecord {
    const iid = [...this.#records.values()].filter((issue) => issue.projectId === fields.projectId).length + 1;
    const record: IssueRecord = {
      createdAt: this.#state.clock.now(),
      description: null,
      labels: [],
      assigneeIds: [],
      closedAt: null,
      reopenedAt: null,
      weight: null,
      milestoneId: null,
      ...fields,
      id: ++this.#lastId,
      iid,
    };
    this.#records.set(record.id, record);
    return record;
  }

  /** Newest first. */
  ofMilestone(milestoneId: number): IssueRecord[] {
    return [...this.#records.values()]
      .filter((issue) => issue.milestoneId === milestoneId)
      .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
  }
}

/** What happened to the issues, oldest first. */
export function burndown(issues: readonly IssueRecord[]): BurndownEvent[] {
  return issues
    .flatMap(({ createdAt, closedAt, reopenedAt, weight }): BurndownEvent[] => [
      { at: createdAt, weight, action: "created" },
      ...(closedAt === null ? [] : [{ at: closedAt, weight, action: "closed" as const }]),
      ...(reopenedAt === null ? [] : [{ at: reopenedAt, weight, action: "reopened" as const }]),
    ])
    .sort((a, b) => a.at - b.at);
}
