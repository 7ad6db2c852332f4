/** Texts up to this many bytes are handed over after every look at the log. */
const SMALL = 1024 * 1024;
/** Bytes per millisecond that larger texts are handed over at most: 1 MiB/s. */
const PACE = SMALL / 1000;

/**
 * Decides when the document of a growing log is refreshed. A file system hands over the whole document each time. While
 * it is visible that happens after every look at the log for texts up to 1 MiB, and otherwise once per second and MiB:
 * every ten seconds for 10 MiB. While it is hidden the document waits until the text grew by half.
 */
export class RefreshSchedule {
  private refreshed = { size: 0, at: -Infinity };

  /**
   * Returns whether a refresh of a grown text is due.
   * @param size of the text, in bytes
   * @param now milliseconds since the epoch
   */
  isDue(size: number, now: number, visible: boolean): boolean {
    if (!visible) return size > 0 && size >= this.refreshed.size * 1.5;
    return size <= SMALL || now - this.refreshed.at >= size / PACE;
  }

  /** Records a refresh at this size and time. */
  done(size: number, now: number): void {
    this.refreshed = { size, at: now };
  }

  /** Starts anew after the log was reset. */
  reset(): void {
    this.refreshed = { size: 0, at: -Infinity };
  }
}
