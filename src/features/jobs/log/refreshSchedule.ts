/**
 * Decides when the document of a growing log is refreshed. A file system transfers the whole document each time, so it
 * waits until the text grew by half: the transfers add up to at most three times the text, or four times including the
 * final one.
 */
export class RefreshSchedule {
  private refreshedSize = 0;

  /**
   * Returns whether a refresh is due.
   * @param size of the text, in bytes
   */
  isDue(size: number): boolean {
    return size > 0 && size >= this.refreshedSize * 1.5;
  }

  /** Records a refresh at this size. */
  done(size: number): void {
    this.refreshedSize = size;
  }

  /** Starts anew after the log was reset. */
  reset(): void {
    this.refreshedSize = 0;
  }
}
