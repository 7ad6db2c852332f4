import type { AskMessage, OfferMessage } from "../completionMessages.ts";
import type { FilesMessage, InsertMessage } from "../fileMessages.ts";
import { FOCUS_ACTION, type PageMessage, type ShowMessage } from "../messages.ts";
import { askUntilShown, repeated } from "./askUntilShown.ts";
import { insertBetween, takeFiles } from "./attach.ts";
import { NameCompletion } from "./completion.ts";
import { focusAfter, jumpTo } from "./focus.ts";
import { patch } from "./patch.ts";
import { textBoxes } from "./textBoxes.ts";

declare function acquireVsCodeApi<State>(): {
  postMessage(message: PageMessage | FilesMessage | AskMessage): void;
  getState(): State | undefined;
  setState(state: State): void;
};

export interface PageScript<Message extends ShowMessage, Scroll> {
  /** The element that the page is shown in. */
  readonly page: Element;
  /** Shows a message now or later, by what `startPage` returns; without it messages are shown at once. */
  readonly receive?: (message: Message) => void;
  /** Called after the elements have been updated. */
  readonly patched?: (message: Message) => void;
  /** Called when a button was clicked. */
  readonly clicked?: () => void;
  /** Returns the element to focus when the focused one is gone. */
  readonly fallback?: () => HTMLElement | null;
  /** Returns how far the page is scrolled. */
  readonly scrolled: () => Scroll;
  /** Scrolls the page; undefined for its beginning. */
  readonly scrollTo: (scroll: Scroll | undefined) => void;
}

interface KeptState<Scroll> {
  readonly scroll?: Scroll;
}

/**
 * Runs a page: shows what the extension sends, and sends it the value of the button that was clicked.
 * @returns a function that shows a message
 */
export function startPage<Message extends ShowMessage, Scroll>(
  script: PageScript<Message, Scroll>,
): (message: Message) => void {
  const { page } = script;
  const voice = document.querySelector("#voice");
  const host = acquireVsCodeApi<KeptState<Scroll>>();
  let kept = host.getState();
  /** Whether the page is complete; only then can its scroll position be restored. */
  let isComplete = false;
  const keep = (state: KeptState<Scroll>): void => {
    kept = state;
    host.setState(state);
  };

  const boxes = textBoxes(page, (message) => host.postMessage(message));
  takeFiles(page, (message) => host.postMessage(message));
  const insert = insertBetween(page);
  const completion = new NameCompletion(page, (message) => host.postMessage(message));

  /** Whether a message is the extension's; other frames of the workbench send messages too. */
  const isOf = (data: unknown, type: string): data is object =>
    typeof data === "object" && data !== null && "type" in data && data.type === type;
  const isShow = (data: unknown): data is Message => isOf(data, "show");
  const isInsert = (data: unknown): data is InsertMessage => isOf(data, "insert");
  const isOffer = (data: unknown): data is OfferMessage => isOf(data, "offer");
  const show = (message: Message): void => {
    const focused = document.activeElement;
    const refocus = focusAfter(page, focused);
    patch(page, message.page);
    boxes.refill();
    completion.patched();
    script.patched?.(message);
    // If the focused element is gone, the focus moves to what took its place, or to the title, instead of being lost.
    if (focused !== null && focused !== document.body && document.activeElement !== focused && !refocus())
      (script.fallback?.() ?? page.querySelector<HTMLElement>("h1"))?.focus();
    if (message.focus !== undefined) jumpTo(message.focus);
    if (voice !== null && message.said !== undefined) voice.textContent = message.said;
    if (!isComplete && page.querySelector('main[aria-busy="false"]') !== null) {
      isComplete = true;
      script.scrollTo(kept?.scroll);
    }
    const scroll = isComplete ? script.scrolled() : kept?.scroll;
    keep({ ...message.kept, ...(scroll !== undefined && { scroll }) });
  };

  window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isInsert(data)) insert(data);
    if (isOffer(data)) completion.receive(data);
    if (!isShow(data)) return;
    got();
    (script.receive ?? show)(data);
  });

  page.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button === null || button.disabled || button.value === "") return;
    const [action, part] = button.value.split(" ");
    if (action === FOCUS_ACTION) {
      jumpTo(part ?? "");
      return;
    }
    script.clicked?.();
    boxes.focusBoxOf(button);
    host.postMessage({ type: "act", value: button.value, texts: boxes.textsBeside(button) });
  });

  // The scroll events of elements inside the page do not bubble, but are captured here.
  window.addEventListener(
    "scrollend",
    () => {
      if (kept !== undefined && isComplete) keep({ ...kept, scroll: script.scrolled() });
    },
    { capture: true },
  );

  const got = askUntilShown((status) => host.postMessage(status), repeated);
  return show;
}
