import { window } from "vscode";
import { plainText } from "./plainText.ts";

const shownMs = 6000;

/** Shows a success message in the status bar for a few seconds. */
export function notice(text: string): void {
  window.setStatusBarMessage(plainText(text), shownMs);
}

/** A button and what it does. */
type Offered = readonly [button: string, act: () => Promise<void>];

/** Shows a success notification with buttons for next steps, without waiting for the user. */
export function offer(text: string, button: string, act: () => Promise<void>, ...more: readonly Offered[]): void {
  const offered: readonly Offered[] = [[button, act], ...more];
  void window
    .showInformationMessage(plainText(text), ...offered.map(([title]) => title))
    .then((chosen) => offered.find(([title]) => title === chosen)?.[1]());
}
