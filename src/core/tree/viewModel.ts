import type * as vscode from "vscode";
import type { OpenProject } from "../../git/project.ts";
import type { Logger } from "../base/log.ts";
import type { Change } from "../changes.ts";
import type { Connection } from "../connections.ts";
import type { Tree } from "./engine.ts";
import type { NodeRenderers } from "./node.ts";
import type { PollHandle, PollPriority } from "./poll.ts";

/** What a view shows of one project with one account: its nodes, their renderers, and what it requests. */
export interface ViewModel<N extends { kind: string }> {
  readonly renderers: NodeRenderers<N>;
  /** The first rows. */
  roots(): readonly N[];
  /** Whether something shown changes by itself, or is about to. */
  readonly running: boolean;
  /** Nothing shown changes by itself: it is read when it is visible, and not polled. */
  readonly still?: boolean;
  /** Sends one request, the most useful one. Failures are shown in the rows, then thrown. */
  poll(signal: AbortSignal): Promise<void>;
  /** Updates everything that is open and may have changed. Failures are shown in the rows. */
  refresh(signal: AbortSignal): Promise<void>;
  /** What the rows are filtered by, in words; undefined without a filter. */
  readonly filterText: string | undefined;
  /** A line above the rows. */
  readonly headline?: string | undefined;
  /** A word beside the view's title. */
  readonly description?: string | undefined;
  /** A number on the view's icon, with its tooltip. */
  readonly badge?: { readonly value: number; readonly tooltip: string } | undefined;
  /** Whether rows of other projects are shown, too: writes to those refresh the view then. */
  readonly everywhere?: boolean;
  /** What is kept up to date while the view is hidden, or not polled as `still`: its badge, and the status bar. */
  readonly hidden?: HiddenData | undefined;
  /** Called when the same project has another branch, commit or push, or more data. */
  moved?(before: OpenProject, after: OpenProject): void;
  /** Called when something that the view shows was written here; the view is refreshed anyway. */
  written?(change: Change): void;
  /** Called when the user expanded or collapsed a row. */
  toggled?(node: N, open: boolean): void;
  dispose?(): void;
}

/** Data of a view that is shown outside of it. */
export interface HiddenData {
  demand(): PollPriority;
  /** Sends one request. A rejection delays the next one. */
  poll(signal: AbortSignal): Promise<void>;
  /** Reads the data again after an event, and on Refresh. Failures are shown where the data is. */
  refresh(signal: AbortSignal): Promise<void>;
}

/** Access of a folder to its view. `N` are the folder's nodes; the view may have more kinds. */
export interface FolderContext<N extends { kind: string }> {
  readonly tree: Pick<
    Tree<N>,
    "update" | "refresh" | "refreshOpened" | "renew" | "fail" | "current" | "isOpened" | "reveal"
  >;
  readonly pollHandle: PollHandle;
  /** workspaceState */
  readonly memory: vscode.Memento;
  /** For failures of background work. */
  readonly log: Logger;
  /** Aborts when another model takes the place of this one. */
  readonly signal: AbortSignal;
  /** Returns the project in its current state. */
  readonly project: () => OpenProject;
  /** Returns whether background requests are paused due to the host's rate limit. */
  readonly silent: () => boolean;
  /** Redraws changed rows after data was loaded, and reschedules polling. */
  readonly read: () => void;
  /** Shows the filter after it changed. */
  readonly filtered: () => void;
  /** Remembers the project's numeric ID from an answer. */
  readonly learn: (projectId: number) => void;
}

/** Access of a view model to its view. */
export interface ViewContext<N extends { kind: string }> extends FolderContext<N> {
  readonly tree: Tree<N>;
}

/** Creates the model for a project with the account in use there. */
export type Open<N extends { kind: string }, C extends ViewModel<N>> = (
  project: OpenProject,
  connection: Connection,
  view: ViewContext<N>,
) => C;
