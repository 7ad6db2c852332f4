import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { isCancelled } from "../base/errors.ts";
import { Emitter, type Event } from "../base/events.ts";
import type { Logger } from "../base/log.ts";
import { describeError } from "../ui/describeError.ts";
import { footerItem } from "./footerItem.ts";
import { type Element, isFooter, type NodeRenderer, type NodeRenderers } from "./node.ts";
import { OpenMemory } from "./openMemory.ts";
import { Redraws, settling } from "./redraws.ts";
import { RowTree } from "./rows.ts";
import { signalOf } from "./signal.ts";

export interface TreeOptions<N extends { kind: string }> {
  /** The view's id in package.json. */
  readonly view: string;
  /** The renderers of the nodes; read only once there are nodes. */
  readonly renderers: () => NodeRenderers<N> | undefined;
  /** Adds to the item of a node what its renderer does not know. */
  readonly mark?: (item: vscode.TreeItem, node: N) => vscode.TreeItem;
  /** Where the rows are drawn; disposed by whoever created it. */
  readonly treeView: vscode.TreeView<Element<N>>;
  /** The first rows; empty lets the view's welcome text show. */
  readonly roots: () => readonly N[];
  /** The view is a plain list: its only root is not drawn. */
  readonly hideRoot?: boolean;
  readonly memory: vscode.Memento;
  readonly log: Logger;
}

/** ms for which VS Code gathers redraws before it acts on them, and a little more; a redraw that waited for rows has begun by then too. */
const fold = settling + 50;
/** ms after which VS Code is taken to have drawn what it was told to, whether it was seen to or not. */
const longestDrawing = 5_000;

/**
 * The only TreeDataProvider: shows nodes as their kinds say, keeps what was asked for, adds rows for more, errors and notes,
 * and keeps expansion and selection through refreshes.
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
  private readonly shown = this.owned.add(new Emitter<boolean>());
  private readonly toggled = this.owned.add(new Emitter<{ node: N; open: boolean }>());
  private readonly openMemory: OpenMemory;
  private readonly view: vscode.TreeView<Element<N>>;
  private readonly rows: RowTree<N>;
  /** What VS Code reads the rows from. */
  readonly provider: Required<vscode.TreeDataProvider<Element<N>>>;
  private text: string | undefined;
  /** When VS Code was last told to draw anew, or given rows, in ms since 1970. */
  private drawnAt = 0;
  /** VS Code was told to draw everything anew, and has not asked for the first rows since. */
  private rootsDue = false;
  /** By row: why what is below it is old. */
  private readonly troubles = new Map<string, string>();

  /** Fires when the view comes into sight or leaves it. */
  readonly onDidChangeVisibility: Event<boolean> = this.shown.event;
  /** Fires when the person opens or closes a row. */
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
        { changed: (elements) => this.redraws.draw(elements), problem: (id, error) => this.showTrouble(id, error) },
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
    this.owned.add(this.view.onDidChangeVisibility(({ visible }) => this.shown.fire(visible)));
    this.owned.add(this.view.onDidExpandElement(({ element }) => this.toggle(element, true)));
    this.owned.add(this.view.onDidCollapseElement(({ element }) => this.toggle(element, false)));
  }

  get visible(): boolean {
    return this.view.visible;
  }

  /** A number on the view's icon, with the words that explain it. */
  get badge(): { readonly value: number; readonly tooltip: string } | undefined {
    return this.view.badge;
  }

  set badge(badge: { readonly value: number; readonly tooltip: string } | undefined) {
    const { badge: old } = this.view;
    if (old?.value !== badge?.value || old?.tooltip !== badge?.tooltip) this.view.badge = badge;
  }

  /** A short text beside the view's title. */
  set description(text: string | undefined) {
    this.view.description = text ?? "";
  }

  /** A text above the rows; a failed refresh is told there before it. */
  get message(): string | undefined {
    return this.view.message;
  }

  set message(text: string | undefined) {
    this.text = text;
    this.showMessage();
  }

  /** The nodes whose rows were asked for and are kept. */
  opened(): readonly N[] {
    return this.rows.opened();
  }

  /** Whether the rows below a node were asked for and not closed since. */
  isOpened(node: N): boolean {
    return this.rows.isOpened(this.renderer(node).id(node));
  }

  /** Asks anew for the rows below a node, or below everything that was opened; the old rows stay meanwhile. */
  refresh(node?: N): Promise<void> {
    return this.refreshAll(
      node ? [node] : this.rows.opened().filter((opened) => this.renderer(opened).children !== undefined),
    );
  }

  /** Asks anew for the rows below opened nodes of these kinds; the old rows stay meanwhile. */
  refreshOpened(...kinds: readonly N["kind"][]): Promise<void> {
    return this.refreshAll(this.rows.opened().filter(({ kind }) => kinds.includes(kind)));
  }

  private async refreshAll(nodes: readonly N[]): Promise<void> {
    this.rows.update();
    await this.rows.refresh(nodes.map((each) => this.renderer(each).id(each)));
  }

  /** What is known changed: draws anew what looks different, without asking. */
  update(): void {
    this.rows.update();
  }

  /** What is below a node is of no use any more: it is asked for anew, without the old rows meanwhile. */
  renew(node: N): void {
    this.rows.renew(this.renderer(node).id(node));
  }

  /** A request of the view's own for the rows below a node failed: the old rows stay when it passes, else an error takes their place. */
  fail(node: N, error: unknown): void {
    if (!isCancelled(error)) this.rows.fail(this.renderer(node).id(node), error);
  }

  /** Adds the next page below the row with this id. */
  more(id: string): Promise<void> {
    return this.rows.more(id);
  }

  /** Forgets everything and begins anew from the first rows. */
  reset(): void {
    this.troubles.clear();
    this.showMessage();
    this.rows.reset();
  }

  /** Makes sure that the rows below a node are known. */
  async load(node: N): Promise<void> {
    const element =
      this.rows.find(this.renderer(node).id(node)) ??
      (await this.rows.children(), this.rows.find(this.renderer(node).id(node)));
    if (element !== undefined) await this.rows.children(element);
  }

  /**
   * Shows a row, opening the view when it is closed.
   * @param path leads from a first row to the one meant, and is asked anew at each try, for rows move while others are read;
   *   unknown rows are asked for
   * @returns false when there is no such row
   */
  async reveal(path: () => readonly string[], options: { focus?: boolean; expand?: boolean } = {}): Promise<boolean> {
    const shown = { select: true, focus: options.focus ?? true, expand: options.expand ?? false };
    for (let tries = 1; ; tries++) {
      if ((await this.along(path())) === undefined) return false;
      if (!this.view.visible) {
        await vscode.commands.executeCommand(`${this.options.view}.focus`);
        // Out of sight VS Code does not learn of new rows, and it finds none that it does not know.
        this.fire(undefined);
      }
      await this.settled();
      const ids = path();
      const element = await this.along(ids);
      if (element === undefined) return false;
      try {
        await this.view.reveal(element, shown);
        // It may have moved while it was revealed, or been drawn anew: then it is not selected where it is now.
        if (tries === 6 || (path().at(-1) === ids.at(-1) && this.isSelected(element))) return true;
      } catch (error) {
        // VS Code gathers redraws for a moment, and until it has read the rows again it finds none of the new ones.
        if (tries === 6) throw error;
        await pause(fold);
      }
    }
  }

  private isSelected(element: Element<N>): boolean {
    const [selected] = this.view.selection;
    return selected !== undefined && this.rows.idOf(selected) === this.rows.idOf(element);
  }

  /** Waits until VS Code has drawn what it was told to: drawn anew while it opens, a row would be closed again. */
  async settled(): Promise<void> {
    const latest = Date.now() + longestDrawing;
    while ((this.rootsDue && this.view.visible) || this.drawnAt + fold > Date.now()) {
      if (Date.now() > latest) return;
      await pause(fold / 5);
    }
  }

  private fire(elements: readonly Element<N>[] | undefined): void {
    this.drawnAt = Date.now();
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

  /** What is below a node is up to date again. */
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
    return this.options.mark?.(item, node) ?? item;
  }

  /** VS Code asks for rows that stand open one after another, each once the one before is answered: here they set out together. */
  private async children(element: Element<N> | undefined): Promise<Element<N>[]> {
    const asked = this.rows.children(element);
    const rows = [...(element === undefined ? await asked : await this.redraws.below(element, asked))];
    this.drawnAt = Date.now();
    if (element === undefined) this.rootsDue = false;
    for (const row of rows) {
      const remembered = !isFooter(row) && this.renderer(row).remembered === true;
      if (remembered && this.item(row).collapsibleState === vscode.TreeItemCollapsibleState.Expanded)
        void this.rows.children(row);
    }
    return rows;
  }

  private item(element: Element<N>): vscode.TreeItem {
    if (isFooter(element)) return footerItem(element, this.options.view);
    const renderer = this.renderer(element);
    const item = this.draw(element);
    item.id = renderer.id(element);
    if (renderer.remembered && item.collapsibleState !== undefined) {
      const open = this.openMemory.isOpen(item.id);
      if (open !== undefined) {
        item.collapsibleState = open
          ? vscode.TreeItemCollapsibleState.Expanded
          : vscode.TreeItemCollapsibleState.Collapsed;
      }
    }
    return item;
  }

  private async detail(
    item: vscode.TreeItem,
    element: Element<N>,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (isFooter(element)) return item;
    using cancel = signalOf(token);
    return (await this.renderer(element).detail?.(element, item, cancel.signal)) ?? item;
  }

  private toggle(element: Element<N>, open: boolean): void {
    if (isFooter(element)) return;
    const renderer = this.renderer(element);
    const id = renderer.id(element);
    if (renderer.remembered) void this.openMemory.keep(id, open);
    // VS Code keeps the rows of what was closed and asks again only for what it was told is out of date.
    if (!open) this.rows.renew(id);
    this.toggled.fire({ node: element, open });
  }

  /** Tells above the rows that those below an id are old, and why; undefined takes it back. */
  private showTrouble(id: string, error: unknown): void {
    if (error === undefined) this.troubles.delete(id);
    else if (!isCancelled(error)) {
      this.options.log.warn(`The view ${this.options.view} could not be refreshed`, error);
      this.troubles.set(id, vscode.l10n.t("Not up to date: {0}", describeError(error).message));
    }
    this.showMessage();
  }

  private showMessage(): void {
    const [trouble] = this.troubles.values();
    const lines = [trouble, this.text].filter((line) => line !== undefined);
    const message = lines.length > 0 ? lines.join("\n") : undefined;
    if (this.view.message !== message) Object.assign(this.view, { message });
  }
}

/** What is drawn of an item, the mark that its resource stands for too; its tooltip comes later and does not count. */
function appearanceOf(item: vscode.TreeItem): string {
  const icon = item.iconPath instanceof vscode.ThemeIcon ? `${item.iconPath.id} ${item.iconPath.color?.id ?? ""}` : "";
  const label = typeof item.label === "string" ? item.label : item.label?.label;
  return JSON.stringify([
    label,
    item.description,
    icon,
    item.contextValue,
    item.command?.command,
    item.collapsibleState,
    item.resourceUri?.query,
  ]);
}
