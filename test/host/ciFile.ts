/** The workspace's CI file, written as a suite wants it and put back afterwards. Nothing is saved but by the suite. */
import * as vscode from "vscode";

export class CiFile {
  private kept: Uint8Array | undefined;

  get uri(): vscode.Uri {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (folder === undefined) throw new Error("No folder is open");
    return vscode.Uri.joinPath(folder.uri, ".gitlab-ci.yml");
  }

  async take(): Promise<void> {
    this.kept = await vscode.workspace.fs.readFile(this.uri);
  }

  /** Writes the file, then opens it in an editor. */
  async show(text: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(this.uri);
    await this.type(document, text);
    await document.save();
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(0, 0, 0, 0) });
    return document;
  }

  /** Replaces the text without saving it. */
  async type(document: vscode.TextDocument, text: string): Promise<void> {
    if (document.getText() === text) return;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      document.uri,
      new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end),
      text,
    );
    await vscode.workspace.applyEdit(edit);
  }

  async putBack(): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.uri);
    if (this.kept) await this.type(document, Buffer.from(this.kept).toString());
    await document.save();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  }
}
