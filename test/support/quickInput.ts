/** The quick input of a window, worked as a person works it. */
import type { Locator, Page } from "playwright-core";
import type { Box } from "./testLine.ts";

/** What is drawn with no-break spaces counts as plain text. */
const plain = (text: string): string => text.replaceAll("\u00a0", " ").trim();

/** The label of a row, not the detail below it. */
const label = ".label-name:not(.quick-input-list-label-meta *)";

export class QuickInput {
  readonly #window: Page;
  readonly #widget: Locator;

  /** @param title part of the box's title: the box is waited for, so that what is meant for it goes into no other. */
  constructor(window: Page, title?: string) {
    this.#window = window;
    const open = window.locator(".quick-input-widget:visible");
    this.#widget = title === undefined ? open : open.filter({ has: window.locator(".quick-input-title", { hasText: title }) });
  }

  get #input(): Locator {
    return this.#widget.locator(".quick-input-box input");
  }

  #row(text: string): Locator {
    return this.#widget.locator(".quick-input-list .monaco-list-row").filter({ has: this.#window.locator(label, { hasText: text }) }).first();
  }

  async fill(text: string): Promise<void> {
    await this.#input.fill(text);
  }

  async type(text: string): Promise<void> {
    await this.#input.fill(text);
    await this.#input.press("Enter");
  }

  /** Types what narrows the rows and takes one of them. */
  async choose(text: string, row: string): Promise<void> {
    await this.#input.fill(text);
    await this.#click(this.#row(row));
  }

  /** The hover of a row where the mouse has rested may lie over the one that is wanted. */
  async #click(row: Locator): Promise<void> {
    await this.#window.mouse.move(0, 0);
    await row.click();
  }

  async pick(text: string, { type, button }: { readonly type?: string; readonly button?: string }): Promise<void> {
    if (type !== undefined) await this.#input.fill(type);
    const row = this.#row(text);
    if (button === undefined) {
      await this.#click(row);
      return;
    }
    await row.hover();
    await row.getByRole("button", { name: button }).click();
  }

  async check(texts: readonly string[]): Promise<void> {
    for (const text of texts) await this.#click(this.#row(text));
    await this.#input.press("Enter");
  }

  async pressTitleButton(name: string): Promise<void> {
    await this.#widget.locator(".quick-input-titlebar").getByRole("button", { name }).click();
  }

  async press(key: string): Promise<void> {
    // Before it has the focus, keys are not for it.
    await this.#input.and(this.#window.locator(":focus")).waitFor();
    await this.#input.press(key);
  }

  /** What is seen once it says `saying` anywhere, be it as a placeholder. */
  async look(saying?: string): Promise<Box> {
    const says = saying === undefined ? undefined : this.#window.getByText(saying).or(this.#window.getByPlaceholder(saying));
    const widget = says === undefined ? this.#widget : this.#widget.filter({ has: says });
    await widget.waitFor();
    const text = async (part: string): Promise<string> => plain((await widget.locator(part).allInnerTexts()).join("\n"));
    return {
      title: await text(".quick-input-title"),
      value: await this.#input.inputValue(),
      placeholder: (await this.#input.getAttribute("placeholder")) ?? "",
      message: await text(".quick-input-message"),
      rows: (await widget.locator(`.quick-input-list .monaco-list-row ${label}`).allInnerTexts()).map(plain),
    };
  }
}
