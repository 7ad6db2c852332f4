import { askUntilShown, repeated } from "../../../../core/webview/browser/askUntilShown.ts";
import { actionOf, patch } from "../../../../core/webview/browser/patch.ts";
/** The script of the page of a merge request: shows what the extension sends, and tells it which button was pressed. */
import type { KeptPage, PageMessage, ShowMessage } from "../../../../core/webview/messages.ts";

interface KeptState extends KeptPage {
  /** Pixels from the top. */
  readonly scroll?: number;
}

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): KeptState | undefined;
  setState(state: KeptState): void;
};

/** The message of the extension; undefined for what other frames of the workbench may say. */
const shown = (data: unknown): ShowMessage | undefined =>
  typeof data === "object" && data !== null && "type" in data && data.type === "show"
    ? (data as ShowMessage)
    : undefined;

start(document.querySelector("#page") ?? document.body, document.querySelector("#voice"));

function start(page: Element, voice: Element | null): void {
  const host = acquireVsCodeApi();
  let kept = host.getState();
  /** What was scrolled to earlier is there only once the page is. */
  let isWhole = false;
  const keep = (state: KeptState): void => {
    kept = state;
    host.setState(state);
  };

  window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = shown(data);
    if (message === undefined) return;
    got();
    const focused = document.activeElement;
    patch(page, message.page);
    // What was pressed may be gone: the keyboard goes on from the page's title, not from nowhere.
    if (focused !== null && focused !== document.body && document.activeElement !== focused)
      page.querySelector<HTMLElement>("h1")?.focus();
    if (voice !== null && message.said !== undefined) voice.textContent = message.said;
    if (!isWhole && page.querySelector('main[aria-busy="false"]') !== null) {
      isWhole = true;
      window.scrollTo({ top: kept?.scroll ?? 0 });
    }
    keep({ ...message.kept, scroll: isWhole ? window.scrollY : (kept?.scroll ?? 0) });
  });

  page.addEventListener("click", ({ target }) => {
    const action = target instanceof Element ? actionOf(target, page) : undefined;
    if (action !== undefined) host.postMessage({ type: "act", action });
  });

  window.addEventListener("scrollend", () => {
    if (kept !== undefined && isWhole) keep({ ...kept, scroll: window.scrollY });
  });

  const got = askUntilShown((news) => host.postMessage(news), repeated);
}
