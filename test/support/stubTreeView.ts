import type { TreeDataProvider, TreeItem } from "vscode";
import "./vscodeStub.ts";

const { TreeItemCollapsibleState } = await import("vscode");

/** An event of VS Code, fired by the test. */
export class StubEvent<T> {
  readonly #listeners = new Set<{ readonly call: (value: T) => unknown }>();

  readonly event = (call: (value: T) => unknown): { dispose(): void } => {
    const entry = { call };
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const { call } of [...this.#listeners]) call(value);
  }
}

/** A row as VS Code keeps it. */
interface StubRow {
  readonly element: object;
  readonly id: string;
  readonly label: string;
  readonly canExpand: boolean;
  isOpen: boolean;
  /** Undefined until it was expanded. */
  rows: StubRow[] | undefined;
}

/** ms for which VS Code collects redraws. */
const collecting = 200;

/**
 * A view's tree as VS Code treats it: it reads rows while it is visible, those below expanded rows as well, and reads
 * them again shortly after a change.
 */
export class StubTreeView {
  readonly #provider: TreeDataProvider<object>;
  readonly #visibility = new StubEvent<{ visible: boolean }>();
  readonly #expanded = new StubEvent<{ element: object }>();
  readonly #collapsed = new StubEvent<{ element: object }>();
  readonly #checked = new StubEvent<unknown>();
  readonly #changed: { dispose(): void } | undefined;
  #rows: StubRow[] | undefined;
  #dirty = new Set<object | undefined>();
  #timer: NodeJS.Timeout | undefined;
  #reading = Promise.resolve();
  visible = false;
  message: string | undefined;
  title: string | undefined;
  description: string | undefined;
  badge: unknown;
  readonly selection: readonly object[] = [];
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly onDidExpandElement = this.#expanded.event;
  readonly onDidCollapseElement = this.#collapsed.event;
  readonly onDidChangeCheckboxState = this.#checked.event;
  readonly onDidChangeSelection = new StubEvent<unknown>().event;
  /** What reading rows failed with. */
  readonly failures: unknown[] = [];
  /** How many rows were drawn so far. */
  drawn = 0;

  constructor(provider: TreeDataProvider<object>) {
    this.#provider = provider;
    this.#changed = provider.onDidChangeTreeData?.((elements) => {
      for (const one of Array.isArray(elements) ? elements : [elements]) this.#dirty.add(one as object | undefined);
      this.#timer ??= setTimeout(() => this.#collected(), collecting);
    });
  }

  show(): void {
    this.visible = true;
    this.#visibility.fire({ visible: true });
    if (this.#rows === undefined || this.#dirty.size > 0) this.#collected();
  }

  hide(): void {
    this.visible = false;
    this.#visibility.fire({ visible: false });
  }

  /** The labels of the rows below a path of labels. */
  labels(...path: readonly string[]): readonly string[] {
    return (path.length === 0 ? this.#rows : this.#find(path).rows)?.map(({ label }) => label) ?? [];
  }

  /** Expands a row, by the labels of the rows above and its own, as a person does. Resolves once its rows are there. */
  async expand(...path: readonly string[]): Promise<void> {
    const row = this.#find(path);
    row.isOpen = true;
    this.#expanded.fire({ element: row.element });
    await this.#readBelow(row);
  }

  collapse(...path: readonly string[]): void {
    const row = this.#find(path);
    row.isOpen = false;
    this.#collapsed.fire({ element: row.element });
  }

  /** Resolves once what was asked for is read. */
  async settled(): Promise<void> {
    for (let reading; reading !== this.#reading;) await (reading = this.#reading);
  }

  /** The elements below a path of labels. */
  elements(...path: readonly string[]): readonly object[] {
    return (path.length === 0 ? this.#rows : this.#find(path).rows)?.map(({ element }) => element) ?? [];
  }

  reveal(): Promise<void> {
    return Promise.resolve();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed?.dispose();
  }

  #find(path: readonly string[]): StubRow {
    let rows = this.#rows;
    let found: StubRow | undefined;
    for (const label of path) {
      found = rows?.find((row) => row.label === label);
      rows = found?.rows;
    }
    if (!found) throw new Error(`There is no row ${path.join(" > ")}`);
    return found;
  }

  #collected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.visible) return;
    const dirty = this.#dirty;
    this.#dirty = new Set();
    this.#reading = this.#reading
      .then(() => this.#read(dirty))
      .catch((error: unknown) => void this.failures.push(error));
  }

  async #read(dirty: ReadonlySet<object | undefined>): Promise<void> {
    if (this.#rows === undefined || dirty.has(undefined)) {
      this.#rows = await this.#ask(undefined, this.#rows);
      return;
    }
    const wanted: StubRow[] = [];
    const look = (rows: readonly StubRow[]): void => {
      for (const row of rows)
        if (dirty.has(row.element)) wanted.push(row);
        else look(row.rows ?? []);
    };
    look(this.#rows);
    for (const row of wanted) {
      Object.assign(row, await this.#draw(row.element, row));
      if (row.isOpen) await this.#readBelow(row);
      else row.rows = undefined;
    }
  }

  async #readBelow(row: StubRow): Promise<void> {
    row.rows = await this.#ask(row.element, row.rows);
  }

  async #ask(element: object | undefined, before: readonly StubRow[] | undefined): Promise<StubRow[]> {
    const elements = (await this.#provider.getChildren(element)) ?? [];
    const known = new Map(before?.map((row) => [row.id, row]));
    const rows: StubRow[] = [];
    for (const one of elements) {
      const row = await this.#draw(one, undefined);
      const old = known.get(row.id);
      if (old && row.canExpand) row.isOpen = old.isOpen;
      if (row.isOpen) row.rows = await this.#ask(one, old?.rows);
      rows.push(row);
    }
    return rows;
  }

  async #draw(element: object, old: StubRow | undefined): Promise<StubRow> {
    const item: TreeItem = await this.#provider.getTreeItem(element);
    this.drawn++;
    const { id, label, collapsibleState = TreeItemCollapsibleState.None } = item;
    const text = typeof label === "object" ? label.label : (label ?? "");
    return {
      element,
      id: id ?? text,
      label: text,
      canExpand: collapsibleState !== TreeItemCollapsibleState.None,
      isOpen: old?.isOpen ?? collapsibleState === TreeItemCollapsibleState.Expanded,
      rows: old?.rows,
    };
  }
}
