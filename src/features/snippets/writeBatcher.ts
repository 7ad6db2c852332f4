/** Schedules work, and returns a function that cancels it. */
export type Schedule = (work: () => void) => () => void;

interface Waiting<C> {
  readonly change: C;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

interface Group<C> {
  readonly key: string;
  /** Number of members being saved. */
  saving: number;
  readonly waiting: Waiting<C>[];
  cancel: (() => void) | undefined;
}

/** ms; long enough for "Save All" to save one file after another, too short to be noticed. */
const delayMs = 40;
const afterDelay: Schedule = (work) => {
  const timer = setTimeout(work, delayMs);
  return () => clearTimeout(timer);
};

/**
 * Combines changes with the same key that are made at about the same time into one request. A group is sent after a
 * short delay without a new member, once no member is still being prepared; members that turn out to have no change are
 * skipped.
 */
export class WriteBatcher<C> {
  private readonly send: (key: string, changes: readonly C[]) => Promise<void>;
  private readonly schedule: Schedule;
  private readonly open = new Map<string, Group<C>>();
  private readonly groupOf = new Map<string, Group<C>>();

  constructor(send: (key: string, changes: readonly C[]) => Promise<void>, schedule: Schedule = afterDelay) {
    this.send = send;
    this.schedule = schedule;
  }

  /** Runs work that may join the group of `key` with a change of `member`. */
  async during<T>(key: string, member: string, work: () => Promise<T>): Promise<T> {
    const group = this.open.get(key) ?? { key, saving: 0, waiting: [], cancel: undefined };
    this.open.set(key, group);
    group.saving += 1;
    this.groupOf.set(member, group);
    this.wait(group);
    try {
      return await work();
    } finally {
      group.saving -= 1;
      if (this.groupOf.get(member) === group) this.groupOf.delete(member);
      if (this.open.get(key) === group) this.sendIfReady(group);
    }
  }

  /** Sends a change together with the others of its group. @throws what sending the group throws */
  join(key: string, member: string, change: C): Promise<void> {
    const group = this.groupOf.get(member);
    if (!group || this.open.get(key) !== group) return this.send(key, [change]);
    return new Promise<void>((done, failed) => {
      group.waiting.push({ change, done, failed });
      this.sendIfReady(group);
    });
  }

  private wait(group: Group<C>): void {
    group.cancel?.();
    group.cancel = this.schedule(() => {
      group.cancel = undefined;
      this.sendIfReady(group);
    });
  }

  private sendIfReady(group: Group<C>): void {
    if (group.cancel !== undefined || group.waiting.length < group.saving) return;
    this.open.delete(group.key);
    const { waiting } = group;
    if (waiting.length === 0) return;
    this.send(
      group.key,
      waiting.map(({ change }) => change),
    ).then(
      () => waiting.forEach(({ done }) => done()),
      (error: unknown) => waiting.forEach(({ failed }) => failed(error)),
    );
  }
}
