import { commands } from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Report } from "../ui/report.ts";
import type { CommandTable } from "./entries.ts";

/** The part of package.json that is read here. A translated title has the original beside it. */
export interface CommandManifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string | { readonly value: string } }[];
  };
}

/** Runs the commands of a feature. */
export interface CommandOwner {
  /** Prefixes of the IDs of its commands, after `forgeline.`. */
  readonly commands: readonly string[];
  readonly run: (id: string, given: readonly unknown[]) => Promise<void>;
}

/** Registers every command of package.json; the code of a feature is loaded with the first of its commands that runs. */
export function registerCommands(
  owners: readonly CommandOwner[],
  { contributes }: CommandManifest,
  report: Pick<Report, "error" | "prepare" | "acted">,
): Disposable {
  const store = new DisposableStore();
  for (const { command, title } of contributes.commands) {
    store.add(
      commands.registerCommand(command, async (...given: unknown[]) => {
        try {
          await ownerOf(owners, command).run(command, given);
        } catch (error) {
          // The only place where errors of commands are shown. A command ends with the message, not with its answer.
          await report.prepare();
          void report.error(error, words(title));
        } finally {
          void report.acted();
        }
      }),
    );
  }
  return store;
}

/** Returns the feature that owns a command. @throws Error for an unknown command */
export function ownerOf<Owner extends Pick<CommandOwner, "commands">>(owners: readonly Owner[], id: string): Owner {
  const length = ({ commands: own }: Owner): number =>
    Math.max(-1, ...own.filter((start) => `${id}.`.startsWith(`forgeline.${start}.`)).map((start) => start.length));
  const [owner] = owners.filter((one) => length(one) >= 0).sort((a, b) => length(b) - length(a));
  if (!owner) throw new Error(`No feature has the command ${id}`);
  return owner;
}

/**
 * Returns the arguments of a command. VS Code passes no row to key bindings, so those of a view pass the view's ID, and its focused row
 * is looked up here.
 * @param views all views by ID
 */
export async function withRowsOfKey(
  views: { get(id: string): { keyRows(): Promise<readonly unknown[]> } | undefined },
  given: readonly unknown[],
): Promise<readonly unknown[]> {
  const view = (given[0] as Partial<KeyArgument> | null | undefined)?.focusedView;
  return view === undefined ? given : ((await views.get(view)?.keyRows()) ?? []);
}

/** Argument of key bindings in views. */
export interface KeyArgument {
  readonly focusedView: string;
}

/** Runs a command with the arguments that VS Code passes. Errors are not caught. */
export async function runEntry<Self>(
  table: CommandTable<Self>,
  self: Self,
  id: string,
  given: readonly unknown[],
): Promise<void> {
  const entry = table[id];
  if (!entry) throw new Error(`There is no command ${id}`);
  // defineCommands has checked that the handler accepts these arguments.
  const run = entry.run as (self: Self, ...args: readonly unknown[]) => Promise<void>;
  await run(self, ...(entry.args?.(given) ?? []));
}

/** Returns a command's title, in the user's language and without an ellipsis. */
const words = (title: string | { readonly value: string }): string =>
  (typeof title === "string" ? title : title.value).replace(/…$/, "");
