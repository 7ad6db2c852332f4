import * as vscode from "vscode";

/** Whether this is the oldest VS Code that is supported, where a test that is about VS Code's own ways may have to differ. */
export const isOldest = vscode.version.startsWith("1.105.");
