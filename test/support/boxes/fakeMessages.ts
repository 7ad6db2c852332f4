/** VS Code's messages, modal dialogs and progress notifications without a window. */
import type { CancellationToken, MessageItem, MessageOptions, Progress, ProgressOptions } from "vscode";
import { Emitter } from "../../../src/core/base/events.ts";

type Item = string | MessageItem;

const titleOf = (item: Item): string => (typeof item === "string" ? item : item.title);

interface Notification {
  readonly key: string;
  /** What each of its buttons does. */
  readonly buttons: ReadonlyMap<string, () => void>;
  /** Closes it without an answer; not those that show progress. */
  readonly close: (() => void) | undefined;
}

interface Dialog {
  readonly words: string;
  readonly buttons: ReadonlyMap<string, () => void>;
  readonly close: () => void;
}

export class FakeMessages {
  readonly #changed = new Emitter<undefined>();
  /** Fires when a message, a dialog or a progress was shown or closed. */
  readonly onDidChange = this.#changed.event;
  readonly #dialogOpened = new Emitter<undefined>();
  /** Fires when a modal dialog has taken the focus. */
  readonly onDidOpenDialog = this.#dialogOpened.event;
  /** Newest first. */
  #notifications: readonly Notification[] = [];
  #dialogs: readonly Dialog[] = [];

  /** A fake of `showInformationMessage`, `showWarningMessage` and `showErrorMessage`. */
  show(level: string, text: string, ...rest: readonly unknown[]): Promise<Item | undefined> {
    const [first] = rest;
    const isOptions = typeof first === "object" && first !== null && !("title" in first);
    const { modal = false, detail = "" } = (isOptions ? first : {}) as MessageOptions;
    const items = (isOptions ? rest.slice(1) : rest) as readonly Item[];
    return modal ? this.#ask(text, detail, items) : this.#tell(level, text, items);
  }

  #ask(text: string, detail: string, items: readonly Item[]): Promise<Item | undefined> {
    return new Promise((resolve) => {
      const end = (item: Item | undefined) => () => {
        this.#dialogs = this.#dialogs.filter((one) => one !== dialog);
        resolve(item);
        this.#changed.fire(undefined);
      };
      const way = items.find((item) => typeof item === "object" && item.isCloseAffordance === true);
      const buttons = new Map([
        ...(way === undefined ? [["Cancel", end(undefined)] as const] : []),
        ...items.map((item) => [titleOf(item), end(item)] as const),
      ]);
      const dialog: Dialog = { words: [text, detail].filter(Boolean).join("\n"), buttons, close: end(way) };
      this.#dialogs = [...this.#dialogs, dialog];
      this.#dialogOpened.fire(undefined);
      this.#changed.fire(undefined);
    });
  }

  #tell(level: string, text: string, items: readonly Item[]): Promise<Item | undefined> {
    const key = JSON.stringify([level, text, items.map(titleOf)]);
    // An identical message replaces the earlier one.
    this.#notifications.find((one) => one.key === key)?.close?.();
    return new Promise((resolve) => {
      const end = (item: Item | undefined) => () => {
        this.#remove(notification);
        resolve(item);
      };
      const notification: Notification = {
        key,
        buttons: new Map(items.map((item) => [titleOf(item), end(item)])),
        close: end(undefined),
      };
      this.#add(notification);
    });
  }

  /** A fake of `withProgress` with a notification. */
  async progress<T>(
    options: ProgressOptions,
    task: (progress: Progress<{ message?: string; increment?: number }>, token: CancellationToken) => Thenable<T>,
  ): Promise<T> {
    const canceled = new Emitter<undefined>();
    const token = {
      isCancellationRequested: false,
      onCancellationRequested: canceled.event as CancellationToken["onCancellationRequested"],
    };
    const cancel = (): void => {
      this.#remove(notification);
      token.isCancellationRequested = true;
      canceled.fire(undefined);
    };
    const notification: Notification = {
      key: "",
      buttons: new Map(options.cancellable === true ? [["Cancel", cancel]] : []),
      close: undefined,
    };
    this.#add(notification);
    try {
      return await task({ report: () => undefined }, token);
    } finally {
      this.#remove(notification);
    }
  }

  #add(notification: Notification): void {
    this.#notifications = [notification, ...this.#notifications];
    this.#changed.fire(undefined);
  }

  #remove(notification: Notification): void {
    this.#notifications = this.#notifications.filter((one) => one !== notification);
    this.#changed.fire(undefined);
  }

  /** Returns the action of a button, of the newest notification that has one with this name. */
  button(name: string): (() => void) | undefined {
    return this.#notifications.find(({ buttons }) => buttons.has(name))?.buttons.get(name);
  }

  /** The dialog that is answered next. */
  get dialog(): Dialog | undefined {
    return this.#dialogs[0];
  }

  /** Names of the buttons of all notifications. */
  get buttons(): readonly string[] {
    return this.#notifications.flatMap(({ buttons }) => [...buttons.keys()]);
  }

  /** Closes the messages that are shown. */
  clear(): void {
    for (const { close } of this.#notifications) close?.();
  }

  /** Closes the dialogs that are open, unanswered. */
  closeDialogs(): void {
    for (const { close } of this.#dialogs) close();
  }
}
