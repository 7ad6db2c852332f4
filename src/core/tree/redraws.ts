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
 * ms after which VS Code has acted on a redraw, or will not: the element is collapsed or the view hidden. On a busy machine that takes
 * seconds, in which the user may expand a row. A longer time costs one more redraw of such a row at most.
 */
const acting = 10_000;

/**
 * Delays redraws while VS Code waits for rows. Redrawing an element or one of its ancestors makes VS Code stop waiting
 * for the rows below: it collapses the element or shows it as expanded without rows. Such redraws wait for these rows
 * and for those below expanded ones. An element that is expanded after such a redraw, but before VS Code has acted on it,
 * is redrawn once more.
 *
 * VS Code asks for the rows below several elements at once and takes them when the last are there. A redraw of one whose
 * rows came earlier would be lost until then: VS Code keeps these rows and does not ask for newer ones.
 */
export class Redraws<E> implements Disposable {
  private readonly options: RedrawsOptions<E>;
  /** Elements below which VS Code waits for rows, or was given some while it waits for others. */
  private readonly awaited = new Set<E>();
  /** Number of requests that VS Code waits for. */
  private pending = 0;
  /** Redraws that VS Code has not acted on, with their times in ms since the epoch; undefined stands for everything. */
  private readonly due = new Map<E | undefined, number>();
  private waiting: Set<E> | "all" | undefined;
  /** Redraws that have waited for too long, which VS Code may have lost: drawn again once the rows are there. */
  private late: Set<E> | "all" | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: RedrawsOptions<E>) {
    this.options = options;
  }

  /** Redraws these elements, or everything, as soon as it is safe. */
  draw(elements: readonly E[] | undefined): void {
    if (this.waiting !== undefined || this.harms(elements)) this.delay(elements);
    else this.drawNow(elements);
  }

  /** Whether VS Code waits for rows below an element, or has just been given some. */
  get isAwaited(): boolean {
    return this.awaited.size > 0;
  }

  /** Notes that VS Code asks for the first rows: it has acted on a redraw of everything. */
  askedForAll(): void {
    this.due.delete(undefined);
  }

  /** Returns the rows below an element and delays redraws of it meanwhile. @param isNew whether it was collapsed before */
  async below<T>(element: E, rows: T | PromiseLike<T>, isNew = false): Promise<T> {
    const isLost = isNew && this.isDue(element);
    this.due.delete(element);
    this.awaited.add(element);
    this.pending++;
    try {
      return await rows;
    } finally {
      setTimeout(() => this.arrived(element, isLost), this.options.settling ?? settling);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.waiting = undefined;
    this.late = undefined;
    this.pending = 0;
    this.awaited.clear();
    this.due.clear();
  }

  private delay(elements: readonly E[] | undefined): void {
    this.waiting = joined(this.waiting, elements);
    this.timer ??= setTimeout(() => this.drawLate(), this.options.longest ?? 5_000);
  }

  private drawNow(elements: readonly E[] | undefined): void {
    const now = Date.now();
    for (const [element, at] of this.due) if (now - at > acting) this.due.delete(element);
    for (const element of elements ?? [undefined]) this.due.set(element, now);
    this.options.draw(elements);
  }

  /** Whether VS Code has yet to act on a redraw that makes it stop waiting for the rows below an element. */
  private isDue(element: E): boolean {
    const since = Date.now() - acting;
    for (let one: E | undefined = element; ; one = this.options.parent(one)) {
      if ((this.due.get(one) ?? -Infinity) >= since) return true;
      if (one === undefined) return false;
    }
  }

  private arrived(element: E, isLost: boolean): void {
    this.pending = Math.max(0, this.pending - 1);
    if (this.pending === 0) {
      this.awaited.clear();
      if (this.late !== undefined) this.delay(listOf(this.late));
      this.late = undefined;
    }
    if (isLost) this.delay([element]);
    if (this.waiting !== undefined && !this.harms(listOf(this.waiting))) this.flush();
  }

  private drawLate(): void {
    if (this.waiting !== undefined) this.late = joined(this.late, listOf(this.waiting));
    this.flush();
  }

  private flush(): void {
    const { waiting } = this;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = undefined;
    if (waiting !== undefined) this.drawNow(listOf(waiting));
  }

  private harms(elements: readonly E[] | undefined): boolean {
    if (!this.isAwaited) return false;
    if (elements === undefined) return true;
    const drawn = new Set(elements);
    return [...this.awaited].some((awaited) => {
      for (let one: E | undefined = awaited; one !== undefined; one = this.options.parent(one))
        if (drawn.has(one)) return true;
      return false;
    });
  }
}

/** Joins redraws with others, of elements or of everything. */
const joined = <E>(some: Set<E> | "all" | undefined, others: readonly E[] | undefined): Set<E> | "all" =>
  others === undefined || some === "all" ? "all" : new Set([...(some ?? []), ...others]);

const listOf = <E>(some: Set<E> | "all"): readonly E[] | undefined => (some === "all" ? undefined : [...some]);
