import type { OpenProject } from "../../git/project.ts";
import type { Change } from "../changes.ts";
import type { Connection } from "../connections.ts";
import type { Tree } from "./engine.ts";
import type { NodeRenderers } from "./node.ts";
import type { ViewModel, ViewContext, Open } from "./viewModel.ts";

/**
 * One folder at the top of a view that is made of folders: its rows, and how they behave. A refresh asks the `children` of each kind
 * that stands open, so that a folder keeps nothing itself unless its kinds say what is `known`.
 */
export interface Folder<N extends { kind: string }> {
  readonly kinds: Partial<NodeRenderers<N>>;
  /** Its row; none while there is nothing to show for it. */
  roots(): readonly N[];
  /** The same project moved: another branch, commit or push; or more is known of it. */
  moved?(before: OpenProject, after: OpenProject): void;
  /** Something that the view shows was written here; it is refreshed anyway. */
  written?(change: Change): void;
  dispose?(): void;
}

/** What a folder has of the view around it. */
export interface FolderFrame<N extends { kind: string }> extends Omit<ViewContext<N>, "tree"> {
  readonly tree: Pick<Tree<N>, "update" | "refresh" | "renew" | "fail" | "current" | "isOpened" | "reveal">;
}

/** Makes a folder for a project with the account in use there. */
export type OpenFolder<N extends { kind: string }> = (
  project: OpenProject,
  connection: Connection,
  frame: FolderFrame<N>,
) => Folder<N>;

/** The contents of a view whose folders come from rooms of their own. Nothing in it changes by itself: it is read when it is seen. */
export class FolderContents<N extends { kind: string }> implements ViewModel<N> {
  readonly renderers: NodeRenderers<N>;
  readonly running = false;
  readonly still = true;
  readonly filterText = undefined;
  private readonly frame: ViewContext<N>;
  private readonly folders: readonly Folder<N>[];

  constructor(folders: readonly Folder<N>[], frame: ViewContext<N>) {
    this.folders = folders;
    this.frame = frame;
    this.renderers = Object.assign({}, ...folders.map(({ kinds }) => kinds)) as NodeRenderers<N>;
  }

  roots(): readonly N[] {
    return this.folders.flatMap((folder) => folder.roots());
  }

  /** Never asked: nothing here moves by itself. */
  async poll(): Promise<void> {
    await this.refresh();
  }

  async refresh(): Promise<void> {
    // Failures are told in the rows.
    await this.frame.tree.refresh();
  }

  /** Shows a row, opening the view when it is closed. @param path ids, from a first row to the one meant @returns false when there is no such row */
  reveal(path: () => readonly string[]): Promise<boolean> {
    return this.frame.tree.reveal(path);
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

/** The contents of a view from what makes its folders, in the order of the rows. */
export const openFolders =
  <N extends { kind: string }>(...open: readonly OpenFolder<N>[]): Open<N, FolderContents<N>> =>
  (project, connection, frame) =>
    new FolderContents<N>(
      open.map((each) => each(project, connection, frame)),
      frame,
    );
