/**
 * When a document of a growing log is handed over anew. A file system hands over all of a document each time, so it
 * waits until the text grew by half: what was handed over along the way adds up to no more than three times the text of
 * then, and with the whole log at its end to no more than four times the log.
 */
export class Renewal {
  private handed = 0;

  /** @param size of the text now, in bytes. */
  due(size: number): boolean {
    return size > 0 && size >= this.handed * 1.5;
  }

  /** Text of this size was handed over. */
  done(size: number): void {
    this.handed = size;
  }

  /** The log began anew, so its document does. */
  reset(): void {
    this.handed = 0;
  }
}
