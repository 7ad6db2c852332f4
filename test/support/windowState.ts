/** Says what a test window is doing when it did not do what a test asked for: the pictures stay on the machine, words reach whoever reads the run. */
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { waitPatience } from "../../tools/patience.ts";

/** A window that answers nothing any more: every test after this one would fail as well. */
export class WindowHangs extends Error {}

/** What a window shows. @throws WindowHangs when it does not answer */
export async function describeWindow(page: Page): Promise<string> {
  const shown = await windowShows(page, waitPatience);
  if (shown === undefined) throw new WindowHangs("The window does not answer.");
  return `The window at ${new Date().toISOString().slice(11, 19)} shows ${shown}`;
}

/**
 * The boxes, messages, views and rows that the window shows now, as JSON; or why it could not be asked, as while it is being loaded or
 * closed. Undefined if it does not answer.
 * @param patience ms to wait for the answer
 */
export async function windowShows(page: Page, patience: number): Promise<string | undefined> {
  const late = new AbortController();
  const asked = page.evaluate<string>(shownNow).catch(String);
  const shown = await Promise.race([asked, setTimeout(patience, undefined, late)]);
  late.abort();
  return shown;
}

// Runs in the window, where types of the DOM are not at hand.
const shownNow = `(() => {
  const words = (selector) =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility())
      .map((element) => element.innerText.replace(/\\s+/g, " ").trim().slice(0, 200));
  const name = (element) => element?.getAttribute("aria-label") ?? "";
  const views = [...document.querySelectorAll(".part.sidebar .pane")].map((pane) => {
    const header = pane.querySelector(".pane-header");
    const isOpen = header?.getAttribute("aria-expanded") === "true";
    const rows = [...pane.querySelectorAll(".monaco-list-row")].map((row) => name(row).slice(0, 60));
    return name(header) + (isOpen ? ": " + rows.join(" | ") : ", collapsed");
  });
  return JSON.stringify({
    views,
    menus: words(".context-view .monaco-menu"),
    dialogs: words(".monaco-dialog-box"),
    boxes: words(".quick-input-widget"),
    notifications: words(".notifications-toasts .notification-toast, .notifications-center.visible .monaco-list-row"),
    host: words("#status\\\\.host"),
    active: document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.className,
    visible: document.visibilityState,
  });
})()`;
