import { l10n, Range, type Uri, window, workspace, WorkspaceEdit } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { patchEdits, readPatch } from "../../../core/findings/patch.ts";
import type { OpenFiles } from "../../../core/problems/projectFiles.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { FindingRef } from "./shown.ts";

/**
 * Applies the patch of a report to the files of the workspace, which are left unsaved, and shows the first one.
 * @throws UserError when the patch does not fit, or leads out of the repository
 */
export async function applyPatch({ finding }: FindingRef, files: Pick<OpenFiles, "findOwn">): Promise<void> {
  const patch = finding.fix === undefined ? undefined : readPatch(finding.fix);
  if (patch === undefined)
    throw new UserError(l10n.t("The patch of this finding cannot be applied here. See its details."));
  const edit = new WorkspaceEdit();
  let first: { readonly uri: Uri; readonly line: number } | undefined;
  for (const file of patch) {
    const uri = await files.findOwn({ path: file.path }, []);
    const name = plainText(file.path, 200);
    if (uri === undefined) throw new UserError(l10n.t("{0} is not in the workspace.", name));
    const document = await workspace.openTextDocument(uri);
    const lines = Array.from({ length: document.lineCount }, (_, at) => document.lineAt(at).text);
    const edits = patchEdits(lines, file);
    if (edits === undefined)
      throw new UserError(l10n.t("{0} has changed too much since the pipeline to apply the patch.", name));
    for (const { start, end, lines: replaced } of edits) {
      // At the end of the document there is no line break to replace.
      const range = document.validateRange(new Range(start, 0, end, 0));
      const isLast = end >= document.lineCount;
      edit.replace(uri, range, replaced.join("\n") + (isLast || replaced.length === 0 ? "" : "\n"));
      first ??= { uri, line: start };
    }
  }
  if (!(await workspace.applyEdit(edit))) throw new UserError(l10n.t("The patch could not be applied."));
  if (first) await window.showTextDocument(first.uri, { selection: new Range(first.line, 0, first.line, 0) });
}
