import { type Command, commands } from "vscode";
import type { CommandArgs, CommandId } from "../commands/commandArgs.ts";

/** Returns a typed VS Code Command, for tree items, status bars and code lenses. */
export function asCommand<Id extends CommandId>(command: Id, title: string, ...args: CommandArgs[Id]): Command {
  return { command, title, arguments: args };
}

/** Runs one of the extension's own commands. Its errors are reported by the command itself. */
export async function runCommand<Id extends CommandId>(command: Id, ...args: CommandArgs[Id]): Promise<void> {
  await commands.executeCommand(command, ...args);
}

/**
 * Returns a command as a link target in trusted Markdown. Escapes characters that would end the link early, which
 * encodeURIComponent leaves as they are.
 */
export const commandTarget = <Id extends CommandId>(command: Id, ...args: CommandArgs[Id]): string =>
  `command:${command}?${encodeURIComponent(JSON.stringify(args)).replace(/[()'*!~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;
