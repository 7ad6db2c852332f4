import type { Clock } from "../clock.ts";
import type { GroupRecord, Members, NewGroup } from "./records.ts";

/** All groups. Their ids are of another size than those of projects, so that mixing the two up shows. */
export class GroupDirectory extends Map<number, GroupRecord> {
  readonly #clock: Clock;
  #lastId = 500;

  constructor(clock: Clock) {
    super();
    this.#clock = clock;
  }

  /** By full path, in any letter case. */
  at(path: string): GroupRecord | undefined {
    const wanted = path.toLowerCase();
    return [...this.values()].find((group) => group.path.toLowerCase() === wanted);
  }

  /** The group at the path, made with its parents where they are missing; an existing one stays as it is. */
  ensure(group: Omit<NewGroup, "members">, members: Members): GroupRecord {
    const known = this.at(group.path);
    if (known) return known;
    const slash = group.path.lastIndexOf("/");
    const parent = slash < 0 ? undefined : this.ensure({ path: group.path.slice(0, slash) }, members);
    const record: GroupRecord = {
      id: ++this.#lastId,
      path: group.path,
      name: group.name ?? group.path.slice(slash + 1),
      description: group.description ?? "",
      visibility: group.visibility ?? "private",
      parentId: parent?.id,
      createdAt: this.#clock.now(),
      members: new Map([...(parent?.members ?? []), ...members]),
    };
    this.set(record.id, record);
    return record;
  }

  /** The group and those above it, the nearest first. */
  upwards(group: GroupRecord): GroupRecord[] {
    const parent = group.parentId === undefined ? undefined : this.get(group.parentId);
    return [group, ...(parent ? this.upwards(parent) : [])];
  }

  /** The group and all groups below it. */
  downwards(group: GroupRecord): GroupRecord[] {
    const inside = `${group.path}/`.toLowerCase();
    return [group, ...[...this.values()].filter((one) => one.path.toLowerCase().startsWith(inside))];
  }

  /** The group that a project at `projectPath` is in. */
  ofProject(projectPath: string): GroupRecord | undefined {
    return this.at(projectPath.slice(0, Math.max(projectPath.lastIndexOf("/"), 0)));
  }
}
