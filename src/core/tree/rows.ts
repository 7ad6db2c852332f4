import { isCancelled } from "../base/errors.ts";
import { footerOf, footerRow, withFooter } from "./footerRows.ts";
import { type Element, type FooterRow, isFooter, type Rows } from "./node.ts";
import { footerState, type Entry, type PendingRequest, isPassing, overwrite } from "./rowEntry.ts";
import type { RowListener, RowSource } from "./rowSource.ts";

const rootId = "";

/**
 * The rows of one tree by ID: what VS Code received, pending requests, and what must be redrawn.
 * Old rows stay until newer ones arrive. Superseded answers are dropped.
 */
export class RowTree<N extends { kind: string }> {
  private readonly source: RowSource<N>;
  private readonly listener: RowListener<N>;
  private readonly entries = new Map<string, Entry<N>>();
  private root: Entry<N>;

  constructor(source: RowSource<N>, listener: RowListener<N>) {
    this.source = source;
    this.listener = listener;
    this.root = this.enter(rootId, undefined, undefined);
  }

  /** Returns the rows below an element, or the first rows; synchronously when they are known. */
  children(element?: Element<N>): readonly Element<N>[] | Promise<readonly Element<N>[]> {
    if (element === undefined) {
      const roots = this.place(this.root, this.source.roots());
      const [only] = roots;
      return this.source.hideRoot === true && only !== undefined ? this.children(only) : roots;
    }
    const entry = this.entryOf(element);
    if (entry?.element === undefined || isFooter(entry.element)) return [];
    if (entry.rows !== undefined) return entry.rows;
    const known = this.source.known(entry.element);
    if (known) return this.place(entry, withFooter(entry.id, known, footerState(entry)));
    return this.load(entry, false).then(() => entry.rows ?? []);
  }

  parent(element: Element<N>): Element<N> | undefined {
    const parent = this.entryOf(element)?.parent;
    return parent && !this.isHidden(parent) ? parent.element : undefined;
  }

  /** Returns the current element of an ID. */
  find(id: string): Element<N> | undefined {
    return this.entries.get(id)?.element;
  }

  idOf(element: Element<N>): string {
    return isFooter(element) ? element.id : this.source.id(element);
  }

  /** Returns whether the rows below an ID are loaded or loading. */
  isOpened(id: string): boolean {
    const entry = this.entries.get(id);
    return entry !== undefined && (entry.rows !== undefined || entry.pending !== undefined);
  }

  /** Reloads the rows below these IDs if they were requested before; cancels pending requests. */
  async refresh(ids: Iterable<string>): Promise<void> {
    const opened = [...ids].filter((id) => this.isOpened(id)).flatMap((id) => this.entries.get(id) ?? []);
    await Promise.all(opened.map((entry) => this.load(entry, true)));
  }

  /** Returns every node with rows, or an error in their place. */
  opened(): N[] {
    return [...this.entries.values()].flatMap(({ element, rows }) =>
      element !== undefined && !isFooter(element) && rows !== undefined ? [element] : [],
    );
  }

  /** Redraws the rows whose appearance changed, at any depth, without requests. */
  update(): void {
    if (this.root.rows === undefined) this.listener.changed(undefined);
    else this.apply(this.root, this.source.roots());
  }

  /** Reports that a request of the view for the rows below `id` failed. */
  fail(id: string, error: unknown): void {
    const entry = this.entries.get(id);
    if (entry?.rows) this.failed(entry, error);
  }

  /** Loads the next page below `id`. Concurrent calls share one request. */
  async more(id: string): Promise<void> {
    const entry = this.entries.get(id);
    if (entry?.element === undefined || isFooter(entry.element) || entry.pendingMore) return entry?.pendingMore?.done;
    const { element } = entry;
    const rows = this.source.known(element) ?? entry.answer;
    const ask = rows?.more;
    if (!rows || !ask) return;
    const request: PendingRequest = { controller: new AbortController(), done: Promise.resolve() };
    entry.pendingMore = request;
    this.applyFooter(entry, footerOf(entry.id, rows, { loading: true }));
    request.done = (async () => {
      let failure: { error: unknown } | undefined;
      let next: Rows<N> = rows;
      try {
        const further = await ask(request.controller.signal);
        next = this.source.known(element) ?? { ...further, nodes: [...rows.nodes, ...further.nodes] };
      } catch (error) {
        failure = { error };
      }
      if (entry.pendingMore !== request) return;
      entry.pendingMore = undefined;
      if (failure && isCancelled(failure.error)) failure = undefined;
      entry.answer = next;
      this.apply(entry, withFooter(entry.id, next, { failure }));
    })();
    return request.done;
  }

  /** Drops the rows below an ID; they are loaded again if or when the row is expanded. */
  renew(id: string): void {
    const element = this.find(id);
    if (element === undefined) return;
    this.close(id);
    this.notify([element]);
  }

  private close(id: string): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    for (const row of entry.rows ?? []) this.forget(this.idOf(row));
    this.cancel(entry);
    entry.rows = undefined;
    entry.answer = undefined;
    this.listener.closed(id);
  }

  /** Drops all rows, for another project or none. */
  reset(): void {
    this.clear();
    this.listener.changed(undefined);
  }

  dispose(): void {
    this.clear();
  }

  private clear(): void {
    for (const entry of this.entries.values()) this.cancel(entry);
    this.entries.clear();
    this.root = this.enter(rootId, undefined, undefined);
  }

  private load(entry: Entry<N>, afresh: boolean): Promise<void> {
    if (entry.pending && !afresh) return entry.pending.done;
    this.cancel(entry);
    const { element } = entry;
    if (element === undefined || isFooter(element)) return Promise.resolve();
    const request: PendingRequest = { controller: new AbortController(), done: Promise.resolve() };
    entry.pending = request;
    request.done = this.run(entry, element, request);
    return request.done;
  }

  private async run(entry: Entry<N>, element: N, request: PendingRequest): Promise<void> {
    const first = entry.rows === undefined;
    let failure: { error: unknown } | undefined;
    let answer: Rows<N> = { nodes: [] };
    for (let tries = 1; ; tries++) {
      try {
        const asked = await this.source.children(element, request.controller.signal);
        answer = this.source.known(element) ?? asked ?? answer;
      } catch (error) {
        // Superseded by a reload of the source itself: without rows, this node would stay empty.
        if (first && isCancelled(error) && !request.controller.signal.aborted && tries < 3) continue;
        failure = { error };
      }
      break;
    }
    if (entry.pending !== request) return entry.pending?.done; // Superseded: callers wait for the newer request.
    entry.pending = undefined;
    if (failure && isCancelled(failure.error)) return;
    if (failure) {
      this.failed(entry, failure.error);
      return;
    }
    const rows = withFooter(entry.id, answer, footerState(entry));
    entry.answer = answer;
    entry.failed = false;
    if (first) this.place(entry, rows);
    else this.apply(entry, rows);
    this.listener.problem(entry.id, undefined);
  }

  private failed(entry: Entry<N>, error: unknown): void {
    const first = entry.rows === undefined;
    if (!first && !entry.failed && isPassing(error)) {
      this.listener.problem(entry.id, error);
      return;
    }
    if (isPassing(error)) this.listener.problem(entry.id, error, true);
    else this.listener.closed(entry.id);
    const rows = [footerRow(entry.id, "error", { error })];
    entry.answer = undefined;
    entry.failed = true;
    if (first) this.place(entry, rows);
    else this.apply(entry, rows);
  }

  /** Sets the rows below an entry: known IDs keep their element, missing ones are dropped. */
  private place(entry: Entry<N>, elements: readonly Element<N>[]): Element<N>[] {
    const ids = new Set<string>();
    const rows: Element<N>[] = [];
    for (const element of elements) {
      const id = this.idOf(element);
      if (ids.has(id)) continue;
      ids.add(id);
      const known = this.entries.get(id);
      if (known?.element !== undefined && known.parent === entry) {
        overwrite(known.element, element);
        known.appearance = this.appearanceOf(element);
        rows.push(known.element);
      } else {
        rows.push(element);
        this.enter(id, element, entry);
      }
    }
    for (const row of entry.rows ?? []) {
      const id = this.idOf(row);
      if (!ids.has(id)) this.forget(id);
    }
    entry.rows = rows;
    return rows;
  }

  /** Sets the rows below an entry and redraws those whose appearance changed. */
  private apply(entry: Entry<N>, elements: readonly Element<N>[]): void {
    const changed: Element<N>[] = [];
    const whole = this.compare(entry, elements, changed);
    if (whole && entry.element === undefined) this.listener.changed(undefined);
    else if (whole && entry.element !== undefined) this.notify([entry.element]);
    else if (changed.length > 0) this.notify(changed);
  }

  /** Sets the footer below an entry; the rows above it stay as they were drawn, however many they are. */
  private applyFooter(entry: Entry<N>, footer: readonly FooterRow[]): void {
    const rows = entry.rows ?? [];
    const shown = rows.filter(isFooter);
    if (shown.map(({ id }) => id).join("\n") !== footer.map(({ id }) => id).join("\n")) {
      this.apply(entry, [...rows.filter((row) => !isFooter(row)), ...footer]);
      return;
    }
    shown.forEach((row, at) => {
      overwrite(row, footer[at] ?? row);
      const known = this.entryOf(row);
      if (known) known.appearance = this.appearanceOf(row);
    });
    this.notify(shown);
  }

  private notify(changed: readonly Element<N>[]): void {
    const hidden = this.source.hideRoot === true ? this.root.rows?.[0] : undefined;
    this.listener.changed(hidden !== undefined && changed.includes(hidden) ? undefined : changed);
  }

  private isHidden(entry: Entry<N>): boolean {
    return this.source.hideRoot === true && entry.parent === this.root;
  }

  /**
   * Sets rows; returns whether any were added, removed or moved. Otherwise adds those whose appearance changed, at any
   * depth, to `changed`.
   */
  private compare(entry: Entry<N>, elements: readonly Element<N>[], changed: Element<N>[]): boolean {
    const before = entry.rows?.map((row) => this.idOf(row));
    const appearances = entry.rows?.map((row) => this.entryOf(row)?.appearance);
    const rows = this.place(entry, elements);
    const moved = before?.length !== rows.length || rows.some((row, at) => this.idOf(row) !== before[at]);
    rows.forEach((row, at) => {
      const child = this.entryOf(row);
      if (!child || isFooter(row)) {
        if (!moved && child && child.appearance !== appearances?.[at]) changed.push(row);
        return;
      }
      const known = child.rows === undefined ? undefined : this.source.known(row);
      if (known && child.failed) {
        child.failed = false;
        this.listener.closed(child.id);
      }
      const deeper: Element<N>[] = [];
      const reshaped =
        known !== undefined && this.compare(child, withFooter(child.id, known, footerState(child)), deeper);
      if (reshaped || (!moved && child.appearance !== appearances?.[at])) changed.push(row);
      else changed.push(...deeper);
    });
    return moved;
  }

  private enter(id: string, element: Element<N> | undefined, parent: Entry<N> | undefined): Entry<N> {
    const appearance = element === undefined ? "" : this.appearanceOf(element);
    const entry: Entry<N> = {
      id,
      element,
      parent,
      appearance,
      rows: undefined,
      answer: undefined,
      failed: false,
      pending: undefined,
      pendingMore: undefined,
    };
    this.forget(id);
    this.entries.set(id, entry);
    return entry;
  }

  private forget(id: string): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    this.entries.delete(id);
    this.cancel(entry);
    this.listener.closed(id);
    for (const row of entry.rows ?? []) this.forget(this.idOf(row));
  }

  private cancel(entry: Entry<N>): void {
    const requests = [entry.pending, entry.pendingMore];
    entry.pending = undefined;
    entry.pendingMore = undefined;
    for (const request of requests) request?.controller.abort();
  }

  private entryOf(element: Element<N>): Entry<N> | undefined {
    return this.entries.get(this.idOf(element));
  }

  private appearanceOf(element: Element<N>): string {
    return isFooter(element)
      ? `${element.footer} ${element.loading} ${element.text} ${element.count} ${String(element.error)}`
      : this.source.appearance(element);
  }
}
