import { commands } from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { App } from "../context.ts";
import type { CommandId } from "../ids.ts";

/** The part of package.json read here. A translated title comes with the original beside it. */
export interface CommandManifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string | { readonly value: string } }[];
  };
}

/** Registers every command that package.json tells of; what they do is loaded with the first one that runs. Ends with the returned disposable. */
export function registerCommands(app: App, { contributes }: CommandManifest): Disposable {
  const store = new DisposableStore();
  for (const { command, title } of contributes.commands) {
    store.add(
      commands.registerCommand(command, async (...given: unknown[]) => {
        try {
          const { runCommand } = await import("./registry.ts");
          // A test keeps the ids of ids.ts and those of package.json the same.
          await runCommand(app, command as CommandId, given);
        } catch (error) {
          // The one place where what commands throw is told. Nobody waits until the message is closed.
          void app.report.error(error, words(title));
        }
      }),
    );
  }
  return store;
}

/** A command's title as the palette shows it, in the person's language. */
const words = (title: string | { readonly value: string }): string =>
  (typeof title === "string" ? title : title.value).replace(/…$/, "");
