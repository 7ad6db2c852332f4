import type * as vscode from "vscode";
import type { OpenProject } from "../../git/project.ts";
import type { Logger } from "../base/log.ts";
import type { Change } from "../changes.ts";
import type { Connection } from "../connections.ts";
import type { Tree } from "./engine.ts";
import type { NodeRenderers } from "./node.ts";
import type { PollHandle } from "./poll.ts";

/** What a view shows of one project with one account. A new view is made of this: its nodes, how they behave, and what it asks. */
export interface ViewModel<N extends { kind: string }> {
  readonly renderers: NodeRenderers<N>;
  /** The first rows. */
  roots(): readonly N[];
  /** Whether something shown changes by itself, or is about to. */
  readonly running: boolean;
  /** Nothing shown ever changes by itself: it is read when it is seen, and takes no part in polling. */
  readonly still?: boolean;
  /** Sends one request, the most useful one. A failure is told in the rows, then thrown on. */
  poll(signal: AbortSignal): Promise<void>;
  /** Brings all that stands open up to date, as far as it may have changed. Failures are told in the rows. */
  refresh(signal: AbortSignal): Promise<void>;
  /** What the rows are narrowed to, in words; undefined when to nothing. */
  readonly filterText: string | undefined;
  /** A number on the view's icon, with the words that explain it. */
  readonly badge?: { readonly value: number; readonly tooltip: string } | undefined;
  /** Whether rows of other projects are shown, too: writes to those count then. */
  readonly everywhere?: boolean;
  /** Somebody asked for a refresh by name while the view is out of sight. */
  refreshUnseen?(signal: AbortSignal): void;
  /** The same project moved: another branch, commit or push; or more is known of it. */
  moved?(before: OpenProject, after: OpenProject): void;
  /** Something that the view shows was written here; it is refreshed anyway. */
  written?(change: Change): void;
  /** The person opened or closed a row. */
  toggled?(node: N, open: boolean): void;
  dispose?(): void;
}

/** What a part of a view has of the view around it. `N` are the nodes of the part: a view of more kinds fits, too. */
export interface FolderContext<N extends { kind: string }> {
  readonly tree: Pick<
    Tree<N>,
    "update" | "refresh" | "refreshOpened" | "renew" | "fail" | "current" | "isOpened" | "reveal"
  >;
  readonly seat: PollHandle;
  /** workspaceState */
  readonly memory: vscode.Memento;
  /** For what fails and nobody waits for. */
  readonly log: Logger;
  /** Aborts when other contents take the place of these. */
  readonly signal: AbortSignal;
  /** The project with what is known of it now. */
  readonly project: () => OpenProject;
  /** Whether the host wants to be left alone for now. */
  readonly silent: () => boolean;
  /** Something was read: draws what changed and plans anew. */
  readonly read: () => void;
  /** What the rows are narrowed to has changed. */
  readonly narrowed: () => void;
  /** An answer told the project's numeric id. */
  readonly learn: (projectId: number) => void;
}

/** What a view model has of the view around it. */
export interface ViewContext<N extends { kind: string }> extends FolderContext<N> {
  readonly tree: Tree<N>;
}

/** Makes the contents for a project with the account in use there. */
export type Open<N extends { kind: string }, C extends ViewModel<N>> = (
  project: OpenProject,
  connection: Connection,
  view: ViewContext<N>,
) => C;
