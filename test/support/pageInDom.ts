import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Window } from "happy-dom";
import { pageDom } from "../window/pageDom.ts";

/** Bundles the script of a page as it is shipped. @param entry from the root of the clone */
export async function pageScript(entry: string): Promise<string> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    format: "iife",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** A page of a panel in a DOM: its real script, and messages to and from the extension. */
export class PageInDom {
  private readonly window: Window;

  private constructor(window: Window) {
    this.window = window;
  }

  /** @param said called with what the page sends */
  static async open(script: string, said: (message: unknown) => void): Promise<PageInDom> {
    let kept: unknown;
    const state = { get: () => kept, set: (now: unknown) => (kept = now) };
    return new PageInDom(await pageDom(`<div id="page"></div><div id="voice"></div>`, [script], said, state));
  }

  receive(message: unknown): void {
    this.window.dispatchEvent(new this.window.MessageEvent("message", { data: structuredClone(message) }));
  }

  /** What each box shows, by its name. */
  get texts(): ReadonlyMap<string, string> {
    return new Map(this.boxes().map((box) => [box.name, box.value]));
  }

  type(name: string, text: string): void {
    const box = this.boxes().find((one) => one.name === name);
    if (!box) throw new Error(`The page has no box ${name}`);
    box.value = text;
    box.dispatchEvent(new this.window.Event("input", { bubbles: true }));
  }

  /** Presses a button by its value. @returns whether it is there and enabled */
  press(value: string): boolean {
    const button = [...this.window.document.querySelectorAll("button")].find((one) => one.value === value);
    if (button === undefined || button.disabled) return false;
    button.click();
    return true;
  }

  async close(): Promise<void> {
    await this.window.happyDOM.close();
  }

  private boxes() {
    return [...this.window.document.querySelectorAll("textarea"), ...this.window.document.querySelectorAll("input")];
  }
}
