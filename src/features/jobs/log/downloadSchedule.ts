/** Logs up to this many bytes are downloaded at every poll. */
const SMALL = 128 * 1024;
/** Share of its size by which a log should have grown before it is downloaded again. */
const SHARE = 1 / 6;
/** Wait after a download that brought nothing, in milliseconds; doubled with each further one. */
const FIRST = 10_000;
/** Longest wait between downloads, in milliseconds. */
const LONGEST = 5 * 60_000;

/**
 * Decides when a log is downloaded again from a host that only sends the whole of it: when it is expected to have grown
 * by a sixth, going by its growth between the last two downloads, and at least every five minutes. For steadily
 * growing logs the downloads add up to about seven times the log. Logs up to 128 KiB are downloaded at every poll.
 */
export class DownloadSchedule {
  private last: { readonly size: number; readonly at: number } | undefined;
  private due = 0;
  private waited = 0;

  /** Returns when the next download is due, in milliseconds since the epoch. */
  get dueAt(): number {
    return this.due;
  }

  isDue(now: number): boolean {
    return now >= this.due;
  }

  /**
   * Records a read.
   * @param size of the log, in bytes
   * @param now milliseconds since the epoch
   * @param repeats whether the known part was downloaded again, as it will be the next time
   */
  read(size: number, now: number, repeats: boolean): void {
    const { last } = this;
    if (last?.size === size) {
      if (repeats) this.wait(size, now, Math.max(FIRST, 2 * this.waited));
      return;
    }
    this.last = { size, at: now };
    if (!repeats) this.due = 0;
    else if (last) this.wait(size, now, (SHARE * size * (now - last.at)) / Math.max(1, size - last.size));
  }

  /** Starts anew after the log was reset. */
  reset(): void {
    this.last = undefined;
    this.due = this.waited = 0;
  }

  private wait(size: number, now: number, ms: number): void {
    this.waited = size <= SMALL ? 0 : Math.min(LONGEST, ms);
    this.due = now + this.waited;
  }
}
