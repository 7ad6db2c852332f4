import { commands } from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Report } from "../ui/report.ts";
import type { CommandTable } from "./entries.ts";

/** The part of package.json read here. A translated title comes with the original beside it. */
export interface CommandManifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string | { readonly value: string } }[];
  };
}

/** A feature, as the one who runs its commands. */
export interface CommandOwner {
  /** What the ids of its commands begin with, after `forgeline.`. */
  readonly commands: readonly string[];
  readonly run: (id: string, given: readonly unknown[]) => Promise<void>;
}

/** Registers every command that package.json tells of; what they do is loaded with the first one of a feature that runs. Ends with the returned disposable. */
export function registerCommands(
  owners: readonly CommandOwner[],
  { contributes }: CommandManifest,
  report: Pick<Report, "error">,
): Disposable {
  const store = new DisposableStore();
  for (const { command, title } of contributes.commands) {
    store.add(
      commands.registerCommand(command, async (...given: unknown[]) => {
        try {
          await ownerOf(owners, command).run(command, given);
        } catch (error) {
          // The one place where what commands throw is told. Nobody waits until the message is closed.
          void report.error(error, words(title));
        }
      }),
    );
  }
  return store;
}

/** The feature that has a command. @throws Error for a command of nobody */
export function ownerOf<Owner extends Pick<CommandOwner, "commands">>(owners: readonly Owner[], id: string): Owner {
  const length = ({ commands: own }: Owner): number =>
    Math.max(-1, ...own.filter((start) => `${id}.`.startsWith(`forgeline.${start}.`)).map((start) => start.length));
  const [owner] = owners.filter((one) => length(one) >= 0).sort((a, b) => length(b) - length(a));
  if (!owner) throw new Error(`No feature has the command ${id}`);
  return owner;
}

/** Does what a command says with what VS Code hands over. Errors are left to fall. */
export async function runEntry<Self>(
  table: CommandTable<Self>,
  self: Self,
  id: string,
  given: readonly unknown[],
): Promise<void> {
  const entry = table[id];
  if (!entry) throw new Error(`There is no command ${id}`);
  // What the arguments are read as is what the handler takes: defineCommands checks it where both are written.
  const run = entry.run as (self: Self, ...args: readonly unknown[]) => Promise<void>;
  await run(self, ...(entry.args?.(given) ?? []));
}

/** A command's title as the palette shows it, in the person's language. */
const words = (title: string | { readonly value: string }): string =>
  (typeof title === "string" ? title : title.value).replace(/…$/, "");
