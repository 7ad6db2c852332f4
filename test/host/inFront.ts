/** What stands in front of a person while a command runs, and what the extension asks of VS Code meanwhile. */
import * as vscode from "vscode";
import { replace } from "./spies.ts";
import { until } from "./until.ts";

/** Does what a person does, one after the other, while a command runs, and waits for its end. @returns the words that the last of it gave */
export async function answered(
  running: Promise<unknown>,
  steps: readonly (() => Thenable<unknown>)[],
): Promise<string> {
  let last: unknown;
  const person = (async (): Promise<void> => {
    for (const step of steps) last = await step();
  })();
  await Promise.all([running, person]);
  return String(last);
}

export const clipboard = (): Thenable<string> => vscode.env.clipboard.readText();

/** The editor in front, once its document is so. */
export const editorInFront = (
  what: string,
  is: (document: vscode.TextDocument) => boolean = () => true,
): Promise<vscode.TextEditor> =>
  until(
    what,
    () => {
      const { activeTextEditor: editor } = vscode.window;
      return editor && is(editor.document) && editor;
    },
    vscode.window.onDidChangeActiveTextEditor,
    vscode.workspace.onDidChangeTextDocument,
  );

/** The diff in front, once it is so. */
export const diffInFront = (
  is: (diff: vscode.TabInputTextDiff) => boolean = () => true,
): Promise<vscode.TabInputTextDiff> =>
  until(
    "the diff",
    () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputTextDiff && is(input) && input;
    },
    vscode.window.tabGroups.onDidChangeTabs,
  );

/** The tab in front, once its label is so. */
export const labelInFront = (label: RegExp): Promise<unknown> =>
  until(
    `a tab ${label.source}`,
    () => label.test(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? ""),
    vscode.window.tabGroups.onDidChangeTabs,
  );

export const textOf = async (uri: vscode.Uri | undefined): Promise<string | undefined> =>
  uri && (await vscode.workspace.openTextDocument(uri)).getText();

/** Hears of every command that runs, until it is disposed of. */
export const watchCommands = (heard: (id: string, given: readonly unknown[], done: Thenable<unknown>) => unknown) =>
  replace(
    vscode.commands,
    "executeCommand",
    (real) =>
      ((id: string, ...given: unknown[]) => {
        const done = (real as (...all: unknown[]) => Thenable<unknown>).call(vscode.commands, id, ...given);
        heard(id, given, done);
        return done;
      }) as typeof real,
  );

/** Answers the dialogs for saving a file with this path, until it is disposed of; the names that they propose are kept. */
export function savesTo(path: string): {
  readonly path: string;
  readonly proposed: readonly string[];
  dispose(): void;
} {
  const proposed: string[] = [];
  const dialogs = replace(vscode.window, "showSaveDialog", () => (options?: vscode.SaveDialogOptions) => {
    proposed.push(options?.defaultUri?.path.split("/").at(-1) ?? "");
    return Promise.resolve(vscode.Uri.file(path));
  });
  return { path, proposed, dispose: () => dialogs.dispose() };
}
