import { type CommentReply, l10n, Range, SnippetString, type TextEditor, workspace } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import { commentBoxWith } from "../../../core/ui/commentBoxes.ts";
import type { MergeRequestsContext } from "../context.ts";
import { linesOf, suggestionBlock } from "../review/suggestions.ts";

/** Inserts a suggestion for the lines of a thread into its box. */
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
  const box = await commentBoxWith(text);
  if (box) await write(box, block);
  else await (await context.review()).threads.keep(thread, text.trim() === "" ? block : `${text}\n\n${block}`);
}

async function write(box: TextEditor, block: string): Promise<void> {
  const { document, selection } = box;
  const atLineStart = document.lineAt(selection.start.line).text.slice(0, selection.start.character).trim() === "";
  const snippet = new SnippetString().appendText(`${atLineStart ? "" : "\n"}${block}\n`);
  await box.insertSnippet(snippet, selection);
}
