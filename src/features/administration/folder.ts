import type { Change } from "../../core/changes.ts";
import type { Connection } from "../../core/connections.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import type { ViewContext } from "../../core/tree/viewModel.ts";
import type { OpenProject } from "../../git/project.ts";

/** One folder of the Administration view: its row, how it and all below it behave. */
export interface AdministrationFolder<N extends { kind: string }> {
  readonly root: N;
  readonly kinds: NodeRenderers<N>;
  /** Brings what stands open up to date. Failures are told in the rows. */
  refresh(signal: AbortSignal): Promise<void>;
  /** Something that the view shows was written here; it is refreshed anyway. */
  written?(change: Change): void;
  dispose?(): void;
}

/** Makes a folder for the host of the open project with the account in use there. */
export type OpenFolder<N extends { kind: string }> = (
  project: OpenProject,
  connection: Connection,
  frame: ViewContext<N>,
) => AdministrationFolder<N>;
