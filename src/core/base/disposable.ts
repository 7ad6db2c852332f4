/** Structurally compatible with VS Code's Disposable. */
export interface Disposable {
  dispose(): void;
}

/** Owns disposables and disposes them in reverse order. Items added after that are disposed at once. */
export class DisposableStore implements Disposable {
  private readonly items = new Set<Disposable>();
  private ended = false;

  add<T extends Disposable>(item: T): T {
    if (this.ended) item.dispose();
    else this.items.add(item);
    return item;
  }

  /** Removes and disposes one item. */
  delete(item: Disposable): void {
    if (this.items.delete(item)) item.dispose();
  }

  dispose(): void {
    this.ended = true;
    const items = [...this.items].reverse();
    this.items.clear();
    for (const item of items) item.dispose();
  }
}
