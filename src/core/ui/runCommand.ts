import { type Command, commands } from "vscode";
import type { CommandArgs, CommandId } from "../commands/commandArgs.ts";

/** A command with its arguments, checked against the commands of the features: for tree items, status bars and code lenses. */
export function asCommand<Id extends CommandId>(command: Id, title: string, ...args: CommandArgs[Id]): Command {
  return { command, title, arguments: args };
}

/** Runs one of the extension's own commands. Its errors are reported by the command itself. */
export async function runCommand<Id extends CommandId>(command: Id, ...args: CommandArgs[Id]): Promise<void> {
  await commands.executeCommand(command, ...args);
}

/**
 * A command as the target of a link in Markdown that is trusted with it. Arguments may hold what ends a link early, which
 * encodeURIComponent leaves as it is.
 */
export const commandTarget = <Id extends CommandId>(command: Id, ...args: CommandArgs[Id]): string =>
  `command:${command}?${encodeURIComponent(JSON.stringify(args)).replace(/[()'*!~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;
