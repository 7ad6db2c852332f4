/** Schedules `work`, and returns what calls it off. */
export type Later = (work: () => void) => () => void;

interface Waiting<C> {
  readonly change: C;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

interface Group<C> {
  readonly key: string;
  /** Those that are being saved, sent or not. */
  saving: number;
  readonly waiting: Waiting<C>[];
  callOff: (() => void) | undefined;
}

/** Long enough for "Save All" to hand over one file after another, too short to be noticed, in ms. */
const moment = 40;
const soon: Later = (work) => {
  const timer = setTimeout(work, moment);
  return () => clearTimeout(timer);
};

/**
 * Changes that are made in the same moment and belong together, sent as one. A group is sent once a moment has passed since the last
 * one joined it, and none of it is still being prepared: one that turns out not to be sent does not hold up the others.
 */
export class WriteBatcher<C> {
  private readonly send: (key: string, changes: readonly C[]) => Promise<void>;
  private readonly later: Later;
  private readonly open = new Map<string, Group<C>>();
  private readonly groupOf = new Map<string, Group<C>>();

  constructor(send: (key: string, changes: readonly C[]) => Promise<void>, later: Later = soon) {
    this.send = send;
    this.later = later;
  }

  /** Does what may lead to a change of `member`, which belongs to `key`. */
  async during<T>(key: string, member: string, work: () => Promise<T>): Promise<T> {
    const group = this.open.get(key) ?? { key, saving: 0, waiting: [], callOff: undefined };
    this.open.set(key, group);
    group.saving += 1;
    this.groupOf.set(member, group);
    this.wait(group);
    try {
      return await work();
    } finally {
      group.saving -= 1;
      if (this.groupOf.get(member) === group) this.groupOf.delete(member);
      if (this.open.get(key) === group) this.look(group);
    }
  }

  /** Sends a change together with the others of its moment. @throws what sending throws, for each of them */
  join(key: string, member: string, change: C): Promise<void> {
    const group = this.groupOf.get(member);
    if (!group || this.open.get(key) !== group) return this.send(key, [change]);
    return new Promise<void>((done, failed) => {
      group.waiting.push({ change, done, failed });
      this.look(group);
    });
  }

  private wait(group: Group<C>): void {
    group.callOff?.();
    group.callOff = this.later(() => {
      group.callOff = undefined;
      this.look(group);
    });
  }

  private look(group: Group<C>): void {
    if (group.callOff !== undefined || group.waiting.length < group.saving) return;
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
