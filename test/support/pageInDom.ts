import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Window } from "happy-dom";

/** What a page's script uses of its window. */
const names = [
  "window",
  "document",
  "getComputedStyle",
  "Element",
  "HTMLElement",
  "HTMLDetailsElement",
  "HTMLInputElement",
  "HTMLTextAreaElement",
  "Text",
  "Event",
  "ClipboardEvent",
  "DragEvent",
  "InputEvent",
  "KeyboardEvent",
  "MessageEvent",
] as const;

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
  private readonly window = new Window({ url: "https://page.example" });
  private readonly said: (message: unknown) => void;

  /** @param said called with what the page sends */
  constructor(script: string, said: (message: unknown) => void) {
    this.said = said;
    const { window } = this;
    window.document.body.innerHTML = `<div id="page"></div><div id="voice"></div>`;
    // A DOM without an editor: a text is replaced by its value.
    Object.assign(window.document, { execCommand: () => false });
    const state: { now?: unknown } = {};
    const host = {
      postMessage: (message: unknown) => this.said(structuredClone(message)),
      getState: () => state.now,
      setState: (now: unknown) => (state.now = now),
    };
    const scope: Record<string, unknown> = {
      ...Object.fromEntries(names.map((name) => [name, window[name as keyof Window]])),
      acquireVsCodeApi: () => host,
      // It asks once; nothing gets lost here.
      setInterval: () => 0,
      clearInterval: () => undefined,
    };
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- our own script
    const run = new Function(...Object.keys(scope), script) as (...given: readonly unknown[]) => void;
    run(...Object.values(scope));
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
