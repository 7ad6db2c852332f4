/** The real quick input of a window, operated through Playwright. */
import type { Locator, Page } from "playwright-core";
import type { Box } from "./testLine.ts";

/** Returns text with plain spaces instead of no-break spaces. */
const plain = (text: string): string => text.replaceAll("\u00a0", " ").trim();

/** A state of the box, to detect changes. */
interface Moment {
  /** How many boxes have closed or were replaced by another. */
  readonly boxes: number;
  readonly shown: string;
}

/** State of each window's box when it was last answered. The next request is for another box, but this one is shown until the extension has reacted. */
const answered = new WeakMap<Page, Moment>();

/** Runs in the window, where types of the DOM are not at hand; gives a Moment. */
const momentNow = `(() => {
  const widget = document.querySelector(".quick-input-widget");
  if (widget === null) return { boxes: 0, shown: "" };
  if (widget.boxes === undefined) {
    widget.boxes = 0;
    const observer = new MutationObserver((changes) => {
      if (widget.style.display === "none" || changes.some(({ type }) => type === "childList")) widget.boxes += 1;
    });
    observer.observe(widget, { attributes: true, attributeFilter: ["style"] });
    observer.observe(widget.querySelector(".quick-input-title"), { childList: true });
  }
  const ticks = [...widget.querySelectorAll("[aria-checked]")].map((box) => box.getAttribute("aria-checked"));
  return { boxes: widget.boxes, shown: [widget.innerText, widget.querySelector(".quick-input-box input")?.placeholder, ...ticks].join("\\n") };
})()`;

/** The label of a row, not the detail below it. */
const label = ".label-name:not(.quick-input-list-label-meta *)";

export class QuickInput {
  readonly #window: Page;
  readonly #widget: Locator;

  /** @param title part of the box's title, to wait for the right box */
  constructor(window: Page, title?: string) {
    this.#window = window;
    const open = window.locator(".quick-input-widget:visible");
    this.#widget =
      title === undefined ? open : open.filter({ has: window.locator(".quick-input-title", { hasText: title }) });
  }

  /**
   * Waits until the box that was answered last has closed, was replaced or shows something else, so that input for the
   * next box does not go into it if both have the same title.
   */
  async ready(): Promise<void> {
    const before = answered.get(this.#window);
    if (before === undefined) return;
    await this.#window.waitForFunction(
      `(({ boxes, shown }) => boxes !== ${before.boxes} || shown !== ${JSON.stringify(before.shown)})(${momentNow})`,
    );
    answered.delete(this.#window);
  }

  /** Performs an action that answers the box. */
  async #answer(act: () => Promise<void>): Promise<void> {
    const before = await this.#window.evaluate<Moment>(momentNow);
    await act();
    answered.set(this.#window, before);
  }

  get #input(): Locator {
    return this.#widget.locator(".quick-input-box input");
  }

  #row(text: string): Locator {
    return this.#widget
      .locator(".quick-input-list .monaco-list-row")
      .filter({ has: this.#window.locator(label, { hasText: text }) })
      .first();
  }

  async fill(text: string): Promise<void> {
    await this.#input.fill(text);
  }

  async type(text: string): Promise<void> {
    await this.#input.waitFor();
    // A validation message may be shown before Enter is pressed.
    await this.#answer(async () => {
      await this.#input.fill(text);
      await this.#input.press("Enter");
    });
  }

  /** Types a filter and selects a row. */
  async choose(text: string, row: string): Promise<void> {
    await this.#input.fill(text);
    await this.#click(this.#row(row));
  }

  /** Moves the mouse away first, since the hover of another row may cover this one. */
  async #click(row: Locator): Promise<void> {
    await this.#window.mouse.move(0, 0);
    await row.waitFor();
    await this.#answer(() => row.click());
  }

  async pick(text: string, { type, button }: { readonly type?: string; readonly button?: string }): Promise<void> {
    if (type !== undefined) await this.#input.fill(type);
    const row = this.#row(text);
    if (button === undefined) {
      await this.#click(row);
      return;
    }
    await row.hover();
    const inRow = row.getByRole("button", { name: button });
    await inRow.waitFor();
    await this.#answer(() => inRow.click());
  }

  async check(texts: readonly string[]): Promise<void> {
    for (const text of texts) await this.#click(this.#row(text));
    await this.#answer(() => this.#input.press("Enter"));
  }

  async pressTitleButton(name: string): Promise<void> {
    const button = this.#widget.locator(".quick-input-titlebar").getByRole("button", { name });
    await button.waitFor();
    // Other buttons change the search of the box and leave it open.
    if (name === "Back") await this.#answer(() => button.click());
    else await button.click();
  }

  async press(key: string): Promise<void> {
    // Keys reach it only once it has the focus.
    await this.#input.and(this.#window.locator(":focus")).waitFor();
    await this.#answer(() => this.#input.press(key));
  }

  /** Returns what is shown once it contains `saying`, the placeholder included. */
  async look(saying?: string): Promise<Box> {
    const says =
      saying === undefined ? undefined : this.#window.getByText(saying).or(this.#window.getByPlaceholder(saying));
    const widget = says === undefined ? this.#widget : this.#widget.filter({ has: says });
    await widget.waitFor();
    const text = async (part: string): Promise<string> =>
      plain((await widget.locator(part).allInnerTexts()).join("\n"));
    return {
      title: await text(".quick-input-title"),
      value: await this.#input.inputValue(),
      placeholder: (await this.#input.getAttribute("placeholder")) ?? "",
      message: await text(".quick-input-message"),
      rows: (await widget.locator(`.quick-input-list .monaco-list-row ${label}`).allInnerTexts()).map(plain),
    };
  }
}
