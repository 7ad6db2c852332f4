import { commands, type TreeView } from "vscode";

/**
 * Returns the focused row of a view that has the focus, then the selected rows if it is one of them; empty if no row has the focus.
 * Extensions can read a view's selection but not its focused row, which the arrow keys move without selecting it. Toggling that row in
 * the selection and back reveals it, and opens nothing.
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
