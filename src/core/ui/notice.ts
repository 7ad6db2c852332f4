import { window } from "vscode";
import { plainText } from "./plainText.ts";

const shownMs = 6000;

/** Shows a success message in the status bar for a few seconds. */
export function notice(text: string): void {
  window.setStatusBarMessage(plainText(text), shownMs);
}

/** Shows a success notification with a button for a next step, without waiting for the user. */
export function offer(text: string, button: string, act: () => Promise<void>): void {
  void window.showInformationMessage(plainText(text), button).then((chosen) => (chosen === button ? act() : undefined));
}
