import { l10n, type Range, type TextDocument, window, workspace } from "vscode";
import { ApiError, isOutcomeUnknown } from "../../api/errors.ts";
import type { Upload } from "../../api/upload.ts";
import { isCancelled, UserError } from "../base/errors.ts";
import { instanceHost } from "../base/instanceUrl.ts";
import type { Span } from "../base/textEdit.ts";
import { describeError } from "./describeError.ts";
import { rangeOf, workspaceEdit } from "./documentEdits.ts";
import { notice } from "./notice.ts";
import { plainText } from "./plainText.ts";
import { withProgress } from "./progress.ts";
import { shiftSpan } from "./shiftSpan.ts";
import { sizeText } from "./size.ts";
import type { FileToAttach } from "./transferredFiles.ts";

/** How files become links in a text. */
export interface AttachTarget {
  readonly instance: string;
  /** Sends a file. @returns the link to it */
  readonly send: (
    file: Upload,
    options: { readonly signal: AbortSignal; readonly onProgress: (done: number, total?: number) => void },
  ) => Promise<string>;
  readonly words: {
    /** Says what became of a file that may have been uploaded. */
    readonly mayBe: string;
    /** Says that a file was uploaded, or may have been, without a link. */
    readonly notAdded: (name: string, why: string) => string;
    readonly notAttached: (name: string, why: string) => string;
    /** Says that a link could not be inserted. */
    readonly notInserted: (link: string) => string;
  };
}

export interface DocumentTarget extends AttachTarget {
  /** Whether a text that was closed meanwhile can be opened again. */
  readonly reopens: boolean;
}

/** Where links go in a text, which may change in the meantime. */
export interface LinkPlace {
  /** Puts a text there. @returns whether the text could be changed */
  readonly insert: (text: string) => PromiseLike<boolean>;
  readonly dispose: () => void;
}

/** Uploads files and inserts links to them in a document. @throws ApiError, UserError */
export function attachFiles(
  target: DocumentTarget,
  document: TextDocument,
  ranges: readonly Range[],
  files: readonly FileToAttach[],
): Promise<void> {
  const places = trackSpans(document, ranges);
  const insert = (text: string): Promise<boolean> => insertInto(document, places.now(), text, target.reopens);
  return attachAt(target, { insert, dispose: places.dispose }, files);
}

/**
 * Uploads files and inserts links to them where they were pasted or dropped, even if the text changes in the meantime. A failed upload
 * inserts nothing. @throws ApiError, UserError
 */
export async function attachAt(target: AttachTarget, place: LinkPlace, files: readonly FileToAttach[]): Promise<void> {
  const links: string[] = [];
  try {
    for (const file of files) links.push(await upload(target, file));
  } catch (error) {
    if (!(error instanceof UserError) || files.length === 1) throw error;
    const others = l10n.t("Attached {1} of {0} files. The remaining files were not sent.", files.length, links.length);
    throw new UserError(`${error.message} ${others}`, { cause: error, ...(error.action && { action: error.action }) });
  } finally {
    // Links of uploaded files are inserted even if a later upload fails.
    await insertLinks(target, place, links).finally(place.dispose);
  }
  notice(
    files.length === 1
      ? l10n.t("Attached “{0}”.", plainText(files[0]?.name, 100))
      : l10n.t("Attached {0} files.", files.length),
  );
}

/** @throws UserError with the links when the text cannot be changed */
async function insertLinks({ words }: AttachTarget, place: LinkPlace, links: readonly string[]): Promise<void> {
  const text = links.join("\n");
  if (text !== "" && !(await place.insert(text))) throw new UserError(words.notInserted(text));
}

async function upload({ instance, send, words }: AttachTarget, { name, open }: FileToAttach): Promise<string> {
  const shown = plainText(name, 100);
  const file = await open();
  try {
    return await withProgress(
      l10n.t("Attaching “{0}”…", shown),
      (signal, step) =>
        send(file, {
          signal,
          onProgress: (done, total) =>
            step(total === undefined ? sizeText(done) : l10n.t("{0} of {1}", sizeText(done), sizeText(total))),
        }),
      { writes: true },
    );
  } catch (error) {
    if (isCancelled(error)) throw error;
    const { message, action } = describeError(error, Date.now(), words.mayBe);
    const why =
      error instanceof ApiError && error.status === 413
        ? l10n.t("{0} does not accept attachments of this size: {1}.", instanceHost(instance), sizeText(file.size))
        : message;
    const what = isOutcomeUnknown(error) ? words.notAdded(shown, why) : words.notAttached(shown, why);
    throw new UserError(what, { cause: error, ...(action && { action }) });
  }
}

interface TrackedSpans {
  readonly now: () => readonly Span[];
  readonly dispose: () => void;
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

/** Inserts the text as one undo step. @returns whether the document could be edited */
async function insertInto(
  { uri, isClosed }: TextDocument,
  places: readonly Span[],
  text: string,
  reopens: boolean,
): Promise<boolean> {
  if (isClosed && !reopens) return false;
  const document = await workspace.openTextDocument(uri);
  const ranges = places.map((place) => rangeOf(document, place));
  const editor = window.visibleTextEditors.find((each) => each.document === document);
  return editor
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
      );
}
