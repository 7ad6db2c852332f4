/** The quick input of a window, worked as a person works it. */
import type { Locator, Page } from "playwright-core";
import type { Box } from "./testLine.ts";

/** What is drawn with no-break spaces counts as plain text. */
const plain = (text: string): string => text.replaceAll("\u00a0", " ").trim();

/** What tells one moment of the box from another. */
interface Moment {
  /** How many boxes have closed or made way for another. */
  readonly boxes: number;
  readonly shown: string;
}

/** When the box of a window was answered last. What comes next is not for that box: it stands there until VS Code has heard the extension. */
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

  /** @param title part of the box's title: the box is waited for, so that what is meant for it goes into no other. */
  constructor(window: Page, title?: string) {
    this.#window = window;
    const open = window.locator(".quick-input-widget:visible");
    this.#widget =
      title === undefined ? open : open.filter({ has: window.locator(".quick-input-title", { hasText: title }) });
  }

  /**
   * Waits until the box that was answered last has closed, made way for another or shows something else, so that what is meant for the
   * next box does not go into it where both have the same title.
   */
  async ready(): Promise<void> {
    const before = answered.get(this.#window);
    if (before === undefined) return;
    await this.#window.waitForFunction(
      `(({ boxes, shown }) => boxes !== ${before.boxes} || shown !== ${JSON.stringify(before.shown)})(${momentNow})`,
    );
    answered.delete(this.#window);
  }

  /** Does what answers the box. */
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
    // What is wrong with a text may be said before Enter is pressed.
    await this.#answer(async () => {
      await this.#input.fill(text);
      await this.#input.press("Enter");
    });
  }

  /** Types what narrows the rows and takes one of them. */
  async choose(text: string, row: string): Promise<void> {
    await this.#input.fill(text);
    await this.#click(this.#row(row));
  }

  /** The hover of a row where the mouse has rested may lie over the one that is wanted. */
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
    // Others change how the box looks for something, and leave it open.
    if (name === "Back") await this.#answer(() => button.click());
    else await button.click();
  }

  async press(key: string): Promise<void> {
    // Before it has the focus, keys are not for it.
    await this.#input.and(this.#window.locator(":focus")).waitFor();
    await this.#answer(() => this.#input.press(key));
  }

  /** What is seen once it says `saying` anywhere, be it as a placeholder. */
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
