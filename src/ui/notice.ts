import { window } from "vscode";
import { plainText } from "./plainText.ts";

const shownMs = 6000;

/** Says in the status bar, for a few seconds, that something went well. */
export function notice(text: string): void {
  window.setStatusBarMessage(plainText(text), shownMs);
}
