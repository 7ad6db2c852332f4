/** The latest few items; adding one returns the ones to remove. */
export class LatestItems<T> {
  private readonly limit: () => number;
  private readonly items: T[] = [];

  constructor(limit: () => number) {
    this.limit = limit;
  }

  /** Makes an item the latest; returns those over the limit, oldest first. */
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
