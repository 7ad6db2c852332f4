import * as vscode from "vscode";
import { redactingLogger } from "./log.ts";

/** Builds every object once, registers, returns. No logic, no network await. */
export function activate(context: vscode.ExtensionContext): void {
  const channel = vscode.window.createOutputChannel("Forgeline", { log: true });
  context.subscriptions.push(channel);
  const log = redactingLogger(channel);
  log.info(`Forgeline ${(context.extension.packageJSON as { version: string }).version} is active`);
}
