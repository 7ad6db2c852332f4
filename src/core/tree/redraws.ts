import type { Disposable } from "../base/disposable.ts";

export interface RedrawsOptions<E> {
  readonly parent: (element: E) => E | undefined;
  /** Redraws elements, or everything. */
  readonly draw: (elements: readonly E[] | undefined) => void;
  /** ms after which VS Code has drawn new rows and requested those below expanded ones. */
  readonly settling?: number;
  /** Maximum delay of a redraw in ms; five seconds by default. */
  readonly longest?: number;
}

/** ms that redraws are still delayed after rows have arrived. */
export const settling = 200;

/**
 * Delays redraws while VS Code waits for rows. Redrawing an element or one of its ancestors makes VS Code stop waiting
 * for the rows below: it collapses the element or shows it as expanded without rows. Such redraws wait for these rows
 * and for those below expanded ones.
 */
export class Redraws<E> implements Disposable {
  private readonly options: RedrawsOptions<E>;
  /** Elements below which VS Code waits for rows, with the number of its requests. */
  private readonly awaited = new Map<E, number>();
  private waiting: Set<E> | "all" | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: RedrawsOptions<E>) {
    this.options = options;
  }

  /** Redraws these elements, or everything, as soon as it is safe. */
  draw(elements: readonly E[] | undefined): void {
    if (this.waiting === undefined && !this.harms(elements)) {
      this.options.draw(elements);
      return;
    }
    this.waiting =
      elements === undefined || this.waiting === "all" ? "all" : new Set([...(this.waiting ?? []), ...elements]);
    this.timer ??= setTimeout(() => this.flush(), this.options.longest ?? 5_000);
  }

  /** Returns the rows below an element and delays redraws of it meanwhile. */
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
