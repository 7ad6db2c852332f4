/** Says what a test window is doing when it did not do what a test asked for: the pictures stay on the machine, words reach whoever reads the run. */
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { runChild } from "../../tools/children.ts";
import { waitPatience } from "../../tools/patience.ts";

const mostLines = 12;
/** ms between two looks whether the window answers, and after which an answer is worth a note. */
const lookEvery = 10_000;
const slow = 3000;

/** A window that answers nothing any more: every test after this one would fail as well. */
export class WindowHangs extends Error {}

/** What a window has said lately, kept from its opening on. */
export class WindowWatch {
  readonly #page: Page;
  readonly #said: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on("console", (message) => {
      if (message.type() === "error") this.#note(message.text());
    });
    page.on("pageerror", (error) => this.#note(String(error)));
    page.on("websocket", (socket) => {
      socket.on("socketerror", (error) => this.#note(`a connection failed: ${error}`));
      socket.on("close", () => this.#note("a connection was closed"));
    });
    void this.#look();
  }

  /** Notes when the window answers slowly, and when this process itself comes late, as on a machine that stands still. */
  async #look(): Promise<void> {
    while (!this.#page.isClosed()) {
      const began = performance.now();
      await setTimeout(lookEvery, undefined, { ref: false });
      const asked = performance.now();
      await this.#page.evaluate("1").catch(() => undefined);
      const [late, took] = [asked - began - lookEvery, performance.now() - asked];
      if (late > slow) this.#note(`the runner itself came ${inSeconds(late)} late`);
      if (took > slow) this.#note(`the window took ${inSeconds(took)} to answer`);
    }
  }

  #note(what: string): void {
    this.#said.push(`${new Date().toISOString().slice(11, 19)} ${what.slice(0, 200)}`);
    if (this.#said.length > mostLines) this.#said.shift();
  }

  /** What the window shows and has said. @throws WindowHangs with what runs beside it when it does not answer */
  async describe(): Promise<string> {
    const shown = await windowShows(this.#page, waitPatience);
    if (shown === undefined) throw new WindowHangs(`The window does not answer.\n${this.#heard}\n${await busiest()}`);
    return `The window at ${new Date().toISOString().slice(11, 19)} shows ${shown}\n${this.#heard}`;
  }

  get #heard(): string {
    return `It said:\n${this.#said.map((line) => `  ${line}`).join("\n")}`;
  }
}

/**
 * The boxes, messages, views and rows that the window shows now, as JSON; or why it could not be asked, as while it is being loaded or
 * closed. Undefined if it does not answer.
 * @param patience ms to wait for the answer
 */
export async function windowShows(page: Page, patience: number): Promise<string | undefined> {
  const late = new AbortController();
  const asked = page.evaluate<string>(shownNow).catch(String);
  const shown = await Promise.race([asked, setTimeout(patience, undefined, late)]);
  late.abort();
  return shown;
}

const inSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** What takes the processors now: what a window waits for may be another process. */
async function busiest(): Promise<string> {
  const all = await runChild("ps", ["-eo", "pid,ni,stat,pcpu,time,args", "--sort=-pcpu"]);
  return all
    .split("\n")
    .slice(0, mostLines)
    .map((line) => `  ${line.slice(0, 160)}`)
    .join("\n");
}

// Runs in the window, where types of the DOM are not at hand.
const shownNow = `(() => {
  const words = (selector) =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility())
      .map((element) => element.innerText.replace(/\\s+/g, " ").trim().slice(0, 200));
  const name = (element) => element?.getAttribute("aria-label") ?? "";
  const views = [...document.querySelectorAll(".part.sidebar .pane")].map((pane) => {
    const header = pane.querySelector(".pane-header");
    const isOpen = header?.getAttribute("aria-expanded") === "true";
    const rows = [...pane.querySelectorAll(".monaco-list-row")].map((row) => name(row).slice(0, 60));
    return name(header) + (isOpen ? ": " + rows.join(" | ") : ", collapsed");
  });
  return JSON.stringify({
    views,
    menus: words(".context-view .monaco-menu"),
    dialogs: words(".monaco-dialog-box"),
    boxes: words(".quick-input-widget"),
    notifications: words(".notifications-toasts .notification-toast, .notifications-center.visible .monaco-list-row"),
    host: words("#status\\\\.host"),
    active: document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.className,
    visible: document.visibilityState,
  });
})()`;
