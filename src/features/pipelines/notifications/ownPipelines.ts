import type { Pipeline } from "../../../api/resources/pipelines.ts";
import type { Memory } from "../../../core/base/memory.ts";
import { isOver } from "./ending.ts";

/** A pipeline that ended, and until when it is known to have gone on, ms since 1970. */
export interface Ended {
  readonly pipeline: Pipeline;
  readonly since: number;
}

const KEY = "forgeline.ownPipelines";
/** Pipelines that no look shows any more were deleted. */
const mostUnfinished = 100;

interface Kept {
  readonly of: string;
  readonly unfinished: readonly (readonly [id: number, since: number])[];
}

/**
 * Which of one's own pipelines ended between two looks at the list of them: one request tells of all. Those that had not ended yet are
 * kept over reloads. Free of VS Code.
 */
export class OwnPipelines {
  private readonly memory: Memory;
  private of = "";
  private unfinished = new Map<number, number>();
  /** The highest number, and when the list was last read; undefined before the first look. */
  private last: { readonly newest: number; readonly at: number } | undefined;
  private moving = false;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** Whether one of them was going on when last looked. */
  get running(): boolean {
    return this.moving;
  }

  /** Nobody wants to hear of them: what ends meanwhile is no news later. */
  async drop(): Promise<void> {
    this.forget();
    if (this.memory.get(KEY) !== undefined) await this.memory.update(KEY, undefined);
  }

  /** Looks begin anew, with those that are kept, as when nobody was signed in meanwhile. */
  forget(): void {
    this.last = undefined;
    this.moving = false;
    this.of = "";
  }

  /**
   * @param of whose they are, in which project
   * @param list those that changed last
   * @param at when it was asked for, ms since 1970
   * @returns those that ended since the last look
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
