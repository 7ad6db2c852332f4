import { l10n } from "vscode";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Change, JobTokenScopePart } from "../../../core/changes.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Folder } from "../../../core/tree/folders.ts";
import type { NodeRenderers, Rows } from "../../../core/tree/node.ts";
import { isPassing } from "../../../core/tree/rowEntry.ts";
import type { FolderContext } from "../../../core/tree/viewModel.ts";
import type { OpenProject } from "../../../git/project.ts";
import { entryItem, limitItem, listItem, scopeFolderItem } from "./items.ts";
import {
  entryNodes,
  entryRow,
  type JobTokenScopeFolderNode,
  type JobTokenScopeNode,
  scopeRow,
  whoOf,
} from "./nodes.ts";
import { type AccessHidden, isItself, type JobTokenAccess, readJobTokenAccess } from "./read.ts";

/** Opens the Job Token Scope folder of the Project Settings view: who can use a job token here, and the allowlists. */
export const openJobTokenScope = (
  project: OpenProject,
  connection: Connection,
  view: FolderContext<JobTokenScopeNode>,
): Folder<JobTokenScopeNode> => new JobTokenScopeFolder(project, connection, view);

/** Milliseconds within which only what was written here is read again; others may have changed the rest since. */
const justWritten = 10_000;

class JobTokenScopeFolder implements Folder<JobTokenScopeNode> {
  readonly renderers: NodeRenderers<JobTokenScopeNode>;
  private readonly scope: ProjectScope;
  private readonly connection: Connection;
  private readonly view: FolderContext<JobTokenScopeNode>;
  private known: JobTokenAccess | AccessHidden | undefined;
  /** What was written since it was read; everything is read again if nothing was. */
  private readonly writtenParts = new Set<JobTokenScopePart>();
  private writtenAt = 0;

  constructor({ instance, project }: OpenProject, connection: Connection, view: FolderContext<JobTokenScopeNode>) {
    this.scope = { instance, project };
    this.connection = connection;
    this.view = view;
    this.renderers = {
      jobTokenScope: {
        id: scopeRow,
        item: scopeFolderItem,
        remembered: true,
        known: () => this.rows(),
        children: async (_node, signal) => {
          await this.read(signal);
          return this.rows() ?? { nodes: [] };
        },
      },
      jobTokenLimit: { id: (node) => `${scopeRow(node)}/limit`, item: limitItem },
      jobTokenList: {
        id: (node) => `${scopeRow(node)}/${node.of}`,
        item: listItem,
        known: ({ entries = [], capped }) => ({ nodes: entries, ...(capped && { capped: entries.length }) }),
      },
      jobTokenEntry: { id: entryRow, item: entryItem },
    };
  }

  roots(): readonly JobTokenScopeFolderNode[] {
    const { known, scope } = this;
    return [{ kind: "jobTokenScope", ...scope, ...(typeof known === "object" && { access: known }) }];
  }

  written(change: Change): void {
    if (change.subject !== "jobTokenScope") return;
    const parts: readonly JobTokenScopePart[] = change.part ? [change.part] : ["limit", "projects", "groups"];
    for (const part of parts) this.writtenParts.add(part);
    this.writtenAt = Date.now();
  }

  refresh(): Promise<void> {
    return this.view.tree.refreshOpened("jobTokenScope");
  }

  /** @throws ApiError */
  private async read(signal: AbortSignal): Promise<void> {
    const { view } = this;
    const open = view.project();
    try {
      const { known: access } = this;
      const parts = new Set(this.writtenParts);
      if (Date.now() - this.writtenAt > justWritten) parts.clear();
      const again = typeof access === "object" && parts.size > 0 ? { access, parts } : undefined;
      const known = await readJobTokenAccess(this.connection, open, signal, again);
      if (view.signal.aborted) return;
      this.known = known;
      this.writtenParts.clear();
      const itself = typeof known === "object" ? known.projects.find((one) => isItself(one, open)) : undefined;
      if (itself) view.learn(itself.id);
    } catch (error) {
      if (!view.signal.aborted && !signal.aborted && !isPassing(error)) this.known = undefined;
      throw error;
    }
    view.pollHandle.loaded();
    view.read();
  }

  private rows(): Rows<JobTokenScopeNode> | undefined {
    const { known, scope } = this;
    if (known === undefined) return undefined;
    if (known === "forbidden") return { nodes: [], note: l10n.t("Only project maintainers can see this") };
    if (known === "notFound")
      return { nodes: [], note: l10n.t("Not supported by the host, or hidden from your account") };
    const entries = entryNodes(scope, known, this.view.project());
    const { limited } = known;
    return {
      nodes: [
        { kind: "jobTokenLimit", ...scope, access: known, who: whoOf(entries) },
        {
          kind: "jobTokenList",
          ...scope,
          of: "project",
          limited,
          entries: entries.projects,
          capped: known.capped?.projects,
        },
        { kind: "jobTokenList", ...scope, of: "group", limited, entries: entries.groups, capped: known.capped?.groups },
      ],
    };
  }
}
