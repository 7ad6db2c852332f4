import type { Window as Dom } from "happy-dom";

/** What the script of a page keeps over a reload. */
export interface PageState {
  readonly get: () => unknown;
  readonly set: (state: unknown) => void;
}

/** Timers of a page, which end with it. */
const timers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "requestAnimationFrame"] as const;

/** What a page's script uses of its window. */
const globals = [
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

/** Draws a page and runs its scripts. @param said called with what they send */
export async function pageDom(
  html: string,
  scripts: readonly string[],
  said: (message: unknown) => void,
  state: PageState,
): Promise<Dom> {
  const { Window } = await import("happy-dom");
  const dom = new Window({ url: "https://page.example" });
  dom.document.write(html);
  // A DOM without an editor: a text is replaced by its value.
  Object.assign(dom.document, { execCommand: () => false });
  const host = {
    postMessage: (message: unknown) => said(structuredClone(message)),
    getState: () => state.get(),
    setState: (now: unknown) => state.set(now),
  };
  const scope: Record<string, unknown> = {
    ...Object.fromEntries(globals.map((name) => [name, dom[name as keyof Dom]])),
    ...Object.fromEntries(timers.map((name) => [name, dom[name].bind(dom)])),
    acquireVsCodeApi: () => host,
    // Nothing has a size here.
    ResizeObserver: class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  };
  for (const script of scripts) {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- our own script
    const run = new Function(...Object.keys(scope), script) as (...given: readonly unknown[]) => void;
    run(...Object.values(scope));
  }
  return dom;
}
