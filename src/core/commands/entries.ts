/** What a command is: title, menus, arguments and handler, in one entry of its feature's `commands.ts`. */
import type { Context } from "../context.ts";
import { holdAccounts } from "../heldAccounts.ts";
import type { ArgumentParser } from "./arguments.ts";
import type { MenuEntry } from "./menus.ts";
import type { When } from "./when.ts";

/** One command of a feature whose handlers receive `Self`. */
export interface CommandEntry<Self, Args extends readonly unknown[]> {
  /** As in the Command Palette; `npm run contributions` writes it into package.nls.json. */
  readonly title: string;
  /** Name of a codicon, for buttons. */
  readonly icon?: string;
  /** Reads what VS Code passes; left out for a command without arguments. */
  readonly args?: ArgumentParser<Args>;
  /** Does not catch errors: they are reported under the title. */
  readonly run: (self: Self, ...args: Args) => Promise<void>;
  /** Takes the title's place in the title of a view, which says the rest. VS Code shows the whole title in context menus. */
  readonly shortTitle?: string;
  /** When it is in the Command Palette. Default: while a project is open with an account; `"never"` for commands of rows and of code alone. */
  readonly palette?: When | "always" | "never";
  /** The letter that runs it after Ctrl+K (⌘K), with Alt: chords that VS Code leaves free on every platform. In views that have it in the menu of rows, it acts on the focused row. */
  readonly key?: string;
  /** Handles all selected rows at once. Other commands are hidden while several rows are selected. */
  readonly many?: true;
  readonly menus?: readonly MenuEntry[];
}

/** The commands of a feature, by ID. */
export type CommandTable<Self> = Readonly<Record<string, AnyEntry<Self>>>;

interface AnyEntry<Self> extends Omit<CommandEntry<Self, never>, "args" | "run"> {
  readonly args?: ArgumentParser<readonly unknown[]>;
  readonly run: (self: Self, ...args: never[]) => Promise<void>;
}

/** The arguments of each command of a table. */
export type ArgsOf<Table> = {
  [Id in keyof Table]: Table[Id] extends { readonly args?: ArgumentParser<infer Args> } ? Args : never;
};

/**
 * Checks that the handlers of a feature accept the arguments that are read for them. Each runs with the accounts that are in use when it
 * begins, whatever it asks on its way.
 */
export const defineCommands =
  <Self extends Pick<Context, "connections">>() =>
  <Args extends Readonly<Record<string, readonly unknown[]>>>(entries: {
    readonly [Id in keyof Args]: CommandEntry<Self, Args[Id]>;
  }): { readonly [Id in keyof Args]: CommandEntry<Self, Args[Id]> } =>
    Object.fromEntries(
      Object.entries(entries as unknown as CommandTable<Self>).map(([id, entry]) => [
        id,
        { ...entry, run: withHeldAccounts(entry.run) },
      ]),
    ) as unknown as typeof entries;

const withHeldAccounts =
  <Self extends Pick<Context, "connections">, Args extends readonly unknown[]>(
    run: (self: Self, ...args: Args) => Promise<void>,
  ) =>
  async (self: Self, ...args: Args): Promise<void> => {
    const { held, release } = holdAccounts(self);
    try {
      await run(held, ...args);
    } finally {
      release();
    }
  };
