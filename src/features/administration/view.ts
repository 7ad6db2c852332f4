import { l10n } from "vscode";
import type { SystemHook } from "../../api/resources/systemHooks.ts";
import type { Logger } from "../../core/base/log.ts";
import type { Connection } from "../../core/connections.ts";
import { type Folder, FolderViewModel } from "../../core/tree/folders.ts";
import { PagedFolder } from "../../core/tree/pagedFolder.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { FolderContext, Open, ViewContext } from "../../core/tree/viewModel.ts";
import type { OpenProject } from "../../git/project.ts";
import { administrationRefusal } from "./customAttributes/errors.ts";
import { CustomAttributesFolder } from "./customAttributes/folder.ts";
import type { CustomAttributeNodes } from "./customAttributes/nodes.ts";
import { hooksItem, hookItem, hookTooltip } from "./systemHooks/items.ts";
import {
  type SystemHooksNode,
  type SystemHooksFolderNode,
  hooksId,
  hookId,
  type SystemHookNode,
} from "./systemHooks/nodes.ts";
import { AdminUsers } from "./users/folder.ts";
import type { AdminUserNodes } from "./users/nodes.ts";

/** Rows of every folder. */
export type AdministrationNode = AdminUserNodes | SystemHooksNode | CustomAttributeNodes;

/** The Administration view: for administrators of the host, independent of the open project. */
export type AdministrationView = ProjectView<AdministrationNode, AdministrationViewModel>;

export interface AdministrationTools {
  readonly log: Pick<Logger, "debug">;
}

export const openAdministration =
  ({ log }: AdministrationTools): Open<AdministrationNode, AdministrationViewModel> =>
  (project, connection, view) =>
    new AdministrationViewModel(project, connection, view, log);

class AdministrationViewModel extends FolderViewModel<AdministrationNode> {
  /** Nothing here belongs to a project. */
  readonly everywhere = true;
  readonly users: AdminUsers;
  readonly attributes: CustomAttributesFolder;

  constructor(
    project: OpenProject,
    connection: Connection,
    view: ViewContext<AdministrationNode>,
    log: Pick<Logger, "debug">,
  ) {
    const users = new AdminUsers(connection, view, log);
    const attributes = new CustomAttributesFolder(project, connection, view, log);
    super(view, [users, systemHooks(connection, view, log), attributes]);
    this.users = users;
    this.attributes = attributes;
  }
}

/** The System Hooks folder: the URLs that are notified of events of the whole host. */
function systemHooks(
  connection: Connection,
  view: FolderContext<SystemHooksNode>,
  log: Pick<Logger, "debug">,
): Folder<SystemHooksNode> {
  const instance = connection.instance.url;
  const root: SystemHooksFolderNode = { kind: "systemHooks", instance };
  const list = new PagedFolder<SystemHook, SystemHooksFolderNode, SystemHookNode>(view, {
    root,
    source: (options) => connection.client.systemHooks.list(options),
    node: (hook) => ({ kind: "systemHook", instance, hook }),
    note: () => l10n.t("No system hooks yet"),
    refusal: (error) => administrationRefusal(error, connection, log),
  });
  return {
    renderers: {
      systemHooks: list.renderer({ id: hooksId, item: hooksItem }),
      systemHook: {
        id: hookId,
        item: hookItem,
        detail: (node, item) => Object.assign(item, { tooltip: hookTooltip(node) }),
      },
    },
    roots: () => [root],
    refresh: (signal) => list.refresh(signal),
  };
}
