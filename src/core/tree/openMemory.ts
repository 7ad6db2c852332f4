import type { Memory } from "../base/memory.ts";

/** Rows remembered per view; the oldest are dropped. */
const limit = 300;

/** Remembers in workspaceState which rows of a view the user expanded or collapsed. */
export class OpenMemory {
  private readonly memory: Memory;
  private readonly key: string;

  constructor(memory: Memory, view: string) {
    this.memory = memory;
    this.key = `forgeline.open:${view}`;
  }

  /** Returns whether the row was left expanded; undefined when the user never toggled it. */
  isOpen(id: string): boolean | undefined {
    const open = new Map(this.entries()).get(id);
    return typeof open === "boolean" ? open : undefined;
  }

  async keep(id: string, open: boolean): Promise<void> {
    const others = this.entries().filter(([known]) => known !== id);
    await this.memory.update(this.key, [...others, [id, open]].slice(-limit));
  }

  private entries(): readonly (readonly [string, unknown])[] {
    const kept = this.memory.get(this.key);
    return Array.isArray(kept)
      ? kept.filter((entry): entry is [string, unknown] => Array.isArray(entry) && typeof entry[0] === "string")
      : [];
  }
}
