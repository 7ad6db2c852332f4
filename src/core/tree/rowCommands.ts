import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";

/** ms for which a click waits until VS Code knows which row is selected: it knows none while it reads all rows anew. */
const longestWait = 5_000;

/**
 * Returns the provider with rows whose commands outlast a redraw. When VS Code draws a row anew, it forgets the arguments of its command, and
 * a click that is on its way then ends in "Actual command not found". So rows get a command without arguments, which runs that of the
 * selected row.
 * @param view ID of the view in package.json
 */
export function withLastingCommands<E extends object>(
  view: string,
  provider: Required<vscode.TreeDataProvider<E>>,
  treeView: () => Pick<vscode.TreeView<E>, "selection">,
): { readonly provider: vscode.TreeDataProvider<E>; readonly registration: vscode.Disposable } {
  const commands = new WeakMap<E, vscode.Command>();
  const command = `_forgeline.runRow.${view}`;
  const lasting = (element: E, item: vscode.TreeItem): vscode.TreeItem => {
    if (item.command === undefined) {
      commands.delete(element);
      return item;
    }
    commands.set(element, item.command);
    item.command = { command, title: item.command.title };
    return item;
  };
  const run = async (): Promise<void> => {
    for (const latest = Date.now() + longestWait; treeView().selection.length === 0 && Date.now() < latest;)
      await pause(50);
    const [element] = treeView().selection;
    const chosen = element && commands.get(element);
    if (chosen) await vscode.commands.executeCommand(chosen.command, ...((chosen.arguments ?? []) as unknown[]));
  };
  return {
    registration: vscode.commands.registerCommand(command, run),
    provider: {
      onDidChangeTreeData: provider.onDidChangeTreeData,
      getChildren: (element) => provider.getChildren(element),
      getParent: (element) => provider.getParent(element),
      resolveTreeItem: (item, element, token) => provider.resolveTreeItem(item, element, token),
      getTreeItem: (element) => {
        const item = provider.getTreeItem(element);
        return item instanceof vscode.TreeItem
          ? lasting(element, item)
          : Promise.resolve(item).then((made) => lasting(element, made));
      },
    },
  };
}
