import { askUntilShown, repeated } from "../../../../core/webview/browser/askUntilShown.ts";
import { patch } from "../../../../core/webview/browser/patch.ts";
/** The script of the page of a pipeline's graph: shows what the extension sends, draws the lines, and tells which button was pressed. */
import { HeldWhilePressed } from "../heldWhilePressed.ts";
import type { GraphMessage, KeptGraph, ShowGraph } from "../messages.ts";
import { GraphKeys } from "./graphKeys.ts";
import { GraphLines } from "./graphLines.ts";

interface KeptState extends KeptGraph {
  /** Pixels from the top and from the left. */
  readonly scroll?: readonly [top: number, left: number];
}

declare function acquireVsCodeApi(): {
  postMessage(message: GraphMessage): void;
  getState(): KeptState | undefined;
  setState(state: KeptState): void;
};

/** The message of the extension; undefined for what other frames of the workbench may say. */
const shown = (data: unknown): ShowGraph | undefined =>
  typeof data === "object" && data !== null && "type" in data && data.type === "show" ? (data as ShowGraph) : undefined;

/** The later page, with what has changed since the one before the earlier. */
const joined = (earlier: ShowGraph, later: ShowGraph): ShowGraph => {
  const said = [earlier.said, later.said].filter((words) => words !== undefined).join(" ");
  return said === "" ? later : { ...later, said };
};

start(document.querySelector("#page") ?? document.body, document.querySelector("#voice"));

function start(page: Element, voice: Element | null): void {
  const host = acquireVsCodeApi();
  const lines = new GraphLines(page);
  const keys = new GraphKeys(page, (job) => lines.touch(job));
  let kept = host.getState();
  /** What was scrolled to earlier is there only once the page is. */
  let isWhole = false;
  const scroll = (): readonly [number, number] => [window.scrollY, page.querySelector(".graph")?.scrollLeft ?? 0];
  const keep = (state: KeptState): void => {
    kept = state;
    host.setState(state);
  };

  const show = (message: ShowGraph): void => {
    const focused = document.activeElement;
    patch(page, message.page);
    keys.renew();
    // What was pressed may be gone: the keyboard goes on in the menu that is open, or from the page's title, not from nowhere.
    if (focused !== null && focused !== document.body && document.activeElement !== focused) {
      (
        page.querySelector<HTMLElement>(".holder[data-open] .menu button") ?? page.querySelector<HTMLElement>("h1")
      )?.focus();
    }
    lines.show(message.edges);
    if (voice !== null && message.said !== undefined) voice.textContent = message.said;
    if (!isWhole && page.querySelector('main[aria-busy="false"]') !== null) {
      isWhole = true;
      const [top, left] = kept?.scroll ?? [0, 0];
      window.scrollTo({ top });
      page.querySelector(".graph")?.scrollTo({ left });
    }
    keep({ ...message.kept, scroll: isWhole ? scroll() : (kept?.scroll ?? [0, 0]) });
  };

  const held = new HeldWhilePressed(show, joined);
  window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = shown(data);
    if (message === undefined) return;
    got();
    held.offer(message);
  });
  const released = (): void => held.release((run) => window.setTimeout(run));
  window.addEventListener("pointerdown", ({ button }) => button === 0 && held.press(), { capture: true });
  // Of a press that opens a context menu the release may never come.
  for (const end of ["pointerup", "pointercancel", "contextmenu"])
    window.addEventListener(end, released, { capture: true });
  // Not of what is inside the page: a press takes the keyboard from there.
  window.addEventListener("blur", released);

  page.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button === null || button.value === "") return;
    keys.close(true);
    host.postMessage({ type: "act", value: button.value });
  });

  const scrolled = (): void => {
    if (kept !== undefined && isWhole) keep({ ...kept, scroll: scroll() });
  };
  // Of what scrolls inside the page nothing rises to the window, but it comes down from there.
  window.addEventListener("scrollend", scrolled, { capture: true });

  const got = askUntilShown((news) => host.postMessage(news), repeated);
}
