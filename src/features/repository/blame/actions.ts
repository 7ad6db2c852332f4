import { window, workspace } from "vscode";
import { readFileUri } from "../../../core/files/uris.ts";
import { restrictedMode } from "../../../git/program.ts";
import type { RepositoryContext } from "../context.ts";

/** Shows or hides who changed each line last, in this window. @throws UserError when there is nothing that could be annotated */
export function toggle(context: RepositoryContext): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (!context.blame.on) {
    if (!workspace.isTrusted) throw restrictedMode();
    // Files of other projects, as of a merge request, need no project that is open.
    if (document === undefined || readFileUri(document.uri) === undefined) context.current.require();
  }
  context.blame.toggle();
  return Promise.resolve();
}
