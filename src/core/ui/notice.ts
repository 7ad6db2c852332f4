import { window } from "vscode";
import { plainText } from "./plainText.ts";

const shownMs = 6000;

/** Says in the status bar, for a few seconds, that something went well. */
export function notice(text: string): void {
  window.setStatusBarMessage(plainText(text), shownMs);
}

/** Says that something went well and offers what one may want next. Waits for nobody. */
export function offer(text: string, button: string, act: () => Promise<void>): void {
  void window.showInformationMessage(plainText(text), button).then((chosen) => (chosen === button ? act() : undefined));
}
