import { l10n } from "vscode";
import type { SystemHook } from "../../api/resources/systemHooks.ts";
import type { Logger } from "../../core/base/log.ts";
import type { Change } from "../../core/changes.ts";
import type { Connection } from "../../core/connections.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import type { OpenProject } from "../../git/project.ts";
import { CustomAttributesFolder } from "./customAttributes/folder.ts";
import type { CustomAttributeNodes } from "./customAttributes/nodes.ts";
import type { AdministrationFolder, OpenFolder } from "./folder.ts";
import { AdministrationList } from "./list.ts";
import { hooksItem, hookItem, hookTooltip } from "./systemHooks/items.ts";
import { type SystemHooksNode, type SystemHooksFolderNode, hooksId, hookId } from "./systemHooks/nodes.ts";
import { AdminUsers } from "./users/folder.ts";
import type { AdminUserNodes } from "./users/nodes.ts";

/** Rows of every folder. */
export type AdministrationNode = AdminUserNodes | SystemHooksNode | CustomAttributeNodes;

/** The Administration view: what only administrators of the host see and do, whichever project is open. */
export type AdministrationView = ProjectView<AdministrationNode, AdministrationContents>;

/** What the folders share. */
export interface AdministrationTools {
  readonly log: Pick<Logger, "debug">;
}

export const openAdministration =
  (tools: AdministrationTools): Open<AdministrationNode, AdministrationContents> =>
  (project, connection, frame) =>
    new AdministrationContents(project, connection, frame, tools);

export class AdministrationContents implements ViewModel<AdministrationNode> {
  readonly renderers: NodeRenderers<AdministrationNode>;
  readonly running = false;
  readonly still = true;
  readonly filterText = undefined;
  /** Nothing here belongs to a project. */
  readonly everywhere = true;
  readonly users: AdminUsers;
  readonly attributes: CustomAttributesFolder;
  private readonly instance: string;
  private readonly folders: readonly AdministrationFolder<AdministrationNode>[];

  constructor(
    project: OpenProject,
    connection: Connection,
    frame: ViewContext<AdministrationNode>,
    tools: AdministrationTools,
  ) {
    this.instance = project.instance;
    // A folder knows its own rows alone.
    const open = <N extends AdministrationNode>(folder: OpenFolder<N>): AdministrationFolder<AdministrationNode> =>
      folder(
        project,
        connection,
        frame as unknown as ViewContext<N>,
      ) as unknown as AdministrationFolder<AdministrationNode>;
    this.users = new AdminUsers(connection, frame as unknown as ViewContext<AdminUserNodes>, tools.log);
    this.attributes = new CustomAttributesFolder(
      project,
      connection,
      frame as unknown as ViewContext<CustomAttributeNodes>,
      tools.log,
    );
    // In the order in which they are shown.
    this.folders = [
      this.users,
      open(openSystemHooks(tools)),
      this.attributes,
    ] as unknown as readonly AdministrationFolder<AdministrationNode>[];
    this.renderers = Object.assign({}, ...this.folders.map(({ kinds }) => kinds)) as NodeRenderers<AdministrationNode>;
  }

  roots(): readonly AdministrationNode[] {
    return this.folders.map(({ root }) => root);
  }

  /** Nothing here moves by itself. */
  poll(): Promise<void> {
    return Promise.resolve();
  }

  async refresh(signal: AbortSignal): Promise<void> {
    await Promise.all(this.folders.map((folder) => folder.refresh(signal)));
  }

  written(change: Change): void {
    if (change.instance !== this.instance) return;
    for (const folder of this.folders) folder.written?.(change);
  }

  dispose(): void {
    for (const folder of this.folders) folder.dispose?.();
  }
}
/** The folder System Hooks: the addresses that hear of what happens on the whole host. */
const openSystemHooks =
  ({ log }: { readonly log: Pick<Logger, "debug"> }): OpenFolder<SystemHooksNode> =>
  ({ instance }, connection, frame) => {
    const root: SystemHooksFolderNode = { kind: "systemHooks", instance };
    const list = new AdministrationList<SystemHook, SystemHooksNode, SystemHooksFolderNode>(
      {
        root,
        connection,
        log,
        source: (options) => connection.client.systemHooks.list(options),
        node: (hook) => ({ kind: "systemHook", instance, hook }),
        kind: { id: hooksId, item: hooksItem },
        note: () => l10n.t("No system hooks yet"),
      },
      frame,
    );
    return {
      root,
      kinds: {
        systemHooks: list.folder(),
        systemHook: {
          id: hookId,
          item: hookItem,
          detail: (node, item) => Object.assign(item, { tooltip: hookTooltip(node) }),
        },
      },
      refresh: (signal) => list.refresh(signal),
    };
  };
