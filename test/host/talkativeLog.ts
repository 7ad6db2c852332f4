/** What the extension writes into its log while it says the most. */
import assert from "node:assert/strict";
import { watch } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import type { App } from "./app.ts";
import { forTests } from "./signedIn.ts";
import { until } from "./until.ts";

export interface TalkativeLog {
  /** Ends it. @returns all that was written, ever, in this window */
  read(): Promise<string>;
}

/** Lets the log take everything until it is read. */
export async function talkativeLog(app: App): Promise<TalkativeLog> {
  const file = await logFile(app);
  app.log.show();
  const shown = (): boolean =>
    vscode.window.visibleTextEditors.some(
      ({ document }) => document.uri.scheme === "output" && document.fileName.includes("Forgeline"),
    );
  await until("the log to be shown", shown, vscode.window.onDidChangeVisibleTextEditors);
  // Trace, as it takes most; the command works on the channel that is shown.
  await vscode.commands.executeCommand("workbench.action.output.activeOutputLogLevel.1");
  return {
    read: async () => {
      const end = `end of test ${Date.now()}`;
      app.log.error(end);
      await vscode.commands.executeCommand("workbench.action.output.activeOutputLogLevel.3");
      await vscode.commands.executeCommand("workbench.action.closePanel");
      const text = await until(
        "the log to be written",
        async () => {
          const read = await readFile(file, "utf8");
          return read.includes(end) && read;
        },
        (listener) => {
          const watcher = watch(file, () => void listener());
          return { dispose: () => watcher.close() };
        },
      );
      assert.match(text, /\[debug\]|\[trace\]/, "The log was not read at its most talkative");
      return text;
    },
  };
}

/** The file of the extension's log channel in this window: the newest of its name below the editor's data. */
async function logFile(app: App): Promise<string> {
  app.log.error("The log is looked for");
  // <data>/User/globalStorage/forgeline.forgeline
  const data = dirname(dirname(dirname((await forTests()).storage)));
  const root = join(data, "logs");
  const find = async (): Promise<string | undefined> => {
    const files = (await readdir(root, { recursive: true }))
      .filter((name) => /forgeline\.forgeline[\\/]Forgeline\.log$/.test(name))
      .map((name) => join(root, name));
    const dated = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
    return dated.sort((a, b) => b.at - a.at)[0]?.file;
  };
  return until("the log's file", find, (listener) => {
    const watcher = watch(root, { recursive: true }, () => void listener());
    return { dispose: () => watcher.close() };
  });
}
