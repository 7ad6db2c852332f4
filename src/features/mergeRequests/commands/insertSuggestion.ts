import { type CommentReply, l10n, Range, workspace } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import type { MergeRequestsContext } from "../context.ts";
import { linesOf, suggestionBlock } from "../review/suggestions.ts";

/**
 * Writes a suggestion for the lines of a thread below what was typed, as an unsent comment: VS Code empties and closes the box of a reply when
 * a command below it is done.
 */
export async function insertSuggestion(context: MergeRequestsContext, reply?: CommentReply): Promise<void> {
  if (!reply)
    throw new UserError(l10n.t("Open the changes of a merge request and comment on a line to suggest a change."));
  const { thread, text } = reply;
  const { range, uri } = thread;
  const side = readFileUri(uri)?.diff?.side;
  const document = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (!range || !document || side !== "new")
    throw new UserError(
      l10n.t("Changes can be suggested for lines on the right side of a diff. Comment on one of these lines instead."),
    );
  const lines = linesOf(document.getText(new Range(range.start.line, 0, range.end.line + 1, 0)));
  const block = suggestionBlock(
    lines.length === 0 ? [""] : lines.slice(0, range.end.line - range.start.line + 1),
    range.end.line - range.start.line,
  );
  await (await context.review()).threads.keep(thread, text.trim() === "" ? block : `${text}\n\n${block}`);
}
