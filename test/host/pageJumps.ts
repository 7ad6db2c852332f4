import * as vscode from "vscode";
import { Emitter } from "../../src/core/base/events.ts";
import { replace } from "./spies.ts";

/** Parts of pages that got the keyboard, the latest last. */
export function pageJumps(): { readonly parts: readonly string[]; event: Emitter<void>["event"]; dispose(): void } {
  const parts: string[] = [];
  const added = new Emitter<void>();
  const spy = replace(vscode.window, "createWebviewPanel", (real) => (...given) => {
    const panel = real.apply(vscode.window, given);
    replace(panel.webview, "postMessage", (post) => (message: { readonly focus?: string }) => {
      if (message.focus !== undefined) {
        parts.push(message.focus);
        added.fire();
      }
      return post.call(panel.webview, message);
    });
    return panel;
  });
  return { parts, event: added.event, dispose: () => spy.dispose() };
}
