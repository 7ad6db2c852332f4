/** What a command is: its words, where it is offered, what it takes and what it does, in one entry of its feature's `commands.ts`. */
import type { ArgumentParser } from "./arguments.ts";
import type { MenuEntry } from "./menus.ts";
import type { When } from "./when.ts";

/** One command of a feature whose handlers receive `Self`. */
export interface CommandEntry<Self, Args extends readonly unknown[]> {
  /** As the Command Palette shows it; `npm run contributions` puts it into package.nls.json. */
  readonly title: string;
  /** Name of a codicon, for where it is a button. */
  readonly icon?: string;
  /** Reads what VS Code hands over; left out for a command that takes nothing. */
  readonly args?: ArgumentParser<Args>;
  /** Errors are left to fall: they are reported under the title. */
  readonly run: (self: Self, ...args: Args) => Promise<void>;
  /** When the Command Palette has it: always when left out, `"never"` for what only rows and code ask for. */
  readonly palette?: When | "never";
  readonly menus?: readonly MenuEntry[];
}

/** The commands of a feature, by id, whatever they take. */
export type CommandTable<Self> = Readonly<Record<string, AnyEntry<Self>>>;

interface AnyEntry<Self> extends Omit<CommandEntry<Self, never>, "args" | "run"> {
  readonly args?: ArgumentParser<readonly unknown[]>;
  readonly run: (self: Self, ...args: never[]) => Promise<void>;
}

/** The arguments of each command of a table. */
export type ArgsOf<Table> = {
  [Id in keyof Table]: Table[Id] extends { readonly args?: ArgumentParser<infer Args> } ? Args : never;
};

/** Checks the commands of a feature: that each handler takes what its arguments are read as. */
export const defineCommands =
  <Self>() =>
  <Args extends Readonly<Record<string, readonly unknown[]>>>(entries: {
    readonly [Id in keyof Args]: CommandEntry<Self, Args[Id]>;
  }): { readonly [Id in keyof Args]: CommandEntry<Self, Args[Id]> } =>
    entries;
