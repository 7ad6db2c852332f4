import type { OpenProject } from "../../git/project.ts";
import type { Change } from "../changes.ts";
import type { Connection } from "../connections.ts";
import type { NodeRenderers } from "./node.ts";
import type { FolderContext, Open, ViewContext, ViewModel } from "./viewModel.ts";

/** One folder of a view. `N` are its own nodes. */
export interface Folder<N extends { kind: string }> extends Pick<
  ViewModel<N>,
  "roots" | "refresh" | "badge" | "hidden" | "moved" | "written" | "dispose"
> {
  readonly renderers: Partial<NodeRenderers<N>>;
  /** What the rows are filtered by, in words; undefined without a filter. */
  readonly filterText?: string | undefined;
}

/** Creates a folder for a project with the account in use there. */
export type OpenFolder<N extends { kind: string }> = (
  project: OpenProject,
  connection: Connection,
  view: FolderContext<N>,
) => Folder<N>;

/** Model of a view that consists of folders, in the order of its rows. Its polls send nothing. */
export class FolderViewModel<N extends { kind: string }> implements ViewModel<N> {
  readonly renderers: NodeRenderers<N>;
  readonly running = false;
  readonly still: boolean = true;
  protected readonly view: ViewContext<N>;
  private readonly folders: readonly Folder<N>[];

  constructor(view: ViewContext<N>, folders: readonly Folder<N>[]) {
    this.view = view;
    this.folders = folders;
    // Each folder renders its own kinds, so together they cover all of them.
    this.renderers = Object.assign({}, ...folders.map(({ renderers }) => renderers)) as NodeRenderers<N>;
  }

  get filterText(): string | undefined {
    return this.folders.find(({ filterText }) => filterText !== undefined)?.filterText;
  }

  get badge(): ViewModel<N>["badge"] {
    return this.folders.find(({ badge }) => badge !== undefined)?.badge;
  }

  get hidden(): ViewModel<N>["hidden"] {
    return this.folders.find(({ hidden }) => hidden !== undefined)?.hidden;
  }

  roots(): readonly N[] {
    return this.folders.flatMap((folder) => folder.roots());
  }

  poll(): Promise<void> {
    return Promise.resolve();
  }

  async refresh(signal: AbortSignal): Promise<void> {
    // Failures are shown in the rows.
    await Promise.allSettled(this.folders.map((folder) => folder.refresh(signal)));
  }

  /**
   * Reveals a row; opens the view if it is hidden.
   * @param path row IDs from a first row on
   * @returns false without such a row
   */
  reveal(path: () => readonly string[]): Promise<boolean> {
    return this.view.tree.reveal(path);
  }

  moved(before: OpenProject, after: OpenProject): void {
    for (const folder of this.folders) folder.moved?.(before, after);
  }

  written(change: Change): void {
    for (const folder of this.folders) folder.written?.(change);
  }

  dispose(): void {
    for (const folder of this.folders) folder.dispose?.();
  }
}

/** Returns the `Open` of a view that consists of these folders. */
export const openFolders =
  <N extends { kind: string }>(...open: readonly OpenFolder<N>[]): Open<N, FolderViewModel<N>> =>
  (project, connection, view) =>
    new FolderViewModel<N>(
      view,
      open.map((each) => each(project, connection, view)),
    );
