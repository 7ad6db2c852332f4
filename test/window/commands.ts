/** Commands: those of the extension, and those of VS Code that the parts of the window define. */
import type * as vscode from "vscode";
import { Disposable } from "./events.ts";

type Run = (...args: readonly never[]) => unknown;

export class Commands {
  readonly #all = new Map<string, { readonly run: Run; readonly self: unknown; readonly isOurs: boolean }>();
  /** Values of the context keys that were set. */
  readonly keys = new Map<string, unknown>();

  constructor() {
    this.define("setContext", (key: string, value: unknown) => void this.keys.set(key, value));
  }

  /** Defines a command of VS Code's own. */
  define(id: string, run: Run): void {
    this.#all.set(id, { run, self: undefined, isOurs: false });
  }

  readonly api = {
    registerCommand: (id: string, run: Run, self?: unknown): vscode.Disposable => {
      if (this.#all.has(id)) throw new Error(`command '${id}' already exists`);
      this.#all.set(id, { run, self, isOurs: true });
      return new Disposable(() => this.#all.delete(id));
    },
    executeCommand: (id: string, ...args: readonly unknown[]): Promise<unknown> => {
      const command = this.#all.get(id);
      if (!command) return Promise.reject(new Error(`command '${id}' not found`));
      return new Promise((resolve) => resolve(command.run.apply(command.self, args as never[])));
    },
    getCommands: (withoutInternal = false): Promise<string[]> =>
      Promise.resolve([...this.#all.keys()].filter((id) => !withoutInternal || !id.startsWith("_"))),
  };
}
