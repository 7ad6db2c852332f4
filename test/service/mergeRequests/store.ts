import { Discussions } from "../discussions/store.ts";
import type { PipelineRecord } from "../records.ts";
import type { State } from "../state.ts";
import type { ProjectRecord } from "../types.ts";
import { Labels } from "./labels.ts";
import type { MergeRequestRecord, NewMergeRequest } from "./records.ts";
import { NO_RULES, type MergeRules, type Standing } from "./status.ts";

/** All merge requests, their labels, and what projects want of them. */
export class MergeRequests {
  readonly labels = new Labels();
  readonly discussions: Discussions;
  readonly #state: State;
  readonly #records = new Map<number, MergeRequestRecord>();
  readonly #rules = new Map<number, MergeRules>();
  readonly #lastIids = new Map<number, number>();
  #lastId = 9000;
  #lastVersionId = 12_000;

  constructor(state: State) {
    this.#state = state;
    this.discussions = new Discussions(state);
  }

  add(fields: NewMergeRequest): MergeRequestRecord {
    const now = this.#state.clock.now();
    const createdAt = fields.createdAt ?? now;
    const iid = (this.#lastIids.get(fields.projectId) ?? 0) + 1;
    this.#lastIids.set(fields.projectId, iid);
    const record: MergeRequestRecord = {
      description: null,
      state: "opened",
      sourceProjectId: fields.projectId,
      sha: null,
      diff: null,
      versions: [],
      assigneeIds: [],
      reviewerIds: [],
      labels: [],
      milestoneId: null,
      preparedAt: createdAt,
      updatedAt: createdAt,
      mergedAt: null,
      closedAt: null,
      mergeUserId: null,
      closedById: null,
      mergeCommitSha: null,
      squashCommitSha: null,
      mergeError: null,
      squash: false,
      discussionLocked: null,
      allowCollaboration: null,
      forceRemoveSourceBranch: null,
      shouldRemoveSourceBranch: null,
      autoMerge: undefined,
      check: "unchecked",
      approvedBy: [],
      approverIds: [],
      reactions: [],
      deployments: [],
      upvotes: 0,
      downvotes: 0,
      notes: 0,
      overrides: {},
      ...fields,
      createdAt,
      id: ++this.#lastId,
      iid,
    };
    for (const label of record.labels) this.labels.use(record.projectId, label);
    this.#records.set(record.id, record);
    this.#state.changed();
    return record;
  }

  /** Sets the changes. They are a version of their own unless the head is still the same. */
  setDiff(record: MergeRequestRecord, diff: MergeRequestRecord["diff"]): void {
    record.diff = diff;
    if (!diff) return;
    const last = record.versions.at(-1);
    if (last?.head === diff.head) record.versions = [...record.versions.slice(0, -1), { ...last, ...diff }];
    else {
      const createdAt = last ? this.#state.clock.now() : record.createdAt;
      record.versions = [...record.versions, { ...diff, id: ++this.#lastVersionId, createdAt }];
    }
  }

  /** Oldest first. */
  all(): MergeRequestRecord[] {
    return [...this.#records.values()];
  }

  ofProject(projectId: number): MergeRequestRecord[] {
    return this.all().filter((record) => record.projectId === projectId);
  }

  get(projectId: number, iid: number): MergeRequestRecord | undefined {
    return this.ofProject(projectId).find((record) => record.iid === iid);
  }

  /** Its number is not given out again. */
  remove(record: MergeRequestRecord): void {
    this.#records.delete(record.id);
    this.discussions.forget(record);
    this.#state.changed();
  }

  /** Those whose source or target is this branch. */
  opened(project: ProjectRecord, branch: string): { from: MergeRequestRecord[]; into: MergeRequestRecord[] } {
    const opened = this.all().filter((record) => record.state === "opened");
    return {
      from: opened.filter((record) => record.sourceProjectId === project.id && record.sourceBranch === branch),
      into: opened.filter((record) => record.projectId === project.id && record.targetBranch === branch),
    };
  }

  rules(projectId: number): MergeRules {
    return this.#rules.get(projectId) ?? NO_RULES;
  }

  setRules(projectId: number, rules: Partial<MergeRules>): void {
    this.#rules.set(projectId, { ...this.rules(projectId), ...rules });
    this.#state.changed();
  }

  /** The latest pipeline of the source branch's head. */
  pipelineOf(record: MergeRequestRecord): PipelineRecord | undefined {
    return [...this.#state.pipelines.values()]
      .filter(
        (pipeline) =>
          pipeline.projectId === record.sourceProjectId &&
          pipeline.sha === record.sha &&
          pipeline.ref === record.sourceBranch &&
          pipeline.source !== "parent_pipeline",
      )
      .at(-1);
  }

  standing(record: MergeRequestRecord): Standing {
    return {
      rules: this.rules(record.projectId),
      pipeline: this.pipelineOf(record),
      openThreads: this.discussions.open(record),
    };
  }

  /** The record changed: those who wait look again. */
  touch(record: MergeRequestRecord): void {
    record.updatedAt = this.#state.clock.now();
    this.#state.changed();
  }

  /** Part 3, Users: how many opened ones are assigned to the user. */
  countAssigned(userId: number): number {
    return this.all().filter((record) => record.state === "opened" && record.assigneeIds.includes(userId)).length;
  }

  /** How many opened ones wait for the user's review. */
  countToReview(userId: number): number {
    return this.all().filter((record) => record.state === "opened" && record.reviewerIds.includes(userId)).length;
  }
}
