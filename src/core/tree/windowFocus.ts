import { window } from "vscode";
import type { Disposable } from "../base/disposable.ts";
import type { PollBudget } from "./poll.ts";

/** Tells the budget whether the window has the person's attention. */
export function followFocus(budget: PollBudget): Disposable {
  budget.setFocused(window.state.focused);
  return window.onDidChangeWindowState(({ focused }) => budget.setFocused(focused));
}
