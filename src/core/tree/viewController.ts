import type * as vscode from "vscode";
import type { OpenProject, ProjectTracker } from "../../git/project.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Event } from "../base/events.ts";
import type { Logger } from "../base/log.ts";
import { sameProject } from "../base/refs.ts";
import type { Change, ChangeSubject } from "../changes.ts";
import type { Connection, Connections, RecordsEvent } from "../connections.ts";
import type { CurrentProject } from "../currentProject.ts";
import { setContextKey, type FilteredKey } from "../ui/contextKeys.ts";
import type { ViewId } from "../views.ts";
import { awaitedProject } from "./awaitedProject.ts";
import { Tree } from "./engine.ts";
import { focusedRow } from "./focusedRow.ts";
import type { Element, NodeRenderers } from "./node.ts";
import type { PollPriority, PollScheduler, PollHandle } from "./poll.ts";
import type { ViewModel, ViewContext, Open } from "./viewModel.ts";

/** Dependencies of every view. */
export interface ViewOptions {
  readonly current: CurrentProject;
  readonly projects: Pick<ProjectTracker, "setProjectId">;
  readonly changes: { readonly event: Event<Change> };
  readonly connections: Pick<Connections, "onDidChangeRecords">;
  readonly polling: PollScheduler;
  /** workspaceState */
  readonly memory: vscode.Memento;
  readonly log: Logger;
  readonly marks: { readonly sources: readonly RowMarks[]; readonly onDidChange: Event<undefined> };
}

/** Adds to rows what their view does not know. */
export interface RowMarks {
  readonly onDidChange: Event<undefined>;
  /** Adds to the item of a node. */
  mark(item: vscode.TreeItem, node: object): vscode.TreeItem;
  /** Called when the user checked or unchecked rows; of those that `mark` gave no checkbox nothing is done. */
  check?(checks: readonly (readonly [node: object, checked: boolean])[]): Promise<void>;
  /** Adds to the tooltip of a node's item. */
  detail?(item: vscode.TreeItem, node: object, signal: AbortSignal): Promise<void>;
}

/** Definition of one view. */
export interface ViewParts<N extends { kind: string }, C extends ViewModel<N>> {
  readonly view: ViewId;
  /** Whether the only root is not drawn itself: a plain list. */
  readonly hideRoot?: boolean;
  /** Whether a plain list has a Collapse All button: its rows have rows below them. */
  readonly collapseAll?: boolean;
  /** Whether several rows can be selected. Commands for one of them are hidden then. */
  readonly selectMany?: boolean;
  /** Whether the view welcomes whoever has not signed in, with the project and host as its title. */
  readonly welcomes?: boolean;
  /** Subjects whose changes refresh the view. */
  readonly subjects: readonly ChangeSubject[];
  /** Context key set while the rows are filtered. */
  readonly filtered?: FilteredKey;
  /** Loads the view's code when it is first needed, never during activation. */
  readonly load: () => Promise<Open<N, C>>;
  /** Whether the view is loaded as soon as there is a project, for its badge. */
  readonly early?: boolean;
}

/** ms for which VS Code waits at most for the project before it draws a view without rows. */
const longestWait = 5_000;
/** ms that the host may need to apply a write. */
const afterWrite = 3_000;

/**
 * Shows a view model, replaces it with the project and account, and refreshes it after writes, when shown, and by
 * polling.
 */
export class ViewController<N extends { kind: string }, C extends ViewModel<N>> implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: ViewOptions & ViewParts<N, C>;
  private readonly tree: Tree<N>;
  private readonly pollHandle: PollHandle;
  private readonly open: Open<N, C>;
  private shown: C | undefined;
  private project: OpenProject | undefined;
  private account: Connection | undefined;
  private readonly treeView: vscode.TreeView<Element<N>>;
  private readonly ownTitle: string | undefined;
  /** Kept after the model is gone: VS Code may still ask about its rows. */
  private renderers: NodeRenderers<N> | undefined;
  /** Aborts the work of the current model. */
  private work = new AbortController();
  private lastFiltered: boolean | undefined;
  /** Whether something was written here since the last refresh. */
  private wrote = false;

  /**
   * Creates a view once it is known whether it has a project: VS Code waits for the first rows, and while a window opens it takes a long time
   * to ask for them again.
   */
  static async create<N extends { kind: string }, C extends ViewModel<N>>(
    options: ViewOptions & ViewParts<N, C>,
    open: Open<N, C>,
    treeView: vscode.TreeView<Element<N>>,
  ): Promise<ViewController<N, C>> {
    await isKnown(options.current);
    return new ViewController(options, open, treeView);
  }

  private constructor(options: ViewOptions & ViewParts<N, C>, open: Open<N, C>, treeView: vscode.TreeView<Element<N>>) {
    this.options = options;
    this.open = open;
    this.treeView = treeView;
    this.ownTitle = treeView.title;
    const { current, changes, polling, memory, log, view, hideRoot = false } = options;
    this.pollHandle = this.owned.add(
      polling.add({
        name: view,
        instance: () => this.account?.instance.url,
        demand: () => this.demand(),
        troubledSince: () => (this.tree.visible ? this.tree.troubledSince : undefined),
        poll: async (signal) => this.poll(AbortSignal.any([signal, this.work.signal])),
        refresh: (byFocus) => this.refreshSeen(byFocus),
      }),
    );
    this.tree = this.owned.add(
      new Tree<N>({
        view,
        renderers: () => this.renderers,
        mark: (item, node) => options.marks.sources.reduce((marked, source) => source.mark(marked, node), item),
        check: async (checks) => {
          for (const source of options.marks.sources) await source.check?.(checks);
        },
        detail: async (item, node, signal) => {
          for (const source of options.marks.sources) await source.detail?.(item, node, signal);
        },
        roots: () => this.shown?.roots() ?? [],
        treeView,
        hideRoot,
        memory,
        log,
      }),
    );
    // VS Code itself requests rows that were never loaded.
    this.owned.add(
      this.tree.onDidChangeVisibility((visible) => (visible ? this.pollHandle.shown() : this.pollHandle.changed())),
    );
    this.owned.add(this.tree.onDidToggle(({ node, open }) => this.shown?.toggled?.(node, open)));
    this.owned.add(options.marks.onDidChange(() => this.tree.update()));
    this.owned.add(current.onDidChange(() => this.follow()));
    this.owned.add(changes.event((change) => this.written(change)));
    this.owned.add(options.connections.onDidChangeRecords((changed) => this.recordsChanged(changed)));
    this.follow();
  }

  /** Waits until VS Code has finished drawing, five seconds at most. */
  settled(): Promise<void> {
    return this.tree.settled();
  }

  /** The data provider that VS Code reads rows from. */
  get provider(): Tree<N>["provider"] {
    return this.tree.provider;
  }

  /** The view model; undefined without a project. */
  get contents(): C | undefined {
    return this.shown;
  }

  /** Reloads everything that is expanded; the old rows stay until then. */
  async refresh(): Promise<void> {
    this.pollHandle.loaded();
    if (this.tree.visible) await this.tree.refresh();
    else await this.refreshHidden();
  }

  /** Returns the arguments of a key binding: the focused row, then the selected rows if it is one of them; empty if no row has the focus. */
  async keyRows(): Promise<readonly unknown[]> {
    // While VS Code reads rows anew, it knows no selection.
    await this.tree.settled();
    return focusedRow(this.treeView);
  }

  /** Loads the next page below the row with this ID. */
  loadMore(row: string): Promise<void> {
    return this.tree.more(row);
  }

  dispose(): void {
    this.work.abort();
    this.shown?.dispose?.();
    this.owned.dispose();
  }

  private demand(): PollPriority {
    const { shown, tree } = this;
    if (!shown) return "none";
    if (!tree.visible) return shown.hidden?.demand() ?? "none";
    if (shown.still === true) return shown.hidden?.demand() ?? "none";
    return shown.running ? "running" : "idle";
  }

  private async poll(signal: AbortSignal): Promise<void> {
    const { shown, tree } = this;
    await (tree.visible && shown?.still !== true ? shown?.poll(signal) : shown?.hidden?.poll(signal));
  }

  private async refreshHidden(): Promise<void> {
    await this.shown?.hidden
      ?.refresh(this.work.signal)
      .catch((error: unknown) => this.options.log.debug(`Refreshing ${this.options.view} unseen failed`, error));
  }

  private refreshSeen(byFocus: boolean): void {
    const { shown } = this;
    if (!shown) return;
    if (!this.tree.visible || (byFocus && shown.still === true)) {
      void this.refreshHidden();
      return;
    }
    void this.refreshShown(shown).catch((error: unknown) =>
      this.options.log.debug(`Refreshing ${this.options.view} failed`, error),
    );
    // The immediate refresh may come before the host has applied the write, and postpones the next poll.
    if (this.wrote) this.pollHandle.soon(afterWrite);
    this.wrote = false;
  }

  private async refreshShown(shown: C): Promise<void> {
    await shown.refresh(this.work.signal);
    if (this.shown === shown) await this.tree.refreshTroubled();
  }

  /** Shows what answers to others changed. */
  private recordsChanged({ connection, changes }: RecordsEvent): void {
    const { subjects } = this.options;
    if (!this.shown || connection !== this.account) return;
    const kinds = subjects.filter(
      (subject) => subject === "pipeline" || subject === "job" || subject === "mergeRequest",
    );
    if (!kinds.some((kind) => changes[kind].size > 0)) return;
    this.tree.update();
    this.showHeader();
    this.pollHandle.changed();
  }

  private written(change: Change): void {
    const { project, options } = this;
    if (!project || !options.subjects.includes(change.subject)) return;
    if (!sameProject(project, change) && this.shown?.everywhere !== true) return;
    this.shown?.written?.(change);
    this.wrote = true;
    this.pollHandle.refresh();
  }

  /** Follows the current project: another project or account gets a new model. */
  private follow(): void {
    const { options } = this;
    const { value } = options.current;
    if (options.welcomes === true) this.tree.title = awaitedProject(value) ?? this.ownTitle;
    if (value.kind !== "ready") {
      if (this.project) this.begin(undefined, undefined);
      return;
    }
    const { project, connection } = value;
    const { project: before } = this;
    if (before && sameProject(before, project) && this.account === connection) {
      this.project = project;
      this.shown?.moved?.(before, project);
      this.pollHandle.changed();
    } else this.begin(project, connection);
  }

  private begin(project: OpenProject | undefined, account: Connection | undefined): void {
    this.work.abort();
    this.work = new AbortController();
    this.shown?.dispose?.();
    this.project = project;
    this.account = account;
    this.shown = project && account && this.open(project, account, this.viewContext(project));
    this.renderers = this.shown?.renderers ?? this.renderers;
    this.tree.reset();
    this.showHeader();
    this.pollHandle.loaded();
    // VS Code requests the rows of a visible view.
    if (this.shown?.hidden && !this.tree.visible) this.pollHandle.refresh();
  }

  private viewContext(project: OpenProject): ViewContext<N> {
    const { tree, pollHandle } = this;
    const { memory, log, polling, projects } = this.options;
    const { signal } = this.work;
    return {
      tree,
      pollHandle,
      memory,
      log,
      signal,
      project: () => (signal.aborted ? project : (this.project ?? project)),
      silent: () => polling.silentUntil(project.instance) !== undefined,
      read: () => {
        if (signal.aborted) return;
        this.tree.update();
        this.showHeader();
        this.pollHandle.changed();
      },
      filtered: () => {
        if (!signal.aborted) this.showHeader();
      },
      learn: (projectId) => {
        if (!signal.aborted) void projects.setProjectId(project, projectId);
      },
    };
  }

  private showHeader(): void {
    const { filtered } = this.options;
    const text = this.shown?.filterText;
    this.tree.badge = this.shown?.badge;
    this.tree.description = this.shown?.description;
    this.tree.message = [this.shown?.headline, text].filter((line) => line !== undefined).join("\n") || undefined;
    const isFiltered = text !== undefined;
    if (filtered === undefined || this.lastFiltered === isFiltered) return;
    this.lastFiltered = isFiltered;
    void setContextKey(filtered, isFiltered);
  }
}

/** Waits until it is known whether the window has a project with an account, or for as long as VS Code waits for that. */
async function isKnown(current: CurrentProject): Promise<void> {
  if (current.value.kind !== "loading") return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      listening.dispose();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, longestWait);
    const listening = current.onDidChange(({ kind }) => {
      if (kind !== "loading") end();
    });
  });
}
