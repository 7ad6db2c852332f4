import { window, workspace } from "vscode";
import { readFileUri } from "../../../core/files/uris.ts";
import { restrictedMode } from "../../../git/program.ts";
import type { RepositoryContext } from "../context.ts";

/** Turns blame annotations on or off in this window. @throws UserError without a file to annotate */
export function toggle(context: RepositoryContext): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (!context.blame.on) {
    if (!workspace.isTrusted) throw restrictedMode();
    // Files at a ref, such as those of a merge request, need no open project.
    if (document === undefined || readFileUri(document.uri) === undefined) context.current.require();
  }
  context.blame.toggle();
  return Promise.resolve();
}
