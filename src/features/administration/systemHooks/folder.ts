import { l10n } from "vscode";
import type { SystemHook } from "../../../api/resources/systemHooks.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { OpenFolder } from "../folder.ts";
import { AdministrationList } from "../list.ts";
import { hookItem, hooksItem, hookTooltip } from "./items.ts";
import { hookId, hooksId, type SystemHooksFolderNode, type SystemHooksNode } from "./nodes.ts";

/** The folder System Hooks: the addresses that hear of what happens on the whole host. */
export const openSystemHooks =
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
