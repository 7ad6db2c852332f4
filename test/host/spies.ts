/** Sees what the extension asks VS Code for: the extension and its tests share one `vscode`, as VS Code gives one per extension. */
import * as vscode from "vscode";
import { Emitter } from "../../src/core/base/events.ts";

/** Replaces a function of the API until `undo` is called. `make` gets the real one. */
export function replace<T extends object, K extends keyof T>(
  target: T,
  name: K,
  make: (real: T[K]) => T[K],
): { dispose(): void } {
  const real = target[name];
  target[name] = make(real);
  return {
    dispose: () => {
      target[name] = real;
    },
  };
}

/** A message as the extension asked for it. */
export interface Message {
  readonly level: "error" | "warning" | "information";
  readonly text: string;
  readonly buttons: readonly string[];
  /** Modal ones only. */
  readonly detail?: string;
}

/** Every message of the extension while it watches; the real ones show all the same. */
export class Messages {
  private readonly seen: Message[] = [];
  private readonly added = new Emitter<Message>();
  readonly onDidShow = this.added.event;
  private readonly undo: readonly { dispose(): void }[];

  constructor() {
    const watch = (
      name: "showErrorMessage" | "showWarningMessage" | "showInformationMessage",
      level: Message["level"],
    ) =>
      replace(
        vscode.window,
        name,
        (real) =>
          ((text: string, ...rest: unknown[]) => {
            const [options, ...items] = typeof rest[0] === "object" ? rest : [undefined, ...rest];
            const { modal = false, detail = "" } = (options ?? {}) as vscode.MessageOptions;
            const message: Message = { level, text, buttons: items.map(String), ...(modal ? { detail } : {}) };
            this.seen.push(message);
            this.added.fire(message);
            return (real as (...args: unknown[]) => unknown).call(vscode.window, text, ...rest);
          }) as typeof real,
      );
    this.undo = [
      watch("showErrorMessage", "error"),
      watch("showWarningMessage", "warning"),
      watch("showInformationMessage", "information"),
    ];
  }

  /** Those since the last call, oldest first. */
  take(): Message[] {
    return this.seen.splice(0);
  }

  get count(): number {
    return this.seen.length;
  }

  dispose(): void {
    for (const one of this.undo) one.dispose();
    this.added.dispose();
  }
}

/** Tells of each command that is run by the API, until it is disposed. */
export function watchCommands(listener: (command: string, ...given: unknown[]) => unknown): { dispose(): void } {
  return replace(
    vscode.commands,
    "executeCommand",
    (real) =>
      ((command: string, ...given: unknown[]) => {
        listener(command, ...given);
        return (real as (...all: unknown[]) => Thenable<unknown>).call(vscode.commands, command, ...given);
      }) as typeof real,
  );
}

/** Records the values that a context key gets, until it is disposed. */
export function watchContextKey(key: string): { readonly values: readonly unknown[]; dispose(): void } {
  const values: unknown[] = [];
  const spy = watchCommands((command, name, value) => {
    if (command === "setContext" && name === key) values.push(value);
  });
  return { values, dispose: () => spy.dispose() };
}

/** Sets a setting of the user. @param name whole: `forgeline.ci.lens` */
export const setting = (name: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

/** Sets a setting of the user; at the end of the scope it is as it was. @param name whole: `forgeline.ci.lens` */
export async function withSetting(name: string, value: unknown): Promise<AsyncDisposable> {
  const before = vscode.workspace.getConfiguration().inspect(name)?.globalValue;
  await setting(name, value);
  return { [Symbol.asyncDispose]: async () => setting(name, before) };
}

/** The web addresses that are opened meanwhile. */
export async function openedBy(work: () => PromiseLike<unknown>): Promise<string[]> {
  const addresses: string[] = [];
  const spy = replace(
    vscode.env,
    "openExternal",
    () => (uri) => Promise.resolve(addresses.push(uri.toString(true)) > 0),
  );
  try {
    await work();
  } finally {
    spy.dispose();
  }
  return addresses;
}

/** What is opened in the browser and copied meanwhile: `opened https://…`, `copied https://…`. */
export async function shownBy(work: () => PromiseLike<unknown>): Promise<string[]> {
  await vscode.env.clipboard.writeText("");
  const opened = await openedBy(work);
  const copied = await vscode.env.clipboard.readText();
  return [...opened.map((address) => `opened ${address}`), ...(copied === "" ? [] : [`copied ${copied}`])];
}
