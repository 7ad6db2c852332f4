/** The panels in which VS Code shows pages, as the extension gets them. */
import * as vscode from "vscode";
import { replace } from "./spies.ts";

/** Those made since the suite around it began, the newest last. */
export function webviewPanels(): readonly vscode.WebviewPanel[] {
  const panels: vscode.WebviewPanel[] = [];
  let undo: { dispose(): void } | undefined;
  before(() => {
    undo = replace(vscode.window, "createWebviewPanel", (real) => (...given) => {
      const panel = real.apply(vscode.window, given);
      panels.push(panel);
      return panel;
    });
  });
  after(() => undo?.dispose());
  return panels;
}

/** The newest of them, which is open and in front. */
export function shownPanel(panels: readonly vscode.WebviewPanel[]): vscode.WebviewPanel {
  const panel = panels.at(-1);
  if (panel === undefined) throw new Error("No page was opened");
  return panel;
}
