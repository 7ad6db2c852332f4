/** What language features provide for a document, as VS Code asks them. */
import * as vscode from "vscode";

const ask =
  <T>(feature: string) =>
  (uri: vscode.Uri, ...given: unknown[]): Thenable<T> =>
    vscode.commands.executeCommand<T>(`vscode.execute${feature}Provider`, uri, ...given);

export const completionsOf = ask<vscode.CompletionList>("CompletionItem");
export const definitionsOf = ask<vscode.LocationLink[]>("Definition");
export const hoversOf = ask<vscode.Hover[]>("Hover");
export const lensesOf = ask<vscode.CodeLens[]>("CodeLens");
export const linksOf = ask<vscode.DocumentLink[]>("Link");
export const symbolsOf = ask<vscode.DocumentSymbol[]>("DocumentSymbol");

/** The Markdown of a document's hovers at a position. */
export async function hoverText(uri: vscode.Uri, position: vscode.Position): Promise<string> {
  const contents = (await hoversOf(uri, position)).flatMap((hover) => hover.contents);
  return contents.map((one) => (one instanceof vscode.MarkdownString ? one.value : "")).join("\n");
}
