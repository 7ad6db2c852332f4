/** Compatible with VS Code's own Disposable. */
export interface Disposable {
  dispose(): void;
}

/** Owns disposables and disposes of them in reverse order. An item that is added after that is disposed of at once. */
export class DisposableStore implements Disposable {
  private readonly items = new Set<Disposable>();
  private ended = false;

  /** Whether the store is disposed of, for work that comes to an end after it. */
  get isDisposed(): boolean {
    return this.ended;
  }

  add<T extends Disposable>(item: T): T {
    if (this.ended) item.dispose();
    else this.items.add(item);
    return item;
  }

  /** Disposes of one item before the others. */
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
