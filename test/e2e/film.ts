/** Films a window frame by frame, so that the film runs evenly however long the window takes. */
import type { Locator, Page } from "playwright-core";
import type { Frame } from "../../tools/png.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Duration of a frame while the pointer moves or presses, in milliseconds. */
const step = 50;

export class Film {
  readonly frames: Frame[] = [];
  private page: Page;
  private pointer: Point;

  constructor(page: Page, pointer: Point) {
    this.page = page;
    this.pointer = pointer;
  }

  /** Continues with another page of the browser; the pointer stays where it is. */
  turnTo(page: Page): void {
    this.page = page;
  }

  /** Shows the page as it is. */
  async show(milliseconds: number): Promise<void> {
    await this.draw(false);
    await this.take(milliseconds);
  }

  /** Moves the pointer to an element and presses it. @param at from the left and the top of the element; its middle if absent */
  async click(found: Locator, at?: Point, button: "left" | "right" = "left"): Promise<void> {
    await found.waitFor();
    await this.moveTo(found, at);
    await this.draw(true);
    await this.take(step * 2);
    await this.page.mouse.click(this.pointer.x, this.pointer.y, { button });
    // Otherwise the hover of the element would soon cover the text; the drawn pointer stays.
    if (button === "left") await this.page.mouse.move(this.pointer.x, 1);
  }

  /** Moves the pointer to an element. */
  async moveTo(found: Locator, at?: Point): Promise<void> {
    const box = await found.boundingBox();
    if (!box) throw new Error("The element to move the pointer to is not visible");
    const [from, to] = [this.pointer, { x: box.x + (at?.x ?? box.width / 2), y: box.y + (at?.y ?? box.height / 2) }];
    const steps = Math.min(14, Math.max(4, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / 40)));
    for (let at = 1; at <= steps; at += 1) {
      const way = (1 - Math.cos((Math.PI * at) / steps)) / 2;
      this.pointer = { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way };
      await this.page.mouse.move(this.pointer.x, this.pointer.y);
      await this.draw(false);
      await this.take(step);
    }
  }

  private async draw(pressed: boolean): Promise<void> {
    await this.page.evaluate(`(${drawPointer})(${this.pointer.x}, ${this.pointer.y}, ${pressed})`);
  }

  private async take(milliseconds: number): Promise<void> {
    this.frames.push({ png: await this.page.screenshot({ animations: "disabled" }), milliseconds });
  }
}

/** Runs in the page, where types of the DOM are not at hand: draws the pointer, which pictures of a page leave out, and a ring around it when it presses. */
const drawPointer = `(x, y, pressed) => {
  const make = (parent, name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    return parent.appendChild(made);
  };
  document.getElementById("drawn-pointer")?.remove();
  const drawing = make(document.body, "svg", { id: "drawn-pointer", width: 60, height: 60, viewBox: "-30 -30 60 60" });
  Object.assign(drawing.style, {
    position: "fixed", left: x - 30 + "px", top: y - 30 + "px", zIndex: "2147483647", pointerEvents: "none",
  });
  if (pressed) make(drawing, "circle", { r: 15, fill: "#f5a62355", stroke: "#e07b00", "stroke-width": 2.5 });
  make(drawing, "path", {
    d: "M0 0 V19 L4.5 15 L7.5 22 L10.7 20.6 L7.7 13.8 H13.6 Z", fill: "#111", stroke: "#fff", "stroke-width": 1.5,
  });
}`;
