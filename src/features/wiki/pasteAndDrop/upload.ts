import { l10n, type Range, type TextDocument, window, workspace } from "vscode";
import { ApiError, isOutcomeUnknown } from "../../../api/errors.ts";
import type { WikiAttachment } from "../../../api/resources/wikis.ts";
import { readPagePath, readWikiAuthority } from "../../../core/addresses/wiki.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Span } from "../../../core/base/textEdit.ts";
import type { Context } from "../../../core/context.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { rangeOf, workspaceEdit } from "../../../core/ui/documentEdits.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { sizeText } from "../../../core/ui/size.ts";
import { attachmentLink } from "../attachmentLink.ts";
import type { FileToAttach } from "./files.ts";
import { shiftSpan } from "./place.ts";

export interface AttachOptions extends Pick<Context, "connections" | "report"> {
  /** Called after each upload, so that the preview looks up the file again. */
  readonly attached: (scope: ProjectScope) => void;
}

/**
 * Uploads files as attachments of the wiki and inserts links to them where they were pasted or dropped, even if the
 * text changes in the meantime. A failed upload inserts nothing.
 * @throws ApiError, UserError
 */
export async function attach(
  parts: AttachOptions,
  document: TextDocument,
  ranges: readonly Range[],
  files: readonly FileToAttach[],
): Promise<void> {
  const [scope, page] = [readWikiAuthority(document.uri.authority), readPagePath(document.uri.path)];
  if (!scope || !page) return;
  const places = trackSpans(document, ranges);
  const links: string[] = [];
  try {
    for (const file of files) links.push(attachmentLink(page.format, await uploadAttachment(parts, scope, file)));
  } catch (error) {
    if (!(error instanceof UserError) || files.length === 1) throw error;
    const others = l10n.t("Attached {1} of {0} files. The remaining files were not sent.", files.length, links.length);
    throw new UserError(`${error.message} ${others}`, { cause: error, ...(error.action && { action: error.action }) });
  } finally {
    places.dispose();
    // Links of uploaded files are inserted even if a later upload fails.
    if (links.length > 0) await insert(document, places.now(), links.join("\n"));
  }
  notice(
    files.length === 1
      ? l10n.t("Attached “{0}”.", plainText(files[0]?.name, 100))
      : l10n.t("Attached {0} files.", files.length),
  );
}

async function uploadAttachment(
  parts: AttachOptions,
  scope: ProjectScope,
  { name, open }: FileToAttach,
): Promise<WikiAttachment> {
  const { instance, project } = scope;
  const { client } = parts.connections.get(instance);
  const shown = plainText(name, 100);
  const upload = await open();
  try {
    const answer = await withProgress(
      l10n.t("Attaching “{0}”…", shown),
      (signal, step) =>
        client.wikis.uploadAttachment(
          project,
          { file: upload },
          {
            signal,
            onProgress: (done, total) =>
              step(total === undefined ? sizeText(done) : l10n.t("{0} of {1}", sizeText(done), sizeText(total))),
          },
        ),
      { writes: true },
    );
    parts.attached(scope);
    return answer;
  } catch (error) {
    if (isCancelled(error)) throw error;
    const mayBe = l10n.t("It may have been uploaded anyway. Attachments without a link are not visible.");
    const { message, action } = describeError(error, Date.now(), mayBe);
    const why =
      error instanceof ApiError && error.status === 413
        ? l10n.t("{0} does not accept attachments of this size: {1}.", instanceHost(instance), sizeText(upload.size))
        : message;
    const what = isOutcomeUnknown(error)
      ? l10n.t("“{0}” was not added to the page. {1}", shown, why)
      : l10n.t("“{0}” was not attached and not added to the page. {1}", shown, why);
    throw new UserError(what, {
      cause: error,
      ...(action && { action }),
    });
  }
}

interface TrackedSpans {
  readonly now: () => readonly Span[];
  dispose(): void;
}

function trackSpans(document: TextDocument, ranges: readonly Range[]): TrackedSpans {
  let now = ranges.map(({ start, end }): Span => ({
    start: document.offsetAt(start),
    end: document.offsetAt(end),
  }));
  const listener = workspace.onDidChangeTextDocument((event) => {
    if (event.document.uri.toString() !== document.uri.toString()) return;
    for (const change of event.contentChanges) now = now.map((place) => shiftSpan(place, change));
  });
  return {
    now: () => now,
    dispose: () => void listener.dispose(),
  };
}

/** Inserts the text as one undo step. @throws UserError with the text when the page cannot be edited */
async function insert({ uri }: TextDocument, places: readonly Span[], text: string): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const ranges = places.map((place) => rangeOf(document, place));
  const editor = window.visibleTextEditors.find((each) => each.document === document);
  const done = await (editor
    ? editor.edit((edit) => {
        // An insertion moves the cursor behind it, as typing does.
        for (const range of ranges)
          if (range.isEmpty) edit.insert(range.start, text);
          else edit.replace(range, text);
      })
    : workspace.applyEdit(
        workspaceEdit(
          document,
          places.map((place) => ({ ...place, text })),
        ),
      ));
  if (!done)
    throw new UserError(
      l10n.t(
        "The attachment was uploaded, but the page could not be changed. Paste this link into the page: {0}",
        text,
      ),
    );
}
