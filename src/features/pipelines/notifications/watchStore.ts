import { Emitter, type Event } from "../../../core/base/events.ts";
import type { Memory } from "../../../core/base/memory.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";

/** A pipeline or job to notify the user of. */
export interface Watch extends ProjectScope {
  readonly kind: "pipeline" | "job";
  readonly id: number;
  /** Name of a job. */
  readonly name?: string;
  /** When it was last seen unfinished, ms since 1970: earlier notifications are of another end. */
  readonly since: number;
}

/** Identifies a pipeline or job; IDs are unique in an instance. */
export type Watched = Pick<Watch, "instance" | "kind" | "id">;

export const watchKey = ({ instance, kind, id }: Watched): string => `${instance} ${kind} ${id}`;

const KEY = "forgeline.watches";
/** When there are more, the oldest are dropped. */
const maxWatches = 50;

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

/** Stores the watched pipelines and jobs of the workspace, and why watching others ended early. Does not use VS Code. */
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

  /** All watches, oldest first. */
  get all(): readonly Watch[] {
    return [...this.known.values()];
  }

  has(watched: Watched): boolean {
    return this.known.has(watchKey(watched));
  }

  /** Returns why watching ended without a notification. */
  endedEarly(watched: Watched): string | undefined {
    return this.reasons.get(watchKey(watched));
  }

  async add(watch: Watch): Promise<void> {
    const key = watchKey(watch);
    this.reasons.delete(key);
    this.known.delete(key);
    this.known.set(key, watch);
    for (const oldest of [...this.known.keys()].slice(0, -maxWatches)) this.known.delete(oldest);
    await this.keep();
  }

  /** Removes a watch. @param reason why watching ended early, shown in its row @returns whether it was watched */
  async remove(watched: Watched, reason?: string): Promise<boolean> {
    const key = watchKey(watched);
    if (!this.known.delete(key)) return false;
    if (reason !== undefined) this.reasons.set(key, reason);
    await this.keep();
    return true;
  }

  /** Records when it was last seen unfinished. */
  seen(watch: Watch, since: number): void {
    const key = watchKey(watch);
    if (this.known.has(key)) this.known.set(key, { ...watch, since });
  }

  private async keep(): Promise<void> {
    this.changed.fire(undefined);
    await this.memory.update(KEY, this.all);
  }
}
