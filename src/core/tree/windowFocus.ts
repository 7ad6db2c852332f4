import { window } from "vscode";
import type { Disposable } from "../base/disposable.ts";
import type { PollScheduler } from "./poll.ts";

/** Passes the window's focus on to the poll scheduler. */
export function followFocus(polling: PollScheduler): Disposable {
  polling.setFocused(window.state.focused);
  return window.onDidChangeWindowState(({ focused }) => polling.setFocused(focused));
}
