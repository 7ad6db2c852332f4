import { l10n, window, workspace } from "vscode";
import type { App } from "../app.ts";
import { readFileUri } from "../documents/uris.ts";
import { UserError } from "../errors.ts";

/** Shows or hides who changed each line last, in this window. @throws UserError when there is nothing that could be annotated */
export function toggle(app: App): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (!app.blame.on) {
    if (!workspace.isTrusted) throw new UserError(l10n.t("This workspace is not trusted, so its repositories are not read. Trust it first."));
    // Files of other projects, as of a merge request, need no project that is open.
    if (document === undefined || readFileUri(document.uri) === undefined) app.current.require();
  }
  app.blame.toggle();
  return Promise.resolve();
}
