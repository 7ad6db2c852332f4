import type { Memory } from "../core/base/memory.ts";
import type { ProjectScope } from "../core/base/refs.ts";

const key = "forgeline.projectIds";
/** Limit of stored projects. */
const limit = 50;

const nameOf = ({ instance, project }: ProjectScope): string => `${instance} ${String(project).toLowerCase()}`;

/** Stores the numeric IDs of projects by path, per workspace. */
export class ProjectIds {
  private readonly memory: Memory;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  of(scope: ProjectScope): number | undefined {
    return this.entries().find(([name]) => name === nameOf(scope))?.[1];
  }

  /**
   * Stores an ID.
   * @returns whether it changed
   */
  async keep(scope: ProjectScope, id: number): Promise<boolean> {
    if (!Number.isSafeInteger(id) || id <= 0 || this.of(scope) === id) return false;
    const others = this.entries().filter(([name]) => name !== nameOf(scope));
    await this.memory.update(key, [...others, [nameOf(scope), id]].slice(-limit));
    return true;
  }

  private entries(): readonly (readonly [name: string, id: number])[] {
    const kept = this.memory.get(key);
    return Array.isArray(kept)
      ? kept.filter(
          (entry): entry is [string, number] =>
            Array.isArray(entry) && typeof entry[0] === "string" && Number.isSafeInteger(entry[1]),
        )
      : [];
  }
}
