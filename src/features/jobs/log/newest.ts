/** The newest few of something: adding one more gives back what has to go. */
export class Newest<T> {
  private readonly limit: () => number;
  private readonly items: T[] = [];

  constructor(limit: () => number) {
    this.limit = limit;
  }

  /** Makes an item the newest; returns those that are now too many, oldest first. */
  add(item: T): T[] {
    this.delete(item);
    this.items.push(item);
    return this.items.splice(0, Math.max(0, this.items.length - Math.max(1, this.limit())));
  }

  delete(item: T): void {
    const at = this.items.indexOf(item);
    if (at >= 0) this.items.splice(at, 1);
  }
}
