import { type Command, commands } from "vscode";
import type { CommandArgs, CommandId } from "../ids.ts";

/** A command with its arguments, checked against the table in ids.ts: for tree items, status bars and code lenses. */
export function asCommand<Id extends CommandId>(command: Id, title: string, ...args: CommandArgs[Id]): Command {
  return { command, title, arguments: args };
}

/** Runs one of the extension's own commands. Its errors are reported by the command itself. */
export async function runCommand<Id extends CommandId>(command: Id, ...args: CommandArgs[Id]): Promise<void> {
  await commands.executeCommand(command, ...args);
}
