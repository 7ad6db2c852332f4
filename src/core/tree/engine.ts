import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { isCancelled } from "../base/errors.ts";
import { Emitter, type Event } from "../base/events.ts";
import type { Logger } from "../base/log.ts";
import { describeError } from "../ui/describeError.ts";
import { Expansions } from "./expansions.ts";
import { footerItem } from "./footerItem.ts";
import { type Element, isFooter, type NodeRenderer, type NodeRenderers } from "./node.ts";
import { OpenMemory } from "./openMemory.ts";
import { Redraws, settling } from "./redraws.ts";
import { RowTree } from "./rows.ts";
import { signalOf } from "./signal.ts";

export interface TreeOptions<N extends { kind: string }> {
  /** ID of the view in package.json. */
  readonly view: string;
  /** Returns the renderers; called only once there are nodes. */
  readonly renderers: () => NodeRenderers<N> | undefined;
  /** Adds what other features contribute to the item of a node. */
  readonly mark?: (item: vscode.TreeItem, node: N) => vscode.TreeItem;
  /** Called when the user checked or unchecked rows. What they show afterwards is for `mark` and the renderers to say. */
  readonly check?: (checks: readonly (readonly [node: N, checked: boolean])[]) => Promise<void>;
  /** Completes the tooltip of a node after its renderer did. */
  readonly detail?: (item: vscode.TreeItem, node: N, signal: AbortSignal) => Promise<void>;
  /** Disposed by its creator. */
  readonly treeView: vscode.TreeView<Element<N>>;
  /** Returns the first rows; when empty, VS Code shows the view's welcome text. */
  readonly roots: () => readonly N[];
  /** Whether the only root is not drawn itself: a plain list. */
  readonly hideRoot?: boolean;
  readonly memory: vscode.Memento;
  readonly log: Logger;
}

interface Trouble {
  /** Ms since the epoch. */
  readonly since: number;
  /** For the line above the rows; undefined if a row shows it. */
  readonly text: string | undefined;
}

/**
 * Slightly more than the ms for which VS Code collects redraws; a redraw delayed until its rows arrive has also started
 * by then.
 */
const fold = settling + 50;
/** ms after which drawing counts as done even if VS Code did not ask for the rows. */
const longestDrawing = 5_000;
/** ms for which a row that VS Code does not find or select is revealed again. */
const longestReveal = 10_000;
/** ms for which that takes the keyboard focus: later the user may be typing elsewhere. */
const longestFocus = 1_500;

/**
 * The only TreeDataProvider: draws nodes with their renderers, caches loaded rows, adds footer rows ("Load more",
 * errors, notes), and keeps expansion and selection across refreshes.
 */
export class Tree<N extends { kind: string }> implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: TreeOptions<N>;
  private readonly redraw = this.owned.add(new vscode.EventEmitter<Element<N> | Element<N>[] | undefined>());
  private readonly redraws = this.owned.add(
    new Redraws<Element<N>>({
      parent: (element) => this.rows.parent(element),
      draw: (elements) => this.fire(elements),
    }),
  );
  /** Rows whose boxes the user has changed, and which have not been drawn since. */
  private readonly clicked = new Set<Element<N>>();
  private readonly shown = this.owned.add(new Emitter<boolean>());
  private readonly toggled = this.owned.add(new Emitter<{ node: N; open: boolean }>());
  private readonly openMemory: OpenMemory;
  private readonly view: vscode.TreeView<Element<N>>;
  private readonly rows: RowTree<N>;
  /** The data provider that VS Code reads rows from. */
  readonly provider: Required<vscode.TreeDataProvider<Element<N>>>;
  private text: string | undefined;
  /** Time of the last redraw event or answered rows, ms since the epoch. */
  private drawnAt = 0;
  /** A redraw of the whole tree was requested, and VS Code has not asked for the first rows since. */
  private rootsDue = false;
  private readonly expansions: Expansions<Element<N>>;
  /** By row ID: why the rows below are outdated or missing although the host may have them, and since when. */
  private readonly troubles = new Map<string, Trouble>();

  /** Fires when the view is shown or hidden. */
  readonly onDidChangeVisibility: Event<boolean> = this.shown.event;
  /** Fires when the user expands or collapses a row. */
  readonly onDidToggle: Event<{ node: N; open: boolean }> = this.toggled.event;

  constructor(options: TreeOptions<N>) {
    this.options = options;
    this.openMemory = new OpenMemory(options.memory, options.view);
    this.rows = this.owned.add(
      new RowTree<N>(
        {
          roots: options.roots,
          hideRoot: options.hideRoot,
          id: (node) => this.renderer(node).id(node),
          appearance: (node) => appearanceOf(this.draw(node)),
          known: (node) => this.renderer(node).known?.(node),
          children: (node, signal) => this.renderer(node).children?.(node, signal),
        },
        {
          changed: (elements) => this.redraws.draw(elements),
          problem: (id, error, replaced) => this.showTrouble(id, error, replaced),
          closed: (id) => this.forgetTrouble(id),
        },
      ),
    );
    this.provider = {
      onDidChangeTreeData: this.redraw.event,
      getTreeItem: (element) => this.item(element),
      getChildren: (element) => this.children(element),
      getParent: (element) => this.rows.parent(element),
      resolveTreeItem: (item, element, token) => this.detail(item, element, token),
    };
    this.view = options.treeView;
    this.expansions = new Expansions<Element<N>>({
      treeView: this.view,
      idOf: (element) => this.rows.idOf(element),
      find: (id) => this.rows.find(id),
      parent: (element) => this.rows.parent(element),
      isRead: (id) => this.rows.isOpened(id),
      isReading: () => this.isDrawing || this.redraws.isAwaited,
      settled: () => this.settled(),
      log: options.log,
    });
    this.owned.add(this.view.onDidChangeVisibility(({ visible }) => this.shown.fire(visible)));
    this.owned.add(this.view.onDidExpandElement(({ element }) => this.toggle(element, true)));
    this.owned.add(this.view.onDidCollapseElement(({ element }) => this.toggle(element, false)));
    this.owned.add(this.view.onDidChangeCheckboxState(({ items }) => void this.checked(items)));
  }

  get visible(): boolean {
    return this.view.visible;
  }

  /** The number on the view's icon, with its tooltip. */
  get badge(): { readonly value: number; readonly tooltip: string } | undefined {
    return this.view.badge;
  }

  set badge(badge: { readonly value: number; readonly tooltip: string } | undefined) {
    const { badge: old } = this.view;
    if (old?.value !== badge?.value || old?.tooltip !== badge?.tooltip) this.view.badge = badge;
  }

  /** A short text next to the view's title. */
  set description(text: string | undefined) {
    this.view.description = text ?? "";
  }

  /** The text in the view's header. */
  set title(text: string | undefined) {
    if (this.view.title !== text) Object.assign(this.view, { title: text });
  }

  /** The text above the rows, preceded by the error of a failed refresh. */
  get message(): string | undefined {
    return this.view.message;
  }

  set message(text: string | undefined) {
    this.text = text;
    this.showMessage();
  }

  /** Returns the nodes whose rows are loaded. */
  opened(): readonly N[] {
    return this.rows.opened();
  }

  /** Returns whether the rows below a node were requested and the node was not collapsed since. */
  isOpened(node: N): boolean {
    return this.rows.isOpened(this.renderer(node).id(node));
  }

  /** Reloads the rows below a node, or below every expanded node; the old rows stay until then. */
  refresh(node?: N): Promise<void> {
    return this.refreshAll(
      node ? [node] : this.rows.opened().filter((opened) => this.renderer(opened).children !== undefined),
    );
  }

  /** Reloads the rows below expanded nodes of these kinds; the old rows stay until then. */
  refreshOpened(...kinds: readonly N["kind"][]): Promise<void> {
    return this.refreshAll(this.rows.opened().filter(({ kind }) => kinds.includes(kind)));
  }

  /** Since when rows are outdated because the host failed to answer, in ms since the epoch; undefined if none are. */
  get troubledSince(): number | undefined {
    const times = [...this.troubles.values()].map(({ since }) => since);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Reads the rows again that are outdated or missing because the host failed to answer. */
  async refreshTroubled(): Promise<void> {
    await this.rows.refresh([...this.troubles.keys()]);
  }

  private async refreshAll(nodes: readonly N[]): Promise<void> {
    this.rows.update();
    await this.rows.refresh(nodes.map((each) => this.renderer(each).id(each)));
  }

  /** Redraws the rows whose appearance changed, without requests. */
  update(): void {
    this.rows.update();
  }

  /** Drops the rows below a node and has them loaded again; the old rows disappear at once. */
  renew(node: N): void {
    this.rows.renew(this.renderer(node).id(node));
  }

  /**
   * Reports that the view's own request for the rows below a node failed. A transient error keeps the old rows, others
   * replace them.
   */
  fail(node: N, error: unknown): void {
    if (!isCancelled(error)) this.rows.fail(this.renderer(node).id(node), error);
  }

  /** Loads the next page below the row with this ID. */
  more(id: string): Promise<void> {
    return this.rows.more(id);
  }

  /** Drops all rows and starts over. */
  reset(): void {
    this.troubles.clear();
    this.showMessage();
    this.rows.reset();
  }

  /** Loads the rows below a node unless they are loaded already. */
  async load(node: N): Promise<void> {
    const element =
      this.rows.find(this.renderer(node).id(node)) ??
      (await this.rows.children(), this.rows.find(this.renderer(node).id(node)));
    if (element !== undefined) await this.rows.children(element);
  }

  /**
   * Reveals a row; opens the view if it is hidden.
   * @param path returns the row IDs from a first row to the target, whose rows are loaded as needed; called at each
   *   attempt, since rows move while others load
   * @returns false when there is no such row
   */
  async reveal(path: () => readonly string[], options: { focus?: boolean; expand?: boolean } = {}): Promise<boolean> {
    const { focus = true, expand = false } = options;
    /** When VS Code was first asked; loading the rows before may take long. */
    let begun: number | undefined;
    for (let tries = 1; ; tries++) {
      if ((await this.along(path())) === undefined) return false;
      const wasVisible = this.visible;
      if (!wasVisible) {
        // The user has left it.
        if (tries > 1) return true;
        await vscode.commands.executeCommand(`${this.options.view}.focus`);
        // While hidden, VS Code misses new rows, and it cannot reveal a row that it has not read.
        this.fire(undefined);
      }
      await this.settled();
      const ids = path();
      const element = await this.along(ids);
      if (element === undefined) return false;
      // Left while VS Code was drawing: revealing would open it again.
      if (wasVisible && !this.view.visible) return true;
      const before = this.selectedId;
      begun ??= Date.now();
      const spent = Date.now() - begun;
      const isLast = spent > longestReveal;
      try {
        await this.view.reveal(element, { select: true, focus: focus && spent < longestFocus, expand });
        // If the row moved or was redrawn meanwhile, it is not selected at its current place.
        if (isLast || (path().at(-1) === ids.at(-1) && this.isSelected(element))) return true;
        // The user has chosen another row.
        const selected = this.selectedId;
        if (selected !== undefined && selected !== before && !this.isSelected(element)) return true;
      } catch (error) {
        // VS Code collects redraws for a moment; until it has read the rows again it does not find new ones.
        if (isLast) throw error;
      }
      await pause(fold);
    }
  }

  private get selectedId(): string | undefined {
    const [selected] = this.view.selection;
    return selected && this.rows.idOf(selected);
  }

  private isSelected(element: Element<N>): boolean {
    return this.selectedId !== undefined && this.selectedId === this.rows.idOf(element);
  }

  /** Waits until VS Code has finished drawing: a redraw while a row expands would collapse it again. */
  async settled(): Promise<void> {
    const latest = Date.now() + longestDrawing;
    while (this.isDrawing) {
      if (Date.now() > latest) return;
      await pause(fold / 5);
    }
  }

  private get isDrawing(): boolean {
    return (this.rootsDue && this.view.visible) || this.drawnAt + fold > Date.now();
  }

  private fire(elements: readonly Element<N>[] | undefined): void {
    this.drawnAt = Date.now();
    for (const element of elements ?? this.clicked) this.clicked.delete(element);
    this.rootsDue ||= elements === undefined;
    this.redraw.fire(elements && [...elements]);
  }

  private async along(path: readonly string[]): Promise<Element<N> | undefined> {
    let element: Element<N> | undefined;
    for (const id of path) {
      if (this.rows.find(id) === undefined || element === undefined) await this.rows.children(element);
      element = this.rows.find(id);
      if (element === undefined) return undefined;
    }
    return element;
  }

  /** Clears the error of a failed refresh below a node. */
  current(node: N): void {
    this.showTrouble(this.renderer(node).id(node), undefined);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private renderer(node: N): NodeRenderer<N, N> {
    const kind: N["kind"] = node.kind;
    const renderer = this.options.renderers()?.[kind];
    if (renderer === undefined) throw new Error(`The view ${this.options.view} has no renderer for ${kind}`);
    return renderer;
  }

  private draw(node: N): vscode.TreeItem {
    const item = this.renderer(node).item(node);
    // Otherwise VS Code has a tooltip read out in place of the label.
    if (typeof item.tooltip === "string") item.accessibilityInformation ??= { label: wordsOf(item) };
    return this.options.mark?.(item, node) ?? item;
  }

  /** Returns rows and preloads those below expanded ones: VS Code would request them one after another. */
  private async children(element: Element<N> | undefined): Promise<Element<N>[]> {
    const isNew = element !== undefined && !this.rows.isOpened(this.rows.idOf(element));
    if (element !== undefined) this.expansions.asked(element);
    const asked = this.rows.children(element);
    if (element === undefined) this.redraws.askedForAll();
    const rows = [...(element === undefined ? await asked : await this.redraws.below(element, asked, isNew))];
    this.drawnAt = Date.now();
    if (element === undefined) this.rootsDue = false;
    for (const row of rows) {
      if (
        !isFooter(row) &&
        this.isRemembered(row) &&
        this.item(row).collapsibleState === vscode.TreeItemCollapsibleState.Expanded
      )
        void this.rows.children(row);
    }
    return rows;
  }

  private item(element: Element<N>): vscode.TreeItem {
    if (isFooter(element)) return footerItem(element, this.options.view);
    const renderer = this.renderer(element);
    const item = this.draw(element);
    item.id = renderer.id(element);
    if (this.isRemembered(element) && item.collapsibleState !== undefined) {
      const open = this.openMemory.isOpen(item.id);
      if (open === undefined) this.followDefault(element, item.id, item.collapsibleState);
      else
        item.collapsibleState = open
          ? vscode.TreeItemCollapsibleState.Expanded
          : vscode.TreeItemCollapsibleState.Collapsed;
    }
    return item;
  }

  private isRemembered(element: N): boolean {
    const renderer = this.renderer(element);
    return renderer.remembered === true && renderer.remembers?.(element) !== false;
  }

  private followDefault(element: N, id: string, state: vscode.TreeItemCollapsibleState): void {
    const isOpen = state === vscode.TreeItemCollapsibleState.Expanded;
    this.expansions.drawn(element, isOpen, () => this.openMemory.isOpen(id) === undefined);
  }

  private async detail(
    item: vscode.TreeItem,
    element: Element<N>,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (isFooter(element)) return item;
    using cancel = signalOf(token);
    const detailed = (await this.renderer(element).detail?.(element, item, cancel.signal)) ?? item;
    await this.options.detail?.(detailed, element, cancel.signal);
    return detailed;
  }

  private async checked(
    items: readonly (readonly [element: Element<N>, state: vscode.TreeItemCheckboxState])[],
  ): Promise<void> {
    const checks = items.flatMap(([element, state]) =>
      isFooter(element) ? [] : [[element, state === vscode.TreeItemCheckboxState.Checked] as const],
    );
    for (const [element] of checks) this.clicked.add(element);
    try {
      await this.options.check?.(checks);
    } finally {
      // VS Code already shows the box as the user left it, whatever became of it. A row that was drawn since is left alone: the next click may be on it.
      const left = checks
        .map(([element]) => element)
        .filter((element) => this.clicked.delete(element) && this.rows.find(this.rows.idOf(element)) === element);
      if (left.length > 0) this.redraws.draw(left);
    }
  }

  private toggle(element: Element<N>, open: boolean): void {
    if (isFooter(element)) return;
    const renderer = this.renderer(element);
    const id = renderer.id(element);
    if (this.isRemembered(element)) void this.openMemory.keep(id, open);
    this.expansions.toggled(element, open);
    // VS Code caches the rows of a collapsed node and only asks again after a change event.
    if (!open) this.rows.renew(id);
    this.toggled.fire({ node: element, open });
  }

  /**
   * Notes why the rows below an ID are outdated, and shows it above the rows; undefined removes it.
   * @param replaced whether a row in their place shows the error
   */
  private showTrouble(id: string, error: unknown, replaced = false): void {
    if (error === undefined) this.troubles.delete(id);
    else if (!isCancelled(error)) {
      const since = this.troubles.get(id)?.since ?? Date.now();
      if (!replaced) this.options.log.warn(`The view ${this.options.view} could not be refreshed`, error);
      const text = replaced ? undefined : vscode.l10n.t("Not up to date: {0}", describeError(error).message);
      this.troubles.set(id, { since, text });
    }
    this.showMessage();
  }

  private forgetTrouble(id: string): void {
    if (this.troubles.delete(id)) this.showMessage();
  }

  private showMessage(): void {
    const trouble = [...this.troubles.values()].find(({ text }) => text !== undefined)?.text;
    const lines = [trouble, this.text].filter((line) => line !== undefined);
    const message = lines.length > 0 ? lines.join("\n") : undefined;
    if (this.view.message !== message) Object.assign(this.view, { message });
  }
}

const labelOf = ({ label }: vscode.TreeItem): string | undefined => (typeof label === "object" ? label.label : label);

/** Returns the label and description of an item. */
const wordsOf = (item: vscode.TreeItem): string =>
  [labelOf(item), item.description].filter((part) => typeof part === "string" && part !== "").join(", ");

/**
 * Returns a string that changes whenever the drawn item does, its decoration included; the tooltip is resolved later
 * and left out.
 */
function appearanceOf(item: vscode.TreeItem): string {
  const icon = item.iconPath instanceof vscode.ThemeIcon ? `${item.iconPath.id} ${item.iconPath.color?.id ?? ""}` : "";
  return JSON.stringify([
    labelOf(item),
    item.description,
    icon,
    item.contextValue,
    item.command?.command,
    item.collapsibleState,
    item.resourceUri?.query,
    typeof item.checkboxState === "object" ? item.checkboxState.state : item.checkboxState,
  ]);
}
