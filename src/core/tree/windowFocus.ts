import { window } from "vscode";
import type { Disposable } from "../base/disposable.ts";
import type { PollScheduler } from "./poll.ts";

/** Tells the budget whether the window has the person's attention. */
export function followFocus(polling: PollScheduler): Disposable {
  polling.setFocused(window.state.focused);
  return window.onDidChangeWindowState(({ focused }) => polling.setFocused(focused));
}
