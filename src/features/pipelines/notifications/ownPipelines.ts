import type { Pipeline } from "../../../api/resources/pipelines.ts";
import type { Memory } from "../../../core/base/memory.ts";
import { isOver } from "./ending.ts";

/** A pipeline that ended, and when it was last seen unfinished, ms since 1970. */
export interface Ended {
  readonly pipeline: Pipeline;
  readonly since: number;
}

const KEY = "forgeline.ownPipelines";
/** Bounds what is stored, as deleted pipelines never end. */
const mostUnfinished = 100;

interface Kept {
  readonly of: string;
  readonly unfinished: readonly (readonly [id: number, since: number])[];
}

/**
 * Finds out which of the user's own pipelines ended between two requests for their list. Unfinished ones survive reloads. Does not use
 * VS Code.
 */
export class OwnPipelines {
  private readonly memory: Memory;
  private of = "";
  private unfinished = new Map<number, number>();
  /** The highest ID, and when the list was last read; undefined before that. */
  private last: { readonly newest: number; readonly at: number } | undefined;
  private moving = false;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** Whether one of them was unfinished in the last list. */
  get running(): boolean {
    return this.moving;
  }

  /** Forgets the stored pipelines too, as notifications are disabled. */
  async drop(): Promise<void> {
    this.forget();
    if (this.memory.get(KEY) !== undefined) await this.memory.update(KEY, undefined);
  }

  /** Starts over with the stored pipelines, as after a sign-out. */
  forget(): void {
    this.last = undefined;
    this.moving = false;
    this.of = "";
  }

  /**
   * Compares a list with the previous one.
   * @param of user and project
   * @param list the pipelines updated last
   * @param at time of the request, ms since 1970
   * @returns those that ended since the previous list
   */
  async read(of: string, list: readonly Pipeline[], at: number): Promise<Ended[]> {
    if (this.of !== of) this.begin(of);
    const ended: Ended[] = [];
    const before = JSON.stringify([...this.unfinished.keys()]);
    for (const pipeline of list) {
      const { id, status } = pipeline;
      const since = this.unfinished.get(id) ?? (this.last && id > this.last.newest ? this.last.at : undefined);
      this.unfinished.delete(id);
      if (!isOver(status)) this.unfinished.set(id, at);
      else if (since !== undefined) ended.push({ pipeline, since });
    }
    for (const oldest of [...this.unfinished.keys()].slice(0, -mostUnfinished)) this.unfinished.delete(oldest);
    this.last = { newest: Math.max(this.last?.newest ?? 0, ...list.map(({ id }) => id)), at };
    this.moving = list.some(({ status }) => !isOver(status));
    if (before !== JSON.stringify([...this.unfinished.keys()]))
      await this.memory.update(KEY, { of, unfinished: [...this.unfinished] } satisfies Kept);
    return ended;
  }

  private begin(of: string): void {
    this.of = of;
    this.last = undefined;
    const kept = this.memory.get(KEY) as Partial<Kept> | undefined;
    const pairs = kept?.of === of && Array.isArray(kept.unfinished) ? (kept.unfinished as Kept["unfinished"]) : [];
    this.unfinished = new Map(pairs.filter(([id, since]) => typeof id === "number" && typeof since === "number"));
  }
}
