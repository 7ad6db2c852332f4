import type { MergeRequests } from "../mergeRequests/store.ts";
import type { State } from "../state.ts";
import type { GroupRecord, ProjectRecord } from "../types.ts";
import { Issues } from "./issues.ts";
import { sameOwner, type MilestoneOwner, type MilestoneRecord } from "./records.ts";

export type MilestoneFields = Partial<
  Pick<MilestoneRecord, "title" | "description" | "state" | "dueDate" | "startDate" | "updatedAt" | "createdAt">
>;

/** Milestones of projects and groups, and what is planned for them. */
export class Milestones {
  readonly issues: Issues;
  readonly #state: State;
  readonly #mergeRequests: MergeRequests;
  readonly #records = new Map<number, MilestoneRecord>();
  readonly #lastIids = new Map<string, number>();
  #lastId = 300;

  constructor(state: State, mergeRequests: MergeRequests) {
    this.#state = state;
    this.#mergeRequests = mergeRequests;
    this.issues = new Issues(state);
  }

  get(id: number): MilestoneRecord | undefined {
    return this.#records.get(id);
  }

  of(owners: readonly MilestoneOwner[]): MilestoneRecord[] {
    return [...this.#records.values()].filter((record) => owners.some((owner) => sameOwner(owner, record.owner)));
  }

  add(owner: MilestoneOwner, fields: MilestoneFields & { readonly title: string }): MilestoneRecord {
    const key = JSON.stringify(owner);
    const iid = (this.#lastIids.get(key) ?? 0) + 1;
    this.#lastIids.set(key, iid);
    const createdAt = fields.createdAt ?? this.#state.clock.now();
    const record: MilestoneRecord = {
      description: null,
      state: "active",
      dueDate: null,
      startDate: null,
      updatedAt: createdAt,
      ...fields,
      createdAt,
      id: ++this.#lastId,
      iid,
      owner,
    };
    this.#records.set(record.id, record);
    return record;
  }

  change(record: MilestoneRecord, fields: MilestoneFields): void {
    Object.assign(record, fields, { updatedAt: this.#state.clock.now() });
  }

  /** What was planned for it is planned for `instead`, or for nothing. */
  remove(record: MilestoneRecord, instead?: MilestoneRecord): void {
    for (const one of this.#mergeRequests.all())
      if (one.milestoneId === record.id) one.milestoneId = instead?.id ?? null;
    for (const issue of this.issues.ofMilestone(record.id)) issue.milestoneId = instead?.id ?? null;
    this.#records.delete(record.id);
  }

  /** Whether things of a project may be planned for the milestone: its own, or one of the groups it is in. */
  isOf(id: number, project: ProjectRecord): boolean {
    const record = this.get(id);
    return (
      record !== undefined &&
      this.ownersAbove({ projectId: project.id }).some((owner) => sameOwner(owner, record.owner))
    );
  }

  /** The owner and the groups above it, the nearest first. */
  ownersAbove(owner: MilestoneOwner): MilestoneOwner[] {
    const groups = this.#groupsAbove(owner).map((group) => ({ groupId: group.id }));
    return "projectId" in owner ? [owner, ...groups] : groups;
  }

  /** The group's milestones may not share a title with those of the projects and groups around it. */
  titleTaken(owner: MilestoneOwner, title: string, except?: MilestoneRecord): boolean {
    const around =
      "projectId" in owner ? this.ownersAbove(owner) : [...this.ownersAbove(owner), ...this.ownersBelow(owner.groupId)];
    return this.of(around).some((record) => record !== except && record.title === title);
  }

  /** The projects and groups in a group, the group itself included. */
  ownersBelow(groupId: number): MilestoneOwner[] {
    const group = this.#state.groups.get(groupId);
    if (!group) return [];
    const inside = `${group.path}/`.toLowerCase();
    const projects = [...this.#state.projects.values()].filter((project) =>
      project.path.toLowerCase().startsWith(inside),
    );
    return [
      ...this.#state.groups.downwards(group).map(({ id }) => ({ groupId: id })),
      ...projects.map(({ id }) => ({ projectId: id })),
    ];
  }

  /** Makes the project's milestone one of the group: those of the same title in all its projects become this one. */
  promote(record: MilestoneRecord, group: GroupRecord): MilestoneRecord {
    const { title, description, state, dueDate, startDate } = record;
    const same = this.of(this.ownersBelow(group.id)).filter((one) => "projectId" in one.owner && one.title === title);
    const made = this.add({ groupId: group.id }, { title, description, state, dueDate, startDate });
    for (const one of same) this.remove(one, made);
    return made;
  }

  #groupsAbove(owner: MilestoneOwner): GroupRecord[] {
    const { groups, projects } = this.#state;
    const group =
      "groupId" in owner ? groups.get(owner.groupId) : groups.ofProject(projects.get(owner.projectId)?.path ?? "");
    return group ? groups.upwards(group) : [];
  }
}
