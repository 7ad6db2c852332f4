/** Output channels, the status bar, and progress that is shown in a view or in the status bar. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type * as vscode from "vscode";
import type { Documents, OpenDocument } from "./documents.ts";
import type { Editors } from "./editors.ts";
import { CancellationTokenSource, Disposable, EventEmitter } from "./events.ts";
import { Uri } from "./values.ts";

const levels = ["", "trace", "debug", "info", "warning", "error"] as const;

let last = 0;

class Channel {
  readonly name: string;
  readonly #documents: Documents;
  readonly #editors: Editors;
  readonly #document: OpenDocument;
  /** Where VS Code would write what is appended. */
  readonly #file: string;
  isDisposed = false;

  constructor(name: string, languageId: string, folder: string, documents: Documents, editors: Editors) {
    this.name = name;
    this.#file = join(folder, `${name.replaceAll("/", "-")}.log`);
    this.#documents = documents;
    this.#editors = editors;
    // As VS Code names them.
    const path = `extension-output-forgeline.forgeline-#${(last += 1)}-${name}`;
    this.#document = documents.makeOutput(Uri.from({ scheme: "output", path }), languageId);
  }

  get text(): string {
    return this.#document.api.getText();
  }

  #append(text: string): void {
    if (this.isDisposed) throw new Error("Channel has been closed");
    appendFileSync(this.#file, text);
    this.#document.append(text);
  }

  #replace(text: string): void {
    if (this.isDisposed) throw new Error("Channel has been closed");
    appendFileSync(this.#file, text);
    this.#document.reload(text);
  }

  api(isLog: boolean): vscode.LogOutputChannel {
    const log =
      (level: number) =>
      (message: string | Error, ...rest: readonly unknown[]): void => {
        if (!isLog || this.isDisposed) return;
        const words = [message instanceof Error ? (message.stack ?? message.message) : message, ...rest.map(String)];
        this.#append(
          `${new Date().toISOString().replace("T", " ").replace("Z", "")} [${levels[level]}] ${words.join(" ")}\n`,
        );
      };
    const api: Omit<vscode.LogOutputChannel, "show"> & { show(column?: unknown, preserveFocus?: boolean): void } = {
      name: this.name,
      // Trace: the check for secrets reads what is logged at the finest level.
      logLevel: 1,
      onDidChangeLogLevel: new EventEmitter<vscode.LogLevel>().event,
      append: (text: string) => this.#append(text),
      appendLine: (text: string) => this.#append(`${text}\n`),
      replace: (text: string) => this.#replace(text),
      clear: () => this.#replace(""),
      show: (column, preserveFocus) =>
        this.#editors.showInPanel(this.#document, (typeof column === "boolean" ? column : preserveFocus) !== true),
      hide: () => this.#editors.closePanel(),
      dispose: () => {
        this.isDisposed = true;
        this.#editors.leavePanel(this.#document);
        this.#documents.close(this.#document);
      },
      trace: log(1),
      debug: log(2),
      info: log(3),
      warn: log(4),
      error: log(5),
    };
    return api;
  }
}

export class Channels {
  readonly #folder: string;
  readonly #documents: Documents;
  readonly #editors: Editors;
  readonly #all = new Set<Channel>();

  /** @param folder the extension's own, for its logs */
  constructor(folder: string, documents: Documents, editors: Editors) {
    this.#folder = folder;
    this.#documents = documents;
    this.#editors = editors;
  }

  /** The text of the channels with this name that are open. */
  text(name: string): string {
    return [...this.#all]
      .filter((one) => one.name === name)
      .map(({ text }) => text)
      .join("");
  }

  readonly create = (name: string, options?: string | { readonly log: true }): vscode.LogOutputChannel => {
    const isLog = typeof options === "object";
    const languageId = isLog ? "log" : (options ?? "Log");
    const channel = new Channel(name, languageId, this.#folder, this.#documents, this.#editors);
    this.#all.add(channel);
    const api = channel.api(isLog);
    return {
      ...api,
      dispose: () => {
        this.#all.delete(channel);
        api.dispose();
      },
    };
  };
}

/** An item of the status bar, and whether it is shown. */
export type ShownItem = vscode.StatusBarItem & { isShown: boolean };

export class StatusBar {
  readonly items = new Set<ShownItem>();
  /** Texts that are shown for a moment. */
  readonly messages = new Set<string>();
  readonly #changed = new EventEmitter<undefined>();
  readonly onDidChange = this.#changed.event;

  readonly createStatusBarItem = (...given: readonly unknown[]): vscode.StatusBarItem => {
    const [id, alignment, priority] = typeof given[0] === "string" ? given : [undefined, ...given];
    const values = { text: "", isShown: false } as ShownItem;
    const item = new Proxy(
      Object.assign(values, {
        id: (id as string | undefined) ?? "forgeline.forgeline",
        alignment: (alignment as vscode.StatusBarAlignment | undefined) ?? 1,
        priority: priority as number | undefined,
        show: () => void (item.isShown = true),
        hide: () => void (item.isShown = false),
        dispose: () => {
          this.items.delete(item);
          this.#changed.fire(undefined);
        },
      }),
      {
        set: (target, name, value) => {
          Reflect.set(target, name, value);
          this.#changed.fire(undefined);
          return true;
        },
      },
    );
    this.items.add(item);
    return item;
  };

  readonly setStatusBarMessage = (text: string, until?: number | Thenable<unknown>): vscode.Disposable => {
    this.messages.add(text);
    this.#changed.fire(undefined);
    const gone = new Disposable(() => {
      this.messages.delete(text);
      this.#changed.fire(undefined);
    });
    if (typeof until === "number") setTimeout(() => gone.dispose(), until).unref();
    else
      void until?.then(
        () => gone.dispose(),
        () => gone.dispose(),
      );
    return gone;
  };

  /** Runs a task whose progress is shown without a notification, and cannot be canceled. */
  async progress<T>(
    task: (
      progress: vscode.Progress<{ message?: string; increment?: number }>,
      token: vscode.CancellationToken,
    ) => Thenable<T>,
  ): Promise<T> {
    return task({ report: () => undefined }, new CancellationTokenSource().token);
  }
}
