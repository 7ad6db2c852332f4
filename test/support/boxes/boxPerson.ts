/** Simulates the user of fake boxes and messages: performs those requests of testLine.ts that concern them. */
import { until } from "../../host/until.ts";
import type { Request } from "../testLine.ts";
import { type BoxScreen, contains, type FakeBox, FakePick } from "./fakeBoxes.ts";
import type { FakeMessages } from "./fakeMessages.ts";

type Action = "press" | "dialog" | "enter" | "type" | "fill" | "pick" | "check" | "titleButton" | "key" | "look";
export type BoxRequest = Extract<Request, { action: Action }>;

const actions: ReadonlySet<string> = new Set([
  "press",
  "dialog",
  "enter",
  "type",
  "fill",
  "pick",
  "check",
  "titleButton",
  "key",
  "look",
] satisfies Action[]);
export const isBoxRequest = (request: Request): request is BoxRequest => actions.has(request.action);

export class BoxPerson {
  readonly #screen: BoxScreen;
  readonly #messages: FakeMessages;
  /** State of the box when it was last answered. The next request is not for it while it is unchanged. */
  #answered: { readonly closed: number; readonly shown: string } | undefined;

  constructor(screen: BoxScreen, messages: FakeMessages) {
    this.#screen = screen;
    this.#messages = messages;
  }

  /** Performs a request and returns what was seen. @throws Error after a time-out */
  async act(request: BoxRequest): Promise<string> {
    if (request.action === "press") {
      const press = await until(
        () => `a message with “${request.button}”; there are ${this.#messages.buttons.join(", ") || "none"}`,
        () => this.#messages.button(request.button),
        this.#messages.onDidChange,
      );
      press();
      return "";
    }
    if (request.action === "dialog") {
      const dialog = await until(
        () => `a dialog with “${request.button}”; there is ${this.#messages.dialog?.words ?? "none"}`,
        () => this.#messages.dialog?.buttons.has(request.button) && this.#messages.dialog,
        this.#messages.onDidChange,
      );
      dialog.buttons.get(request.button)?.();
      return dialog.words;
    }
    await this.#ready();
    const title = "box" in request ? request.box : "";
    switch (request.action) {
      case "look": {
        const { saying } = request;
        const box = await this.#box(
          title,
          saying === undefined ? "a box" : `it to say “${saying}”`,
          (open) => saying === undefined || open.words().some((words) => contains(words, saying)),
        );
        return JSON.stringify(box.look());
      }
      case "enter":
      case "type": {
        const box = await this.#enabled(title);
        await this.#answer(async () => {
          box.type(request.text);
          await this.#screen.settled();
          box.accept();
        });
        return "";
      }
      case "fill":
        (await this.#enabled(title)).type(request.text);
        return "";
      case "pick": {
        if (request.type !== undefined) (await this.#enabled(title)).type(request.type);
        const { button: name } = request;
        if (name === undefined) await this.#click(title, request.row);
        else {
          const { box, row, button } = await this.#found(
            title,
            `the button “${name}” of row “${request.row}”`,
            (open) => {
              const seen = open.seen(request.row);
              const there = seen && open.rowButton(seen, name);
              return there && { box: open, row: seen, button: there };
            },
          );
          await this.#answer(() => box.pressRowButton(row, button));
        }
        return "";
      }
      case "check": {
        for (const row of request.rows) await this.#click(title, row);
        const box = await this.#enabled(title);
        await this.#answer(() => box.accept());
        return "";
      }
      case "titleButton": {
        const box = await this.#box(
          title,
          `the button “${request.button}” in its title`,
          (open) => open.titleButton(request.button) !== undefined,
        );
        const press = (): void => box.press(request.button);
        // Other buttons change the search of the box and leave it open.
        if (request.button === "Back") await this.#answer(press);
        else press();
        return "";
      }
      case "key": {
        const box = await this.#enabled(title);
        await this.#answer(() => (request.key === "Escape" ? this.#screen.escape() : box.accept()));
        return "";
      }
    }
  }

  /** Closes what is open and resets the state. */
  leave(): void {
    this.#answered = undefined;
    this.#screen.escape();
    this.#messages.closeDialogs();
  }

  /** Closes all messages, as the bell's “Clear All Notifications” does. */
  closeMessages(): void {
    this.#messages.clear();
  }

  async #click(title: string, label: string): Promise<void> {
    const { box, row } = await this.#found(title, `a row “${label}”`, (open) => {
      const seen = open.seen(label);
      return seen && { box: open, row: seen };
    });
    await this.#answer(() => box.click(row));
  }

  /** Performs an action that answers the box. */
  async #answer(act: () => void | Promise<void>): Promise<void> {
    const before = this.#moment();
    await act();
    this.#answered = before;
  }

  #moment(): { readonly closed: number; readonly shown: string } {
    const { closed, current } = this.#screen;
    return {
      closed,
      shown:
        current === undefined ? "" : JSON.stringify([current.words(), current instanceof FakePick && current.ticks]),
    };
  }

  /** Waits until the box that was answered last has closed, was replaced or shows something else. */
  async #ready(): Promise<void> {
    await this.#screen.settled();
    const before = this.#answered;
    if (before === undefined) return;
    await until(
      () => `the box to be done with the last answer: ${this.#seen()}`,
      () => {
        const { closed, shown } = this.#moment();
        return closed !== before.closed || shown !== before.shown;
      },
      this.#screen.onDidDraw,
    );
    this.#answered = undefined;
  }

  #enabled(title: string): Promise<FakeBox> {
    return this.#box(title, "a box that takes text", (box) => box.enabled);
  }

  #box(title: string, what: string, fits: (box: FakeBox) => boolean): Promise<FakeBox> {
    return this.#wait(title, what, (box) => (fits(box) ? box : undefined));
  }

  #found<T>(title: string, what: string, find: (box: FakePick) => T | undefined): Promise<T> {
    return this.#wait(title, what, (box) => (box instanceof FakePick && box.enabled ? find(box) : undefined));
  }

  async #wait<T>(title: string, what: string, find: (box: FakeBox) => T | undefined): Promise<T> {
    await this.#screen.settled();
    const open = (): T | undefined => {
      const box = this.#screen.current;
      return box && contains(box.look().title, title) ? find(box) : undefined;
    };
    return until(() => `${what} in “${title}”; there is ${this.#seen()}`, open, this.#screen.onDidDraw);
  }

  #seen(): string {
    const box = this.#screen.current;
    return box ? JSON.stringify({ ...box.look(), words: box.words().filter(Boolean) }) : "no box";
  }
}
