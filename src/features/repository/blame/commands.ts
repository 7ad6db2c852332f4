import { window, workspace } from "vscode";
import type { App } from "../../../core/context.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import { restrictedMode } from "../../../git/program.ts";

/** Shows or hides who changed each line last, in this window. @throws UserError when there is nothing that could be annotated */
export function toggle(app: App): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (!app.blame.on) {
    if (!workspace.isTrusted) throw restrictedMode();
    // Files of other projects, as of a merge request, need no project that is open.
    if (document === undefined || readFileUri(document.uri) === undefined) app.current.require();
  }
  app.blame.toggle();
  return Promise.resolve();
}
