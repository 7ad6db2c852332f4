import type { Disposable } from "../base/disposable.ts";

export interface RedrawsOptions<E> {
  readonly parent: (element: E) => E | undefined;
  /** Has elements drawn anew, or everything. */
  readonly draw: (elements: readonly E[] | undefined) => void;
  /** ms after which VS Code has asked for what stands open below new rows, and drawn them. */
  readonly settling?: number;
  /** ms that drawing waits at most; five seconds by default. */
  readonly longest?: number;
}

/** ms that drawing still waits when rows have arrived. */
export const settling = 200;

/**
 * When rows are drawn anew. While VS Code waits for what is below an element, drawing that element or one above it makes it give up
 * waiting: it closes the element, or shows it open with nothing below. Such drawing waits until the rows are there, and those below them
 * that stand open too.
 */
export class Redraws<E> implements Disposable {
  private readonly options: RedrawsOptions<E>;
  /** What VS Code waits for rows below, and how often. */
  private readonly awaited = new Map<E, number>();
  private waiting: Set<E> | "all" | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: RedrawsOptions<E>) {
    this.options = options;
  }

  /** Draws these anew, or everything, as soon as it does no harm. */
  draw(elements: readonly E[] | undefined): void {
    if (this.waiting === undefined && !this.harms(elements)) {
      this.options.draw(elements);
      return;
    }
    this.waiting =
      elements === undefined || this.waiting === "all" ? "all" : new Set([...(this.waiting ?? []), ...elements]);
    this.timer ??= setTimeout(() => this.flush(), this.options.longest ?? 5_000);
  }

  /** Answers with the rows that VS Code waits for below an element. */
  async below<T>(element: E, rows: T | PromiseLike<T>): Promise<T> {
    this.awaited.set(element, (this.awaited.get(element) ?? 0) + 1);
    try {
      return await rows;
    } finally {
      setTimeout(() => this.arrived(element), this.options.settling ?? settling);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.waiting = undefined;
    this.awaited.clear();
  }

  private arrived(element: E): void {
    const left = (this.awaited.get(element) ?? 0) - 1;
    if (left > 0) this.awaited.set(element, left);
    else this.awaited.delete(element);
    if (this.waiting !== undefined && !this.harms(this.waiting === "all" ? undefined : [...this.waiting])) this.flush();
  }

  private flush(): void {
    const { waiting } = this;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = undefined;
    if (waiting !== undefined) this.options.draw(waiting === "all" ? undefined : [...waiting]);
  }

  private harms(elements: readonly E[] | undefined): boolean {
    if (this.awaited.size === 0) return false;
    if (elements === undefined) return true;
    const drawn = new Set(elements);
    return [...this.awaited.keys()].some((awaited) => {
      for (let one: E | undefined = awaited; one !== undefined; one = this.options.parent(one))
        if (drawn.has(one)) return true;
      return false;
    });
  }
}
