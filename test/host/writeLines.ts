import * as vscode from "vscode";
import type { Stage } from "./stage.ts";
import { until } from "./until.ts";

const openEditor = (before: string): Promise<vscode.TextEditor> =>
  until(
    "the editor with the text",
    () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.isUntitled === true && editor.document.getText() === before && editor;
    },
    vscode.window.onDidChangeActiveTextEditor,
  );

/** Replaces the text in the editor that a prompt has opened for it, and uses it by the row of this name. */
export async function replaceLines(
  stage: Stage,
  {
    box,
    use,
    before,
    text,
  }: { readonly box: string; readonly use: string; readonly before: string; readonly text: string },
): Promise<void> {
  const editor = await openEditor(before);
  const { document } = editor;
  const whole = new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);
  await editor.edit((change) => change.replace(whole, text));
  await stage.person({ action: "pick", box, row: use });
}

/** Writes a text of several lines by the pencil button of an empty prompt of one line. */
export async function writeLines(stage: Stage, options: { box: string; use: string; text: string }): Promise<void> {
  await stage.person({ action: "titleButton", box: options.box, button: "Open in Editor" });
  await replaceLines(stage, { ...options, before: "" });
}

/** Puts words into the document in place of what it holds, unsaved. */
export async function retype(document: vscode.TextDocument, words: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  edit.replace(document.uri, whole, words);
  await vscode.workspace.applyEdit(edit);
}
