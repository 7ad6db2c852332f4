import { type CommentReply, l10n, Range, workspace } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { suggestionBlock } from "../../../core/mergeRequests/review/suggestionBlock.ts";
import type { MergeRequestsContext } from "../context.ts";
import { linesOf } from "../review/suggestions.ts";

/**
 * Writes a suggestion for the lines of a thread below what was typed, as an unsent comment with these lines selected: VS Code empties and
 * closes the box of a reply when a command below it is done.
 */
export async function insertSuggestion(context: MergeRequestsContext, reply?: CommentReply): Promise<void> {
  if (!reply)
    throw new UserError(l10n.t("Open the changes of a merge request and comment on a line to suggest a change."));
  const { thread, text } = reply;
  const { range, uri } = thread;
  const { threads, sender } = await context.review();
  const shown = threads.threadsIn(uri);
  const document = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (!range || !document || shown?.document.file.diff.side !== "new")
    throw new UserError(
      l10n.t("Changes can be suggested for lines on the right side of a diff. Comment on one of these lines instead."),
    );
  if (shown.isChanged(thread))
    throw new UserError(
      l10n.t(
        "The lines of this thread changed in your working tree. Open the diff of the merge request to suggest a change.",
      ),
    );
  const found = linesOf(document.getText(new Range(range.start.line, 0, range.end.line + 1, 0)));
  const lines = found.length === 0 ? [""] : found.slice(0, range.end.line - range.start.line + 1);
  const block = suggestionBlock(lines, range.end.line - range.start.line);
  await sender.keep(thread, text, { text: block, lines: lines.length });
}
