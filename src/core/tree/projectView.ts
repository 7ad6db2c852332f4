import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { Emitter, type Event } from "../base/events.ts";
import { onceLoaded } from "../base/onceLoaded.ts";
import { loadViewController } from "../lazy/chunks.ts";
import { onceOpen } from "../lazy/onceOpen.ts";
import type { Element } from "./node.ts";
import { withLastingCommands } from "./rowCommands.ts";
import type { ViewController, ViewOptions, ViewParts } from "./viewController.ts";
import type { ViewModel } from "./viewModel.ts";
import type { AnyView, ViewRegistry } from "./viewRegistry.ts";

/** Creates a view and registers it; it is disposed with the context. */
export function addView<N extends { kind: string }, C extends ViewModel<N>>(
  context: ViewOptions & { readonly owned: DisposableStore; readonly views: ViewRegistry },
  parts: ViewParts<N, C>,
): ProjectView<N, C> {
  const view = context.owned.add(new ProjectView({ ...context, ...parts }));
  context.views.add(parts.view, view);
  return view;
}

/**
 * A view of the open project. Its code and the tree's are loaded when VS Code first asks for rows or something else
 * needs them.
 */
export class ProjectView<N extends { kind: string }, C extends ViewModel<N>> implements AnyView, Disposable {
  private readonly owned = new DisposableStore();
  private readonly redraw = this.owned.add(new vscode.EventEmitter<Element<N> | Element<N>[] | undefined>());
  private readonly visibility = this.owned.add(new Emitter<boolean>());
  private readonly treeView: vscode.TreeView<Element<N>>;
  private readonly controller: () => Promise<ViewController<N, C>>;
  private loaded: ViewController<N, C> | undefined;
  /** Whether VS Code got an error instead of the first rows, and was not told to ask again. */
  private isUnanswered = false;
  /** The data provider that VS Code reads rows from. */
  readonly provider: Required<vscode.TreeDataProvider<Element<N>>>;

  readonly onDidChangeVisibility: Event<boolean> = this.visibility.event;

  constructor(options: ViewOptions & ViewParts<N, C>) {
    const { view, current, log, load, early, hideRoot, collapseAll = hideRoot !== true, selectMany = false } = options;
    this.controller = onceLoaded(async () => {
      const [{ ViewController }, open] = await Promise.all([loadViewController(), load()]);
      const made = this.owned.add(await ViewController.create(options, open, this.treeView));
      // Subscribed after the initial reset: VS Code still waits for rows, and a redraw of everything would collapse
      // rows expanded meanwhile.
      this.owned.add(made.provider.onDidChangeTreeData((elements) => this.redraw.fire(elements ?? undefined)));
      this.loaded = made;
      this.askAgain();
      return made;
    });
    const provider = async (): Promise<ViewController<N, C>["provider"]> => {
      this.isUnanswered = false;
      try {
        return (await this.controller()).provider;
      } catch (error) {
        this.isUnanswered = true;
        throw error;
      }
    };
    this.provider = {
      onDidChangeTreeData: this.redraw.event,
      getTreeItem: (element) =>
        this.loaded?.provider.getTreeItem(element) ?? provider().then((rows) => rows.getTreeItem(element)),
      getChildren: async (element) => (await provider()).getChildren(element),
      getParent: async (element) => (await provider()).getParent(element),
      resolveTreeItem: async (item, element, token) => (await provider()).resolveTreeItem(item, element, token),
    };
    const lasting = withLastingCommands(view, this.provider, () => this.treeView);
    this.owned.add(lasting.registration);
    this.treeView = this.owned.add(
      vscode.window.createTreeView(view, {
        treeDataProvider: lasting.provider,
        showCollapseAll: collapseAll,
        canSelectMany: selectMany,
        manageCheckboxStateManually: true,
      }),
    );
    this.owned.add(this.treeView.onDidChangeVisibility(({ visible }) => this.visibility.fire(visible)));
    if (early === true)
      this.owned.add(onceOpen(current, log, `The view ${view}`, () => this.controller().then(() => undefined)));
  }

  get visible(): boolean {
    return this.treeView.visible;
  }

  /** The number on the view's icon, with its tooltip. */
  get badge(): vscode.ViewBadge | undefined {
    return this.treeView.badge;
  }

  /** The text above the rows. */
  get message(): string | undefined {
    return this.treeView.message;
  }

  /** The text next to the title. */
  get description(): string | undefined {
    return this.treeView.description;
  }

  /** The view model; undefined without a project and before the code was loaded. */
  get contents(): C | undefined {
    return this.loaded?.contents;
  }

  /** Returns the view model, after loading its code if needed; undefined without a project. */
  async load(): Promise<C | undefined> {
    return (await this.controller()).contents;
  }

  /** Reloads everything that is expanded; the old rows stay until then. */
  async refresh(): Promise<void> {
    this.askAgain();
    await this.loaded?.refresh();
  }

  /** Loads the next page below the row with this ID. */
  async loadMore(row: string): Promise<void> {
    await this.loaded?.loadMore(row);
  }

  /** Returns the arguments of a key binding: the focused row, then the selected rows if it is one of them; empty if no row has the focus. */
  async keyRows(): Promise<readonly unknown[]> {
    return (await this.loaded?.keyRows()) ?? [];
  }

  /** Waits until VS Code has finished drawing, five seconds at most. */
  async settled(): Promise<void> {
    await this.loaded?.settled();
  }

  dispose(): void {
    this.owned.dispose();
  }

  /** Has VS Code ask for the first rows again after they could not be loaded: by itself it never does. */
  private askAgain(): void {
    if (!this.isUnanswered) return;
    this.isUnanswered = false;
    this.redraw.fire(undefined);
  }
}
