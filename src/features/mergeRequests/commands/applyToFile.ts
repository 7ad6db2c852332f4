import {
  EndOfLine,
  l10n,
  Range,
  Selection,
  type TextDocument,
  type Uri,
  window,
  workspace,
  WorkspaceEdit,
} from "vscode";
import type { Suggestion } from "../../../api/resources/discussionTypes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { namedFile } from "../../../core/files/namedFile.ts";
import { helpOf } from "../../../core/mergeRequests/help.ts";
import { type MergeRequestPlace, refOf } from "../../../core/mergeRequests/review/place.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { gitProgram } from "../../../git/program.ts";
import { openWorkingTree } from "../../../git/workingTree.ts";
import type { MergeRequestsContext } from "../context.ts";
import type { NoteComment } from "../review/shownNote.ts";
import { findLines, linesOf } from "../review/suggestions.ts";
import { sourceClone } from "./checkOut.ts";
import { choice, type NoteRef, notAppliable, ofNote, placeOfNote, type Suggested, suggestionsOf } from "./suggested.ts";

/** Writes a suggestion into the file that is checked out, unsaved. */
export async function applySuggestionToFile(
  context: MergeRequestsContext,
  given?: NoteComment | NoteRef,
): Promise<void> {
  if (!given) return;
  const place = placeOfNote(given);
  const here = ofNote(await suggestionsOf(context, place), given);
  if (here.length === 0) throw notAppliable(place);
  const [only] = here;
  const one =
    here.length === 1
      ? only
      : await pickOne<Suggested>({
          title: l10n.t("Apply Suggestion to File"),
          placeholder: l10n.t("Select a suggestion"),
          choices: here.map(choice),
        });
  if (!one) return;
  const file = await checkedOutFile(context, place, one.path);
  const document = await workspace.openTextDocument(file);
  const found = placeIn(document, one.suggestion);
  if (!found)
    throw new UserError(l10n.t("The lines of this suggestion are not in your “{0}”.", plainText(one.path, 200)));
  const edit = new WorkspaceEdit();
  edit.replace(file, found.range, found.text);
  if (!(await workspace.applyEdit(edit)))
    throw new UserError(l10n.t("The editor did not apply the change. Try again."));
  const editor = await window.showTextDocument(document, { preview: false });
  editor.revealRange(found.range);
  editor.selection = new Selection(found.range.start, found.range.start);
  notice(l10n.t("Suggestion applied. Save the file to keep it."));
}

/** Returns the lines of a document that a suggestion replaces, and what by. */
function placeIn(
  document: TextDocument,
  { from_line: line, from_content: from, to_content: to }: Suggestion,
): { readonly range: Range; readonly text: string } | undefined {
  if (typeof from !== "string" || typeof to !== "string") return undefined;
  const eol = document.eol === EndOfLine.CRLF ? "\r\n" : "\n";
  const file = Array.from({ length: document.lineCount }, (_, index) => document.lineAt(index).text);
  const lines = linesOf(from);
  const first = findLines(file, lines, (line ?? 1) - 1);
  if (first === undefined) return undefined;
  const last = first + lines.length - 1;
  const text = linesOf(to).join(eol);
  // Without lines in their place, the line break goes as well.
  const isRemoved = to === "" && last + 1 < document.lineCount;
  return {
    range: isRemoved ? new Range(first, 0, last + 1, 0) : new Range(first, 0, last, document.lineAt(last).text.length),
    text,
  };
}

/** Returns a file of the source branch in the clone that has it checked out. @throws UserError */
async function checkedOutFile(context: MergeRequestsContext, place: MergeRequestPlace, path: string): Promise<Uri> {
  const ref = refOf(place);
  const { clone, plan } = await sourceClone(context, ref);
  const tree = openWorkingTree(clone.root, gitProgram);
  if ((await tree.current()) !== plan.branch)
    throw new UserError(l10n.t("Check out “{0}” to apply the suggestion to its file.", plainText(plan.branch, 100)), {
      action: helpOf("checkOut", ref),
    });
  const head = await tree.head(plan.branch);
  const entry = head === undefined ? undefined : await clone.entry(head, path);
  if (entry?.mode.startsWith("100") !== true)
    throw new UserError(l10n.t("Your branch has no file “{0}”.", plainText(path, 200)));
  return namedFile(clone.root, path);
}
