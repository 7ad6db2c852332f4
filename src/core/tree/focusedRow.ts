import { commands, type TreeView } from "vscode";

/**
 * Returns the focused row of a view that has the focus, then the rows of the selection that it is part of; empty if no row has the focus.
 * VS Code tells extensions the selection only, which arrow keys leave behind. So the focused row is added to it or taken from it for a
 * moment, which opens nothing.
 */
export async function focusedRow<T>(view: Pick<TreeView<T>, "selection">): Promise<readonly [] | [T, readonly T[]]> {
  const before = view.selection;
  await commands.executeCommand(toggle);
  const after = view.selection;
  const added = after.find((row) => !before.includes(row));
  const removed = before.find((row) => !after.includes(row));
  const row = added ?? removed;
  if (row === undefined) return [];
  await commands.executeCommand(toggle);
  return [row, added === undefined ? before : [row]];
}

const toggle = "list.toggleSelection";
