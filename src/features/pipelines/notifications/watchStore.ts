import { Emitter, type Event } from "../../../core/base/events.ts";
import type { Memory } from "../../../core/base/memory.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";

/** A pipeline or job whose end somebody wants to hear of. */
export interface Watch extends ProjectScope {
  readonly kind: "pipeline" | "job";
  readonly id: number;
  /** How a job is called; pipelines have their number. */
  readonly name?: string;
  /** Since when it is known not to have ended, ms since 1970: an end that was told before is not this one. */
  readonly since: number;
}

/** Which pipeline or job: their numbers are of the whole instance. */
export type Watched = Pick<Watch, "instance" | "kind" | "id">;

export const watchKey = ({ instance, kind, id }: Watched): string => `${instance} ${kind} ${id}`;

const KEY = "forgeline.watches";
/** More than these nobody waits for; the oldest give way. */
const mostWatches = 50;

const isWatch = (value: unknown): value is Watch => {
  const { instance, project, kind, id, since } = (value ?? {}) as Partial<Record<keyof Watch, unknown>>;
  const named = typeof project === "string" || typeof project === "number";
  return (
    named &&
    typeof instance === "string" &&
    (kind === "pipeline" || kind === "job") &&
    typeof id === "number" &&
    typeof since === "number"
  );
};

/** What is watched in this workspace, kept over reloads, and why the watching of others ended early. Free of VS Code. */
export class WatchStore {
  private readonly memory: Memory;
  private readonly changed = new Emitter<undefined>();
  readonly onDidChange: Event<undefined> = this.changed.event;
  private readonly known: Map<string, Watch>;
  private readonly reasons = new Map<string, string>();

  constructor(memory: Memory) {
    this.memory = memory;
    const stored = memory.get(KEY);
    const watches = Array.isArray(stored) ? (stored as unknown[]).filter(isWatch) : [];
    this.known = new Map(watches.map((watch) => [watchKey(watch), watch]));
  }

  /** All of them, the oldest first. */
  get all(): readonly Watch[] {
    return [...this.known.values()];
  }

  has(watched: Watched): boolean {
    return this.known.has(watchKey(watched));
  }

  /** Why something is no longer watched although nobody heard of its end, in words. */
  endedEarly(watched: Watched): string | undefined {
    return this.reasons.get(watchKey(watched));
  }

  async add(watch: Watch): Promise<void> {
    const key = watchKey(watch);
    this.reasons.delete(key);
    this.known.delete(key);
    this.known.set(key, watch);
    for (const oldest of [...this.known.keys()].slice(0, -mostWatches)) this.known.delete(oldest);
    await this.keep();
  }

  /** @param reason why, where its end was not seen: the row tells. @returns whether it was watched */
  async remove(watched: Watched, reason?: string): Promise<boolean> {
    const key = watchKey(watched);
    if (!this.known.delete(key)) return false;
    if (reason !== undefined) this.reasons.set(key, reason);
    await this.keep();
    return true;
  }

  /** It was seen going on at this time. */
  seen(watch: Watch, since: number): void {
    const key = watchKey(watch);
    if (this.known.has(key)) this.known.set(key, { ...watch, since });
  }

  private async keep(): Promise<void> {
    this.changed.fire(undefined);
    await this.memory.update(KEY, this.all);
  }
}
