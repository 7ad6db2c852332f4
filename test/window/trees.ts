/** The side bar: which views are in sight, and their rows, read as VS Code reads them. */
import type * as vscode from "vscode";
import { isTrue } from "../support/whenClause.ts";
import type { Commands } from "./commands.ts";
import { EventEmitter } from "./events.ts";
import type { Manifest, ViewContribution } from "./manifest.ts";

/** A row as VS Code keeps it. */
export interface TreeRow {
  readonly element: object;
  readonly id: string;
  readonly label: string;
  /** What a screen reader says. */
  readonly spoken: string;
  readonly item: vscode.TreeItem;
  readonly canExpand: boolean;
  readonly above: TreeRow | undefined;
  isOpen: boolean;
  /** Undefined until it was expanded. */
  rows: TreeRow[] | undefined;
}

/** ms for which VS Code collects redraws. */
const collecting = 200;

/** VS Code's collapsible states. */
const states = { none: 0, expanded: 2 } as const;

export class Tree {
  readonly #provider: vscode.TreeDataProvider<object>;
  readonly #sideBar: SideBar;
  readonly #visibility = new EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  readonly #expanded = new EventEmitter<vscode.TreeViewExpansionEvent<object>>();
  readonly #collapsed = new EventEmitter<vscode.TreeViewExpansionEvent<object>>();
  readonly #selected = new EventEmitter<vscode.TreeViewSelectionChangeEvent<object>>();
  readonly #changed: vscode.Disposable | undefined;
  #rows: TreeRow[] | undefined;
  #dirty = new Set<object | undefined>();
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<unknown> = Promise.resolve();
  #selection: readonly object[] = [];
  isVisible = false;
  readonly contribution: ViewContribution;
  /** What reading rows failed with. */
  readonly failures: unknown[] = [];
  /** How many rows were drawn so far. */
  drawn = 0;
  readonly api: vscode.TreeView<object>;

  constructor(contribution: ViewContribution, provider: vscode.TreeDataProvider<object>, sideBar: SideBar) {
    this.contribution = contribution;
    this.#provider = provider;
    this.#sideBar = sideBar;
    this.#changed = provider.onDidChangeTreeData?.((elements) => {
      for (const one of Array.isArray(elements) ? elements : [elements])
        this.#dirty.add((one as object | null) ?? undefined);
      this.#timer ??= setTimeout(() => this.#collected(), collecting);
    });
    const tree = this;
    this.api = {
      get visible() {
        return tree.isVisible;
      },
      get selection() {
        return tree.#selection;
      },
      message: undefined as string | undefined,
      title: contribution.name,
      description: undefined as string | undefined,
      badge: undefined as vscode.ViewBadge | undefined,
      onDidChangeVisibility: this.#visibility.event,
      onDidExpandElement: this.#expanded.event,
      onDidCollapseElement: this.#collapsed.event,
      onDidChangeSelection: this.#selected.event,
      onDidChangeCheckboxState: new EventEmitter<vscode.TreeCheckboxChangeEvent<object>>().event,
      reveal: (element, options) => this.#reveal(element, options),
      dispose: () => this.dispose(),
    } as vscode.TreeView<object>;
  }

  /** The heading of its section. */
  get heading(): string {
    const { title, description } = this.api;
    return description ? `${title ?? ""} - ${description}` : (title ?? "");
  }

  setVisible(visible: boolean): void {
    if (visible === this.isVisible) return;
    this.isVisible = visible;
    this.#visibility.fire({ visible });
    if (visible && (this.#rows === undefined || this.#dirty.size > 0)) this.#collected();
  }

  /** The rows below one, or the first ones, as they are known. */
  rows(above?: TreeRow): readonly TreeRow[] {
    return (above ? above.rows : this.#rows) ?? [];
  }

  /** All rows in sight, from top to bottom. */
  get inSight(): readonly TreeRow[] {
    const below = (rows: readonly TreeRow[] = []): TreeRow[] =>
      rows.flatMap((row) => [row, ...(row.isOpen ? below(row.rows) : [])]);
    return this.isVisible ? below(this.#rows) : [];
  }

  /** Expands or collapses a row as a person does. Resolves once its rows are there. */
  async toggle(row: TreeRow, isOpen: boolean): Promise<void> {
    if (!row.canExpand || row.isOpen === isOpen) return;
    row.isOpen = isOpen;
    (isOpen ? this.#expanded : this.#collapsed).fire({ element: row.element });
    if (isOpen) await this.#queue(async () => void (row.rows = await this.#ask(row, row.rows)));
  }

  select(rows: readonly TreeRow[]): void {
    this.#selection = rows.map(({ element }) => element);
    this.#selected.fire({ selection: this.#selection });
  }

  /** Resolves once what was asked for is read. */
  async settled(): Promise<void> {
    for (let reading: unknown; reading !== this.#reading;) await (reading = this.#reading);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed?.dispose();
    this.#sideBar.remove(this);
  }

  async #reveal(
    element: object,
    { select = true, expand = false }: { select?: boolean; focus?: boolean; expand?: boolean | number } = {},
  ): Promise<void> {
    this.#sideBar.open(this);
    if (this.#rows === undefined) this.#collected();
    await this.settled();
    const row = await this.#rowOf(element);
    if (!row) throw new Error(`TreeError [${this.contribution.id}] Data tree node not found`);
    if (select) this.select([row]);
    if (expand !== false) await this.toggle(row, true);
  }

  async #rowOf(element: object): Promise<TreeRow | undefined> {
    const parent = await this.#provider.getParent?.(element);
    if (!parent) return this.#rows?.find((row) => this.#isSame(row, element));
    const above = await this.#rowOf(parent);
    if (!above) return undefined;
    await this.toggle(above, true);
    return above.rows?.find((row) => this.#isSame(row, element));
  }

  #isSame(row: TreeRow, element: object): boolean {
    return row.element === element;
  }

  #collected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.isVisible) return;
    const dirty = this.#dirty;
    this.#dirty = new Set();
    void this.#queue(() => this.#read(dirty));
  }

  #queue(read: () => Promise<unknown>): Promise<unknown> {
    this.#reading = this.#reading.then(read).catch((error: unknown) => void this.failures.push(error));
    return this.#reading;
  }

  async #read(dirty: ReadonlySet<object | undefined>): Promise<void> {
    if (this.#rows === undefined || dirty.has(undefined)) {
      this.#rows = await this.#ask(undefined, this.#rows);
      return;
    }
    const wanted: TreeRow[] = [];
    const look = (rows: readonly TreeRow[]): void => {
      for (const row of rows)
        if (dirty.has(row.element)) wanted.push(row);
        else look(row.rows ?? []);
    };
    look(this.#rows);
    for (const row of wanted) {
      Object.assign(row, await this.#draw(row.element, row.above, row));
      if (row.isOpen) row.rows = await this.#ask(row, row.rows);
      else row.rows = undefined;
    }
  }

  async #ask(above: TreeRow | undefined, before: readonly TreeRow[] | undefined): Promise<TreeRow[]> {
    const elements = (await this.#provider.getChildren(above?.element)) ?? [];
    const known = new Map(before?.map((row) => [row.id, row]));
    const rows: TreeRow[] = [];
    for (const one of elements) {
      const row = await this.#draw(one, above, undefined);
      const old = known.get(row.id);
      if (old && row.canExpand) row.isOpen = old.isOpen;
      if (row.isOpen) row.rows = await this.#ask(row, old?.rows);
      rows.push(row);
    }
    return rows;
  }

  async #draw(element: object, above: TreeRow | undefined, old: TreeRow | undefined): Promise<TreeRow> {
    const item = await this.#provider.getTreeItem(element);
    this.drawn += 1;
    const { id, label, collapsibleState = states.none, accessibilityInformation } = item;
    const text = typeof label === "object" ? label.label : (label ?? "");
    return {
      element,
      id: id ?? `${above?.id ?? ""}/${text}`,
      label: text,
      spoken: accessibilityInformation?.label ?? text,
      item,
      canExpand: collapsibleState !== states.none,
      above,
      isOpen: old?.isOpen ?? collapsibleState === states.expanded,
      rows: old?.rows,
    };
  }
}

/** The container of the extension's views, and which of its sections are open. */
export class SideBar {
  readonly #contributions: readonly ViewContribution[];
  readonly #trees = new Map<string, Tree>();
  readonly #commands: Commands;
  /** Sections whose heading is there, and those that are open. */
  readonly #shown: Set<string>;
  readonly #expanded: Set<string>;
  #isOpen = false;

  constructor(manifest: Manifest, commands: Commands) {
    this.#contributions = Object.values(manifest.contributes.views).flat();
    this.#commands = commands;
    this.#shown = new Set(this.#contributions.filter(({ visibility }) => visibility !== "hidden").map(({ id }) => id));
    this.#expanded = new Set(
      this.#contributions.filter(({ visibility = "visible" }) => visibility === "visible").map(({ id }) => id),
    );
    for (const container of Object.keys(manifest.contributes.views))
      commands.define(`workbench.view.extension.${container}`, () => this.#show(true));
    for (const { id } of this.#contributions)
      commands.define(`${id}.focus`, () => {
        const tree = this.#trees.get(id);
        if (tree) this.open(tree);
      });
    for (const { id } of this.#contributions)
      commands.define(`${id}.removeView`, () => {
        this.#shown.delete(id);
        this.#update();
      });
    commands.define("workbench.view.explorer", () => this.#show(false));
    const setContext = commands.keys.set.bind(commands.keys);
    // Views come and go with their `when`.
    commands.keys.set = (key, value) => {
      setContext(key, value);
      this.#update();
      return commands.keys;
    };
  }

  readonly createTreeView = (
    id: string,
    { treeDataProvider }: { readonly treeDataProvider: vscode.TreeDataProvider<object> },
  ): vscode.TreeView<object> => {
    const contribution = this.#contributions.find((one) => one.id === id);
    if (!contribution) throw new Error(`No view is registered with id: ${id}`);
    const tree = new Tree(contribution, treeDataProvider, this);
    this.#trees.set(id, tree);
    this.#update();
    return tree.api;
  };

  tree(id: string): Tree {
    const tree = this.#trees.get(id);
    if (!tree) throw new Error(`There is no view ${id}`);
    return tree;
  }

  get trees(): readonly Tree[] {
    return [...this.#trees.values()];
  }

  /** Those whose heading is in sight. */
  get sections(): readonly Tree[] {
    return this.trees.filter(({ contribution }) => this.#isOpen && this.#isThere(contribution));
  }

  open({ contribution: { id } }: Tree): void {
    this.#shown.add(id);
    this.#expanded.add(id);
    this.#show(true);
  }

  /** Opens or closes a section by its heading. */
  toggle({ contribution: { id } }: Tree, isOpen = !this.#expanded.has(id)): void {
    if (isOpen) this.#expanded.add(id);
    else this.#expanded.delete(id);
    this.#update();
  }

  remove({ contribution: { id } }: Tree): void {
    this.#trees.delete(id);
  }

  #show(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#update();
  }

  #update(): void {
    for (const one of this.#contributions)
      this.#trees.get(one.id)?.setVisible(this.#isOpen && this.#expanded.has(one.id) && this.#isThere(one));
  }

  #isThere({ id, when }: ViewContribution): boolean {
    const keys = Object.fromEntries(this.#commands.keys) as Record<string, string | boolean>;
    return this.#shown.has(id) && (when === undefined || isTrue(when, keys));
  }
}
