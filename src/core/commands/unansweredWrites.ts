/** A thing of the host that a write made. */
export interface MadeThing {
  /** What kind of write made it, and where. */
  readonly kind: string;
  readonly id: unknown;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

/** Remembers the writes of this window whose outcome is unknown, so that a repetition looks first whether they were done. */
export class UnansweredWrites {
  private readonly since = new Map<string, number>();
  /** What writes made a moment ago, so that the next is told from it. */
  made: readonly MadeThing[] = [];

  /** Returns when the write was first sent, in milliseconds since the epoch; undefined if nothing is unknown about it. */
  sinceOf(key: string): number | undefined {
    return this.since.get(key);
  }

  /** @param since when it was first sent, in milliseconds since the epoch */
  add(key: string, since: number): void {
    this.since.set(key, since);
  }

  delete(key: string): void {
    this.since.delete(key);
  }
}
