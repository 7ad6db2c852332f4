/** A request that refreshes one part of a view's data. Not retried on failure; the next poll reschedules it. */
export interface RefreshTask<Of = unknown> {
  /** The part. */
  readonly of: Of;
  readonly key: string;
  /** When the part was last read, in ms since the epoch; 0 if it never was or is outdated. */
  readonly seenAt: number;
  /** Divides the age when tasks are compared: parts with a higher value are refreshed less often. */
  readonly every: number;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** When each task was last tried, by key, so that a failing one does not block the others. */
type Tried = ReadonlyMap<string, number>;

/** Returns the time since a part was last read or tried, in ms, divided by `every`. */
export const overdue = (
  { key, seenAt, every }: Pick<RefreshTask, "key" | "seenAt" | "every">,
  tried: Tried,
  now: number,
): number => (now - Math.max(seenAt, tried.get(key) ?? 0)) / every;

/** Returns the most overdue task, the first of equals; undefined if there are none. */
export function mostOverdue<Task extends RefreshTask>(
  tasks: readonly Task[],
  tried: Tried,
  now: number,
): Task | undefined {
  let most: { readonly task: Task; readonly age: number } | undefined;
  for (const task of tasks) {
    const age = overdue(task, tried, now);
    if (most === undefined || age > most.age) most = { task, age };
  }
  return most?.task;
}
