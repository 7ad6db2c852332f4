import * as vscode from "vscode";

/** Asks again and again, for what VS Code has no event of: the list of tools changes some time after what it depends on. */
export function everyMoment(listener: () => unknown): vscode.Disposable {
  const timer = setInterval(listener, 50);
  return new vscode.Disposable(() => clearInterval(timer));
}
