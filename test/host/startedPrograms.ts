/** Which programs Forgeline starts, and whether the git that a workspace's settings name was among them (see hostWorkspaces.ts). */
import childProcess from "node:child_process";
import { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import * as vscode from "vscode";
import { replace } from "./spies.ts";

/** Programs as they were started while the suite around it runs, oldest first. */
export function startedPrograms(): readonly string[] {
  const started: string[] = [];
  let undo: { dispose(): void } | undefined;
  before(() => {
    const folder = vscode.extensions.getExtension("forgeline.forgeline")?.extensionPath ?? "";
    const own = ["dist", "src"].map((part) => `${folder}/${part}/`);
    undo = replace(
      childProcess,
      "spawn",
      (real) =>
        ((program: string, ...rest: unknown[]) => {
          // Other extensions of the same host, VS Code's git first of all, start programs too.
          const stack = new Error().stack ?? "";
          if (own.some((part) => stack.includes(part))) started.push(program);
          return (real as (...given: unknown[]) => unknown)(program, ...rest);
        }) as typeof real,
    );
    // Modules that import `spawn` by its name see it as well.
    syncBuiltinESMExports();
  });
  after(() => {
    undo?.dispose();
    syncBuiltinESMExports();
  });
  return started;
}

/** @param folder where the workspace's settings are */
export const hostileGitRan = (folder: vscode.Uri): boolean => existsSync(vscode.Uri.joinPath(folder, "ran.txt").fsPath);
