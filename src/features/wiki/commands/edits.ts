import { FileSystemError, l10n, type Uri, workspace } from "vscode";
import type { WikiPage } from "../../../api/resources/wikis.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { pagesBelow } from "../pages.ts";
import type { WikiFiles } from "../wikiFiles.ts";

/** Renames a page through the editor, so that open editors follow with their text. @throws ApiError, UserError */
export async function renamePage({ edits }: WikiFiles, from: Uri, to: Uri, signal: AbortSignal): Promise<void> {
  try {
    await edits.apply((edit) => edit.renameFile(from, to, { overwrite: false }), signal);
  } catch (error) {
    // VS Code does not even ask to rename a file that is gone, and gives no reason.
    if (!(error instanceof UserError) || !(await isGone(from))) throw error;
    const name = from.path.slice(1);
    throw new UserError(l10n.t("“{0}” is no longer there. It was renamed or deleted.", plainText(name, 150)), {
      cause: error,
      action: { title: l10n.t("Refresh"), command: "forgeline.refresh" },
    });
  }
}

const isGone = async (uri: Uri): Promise<boolean> => {
  try {
    await workspace.fs.stat(uri);
    return false;
  } catch (error) {
    return error instanceof FileSystemError && error.code === "FileNotFound";
  }
};

/** Deletes a page through the editor, so that open editors close. @throws ApiError, UserError */
export const deletePage = ({ edits }: WikiFiles, uri: Uri, signal: AbortSignal): Promise<void> =>
  edits.apply((edit) => edit.deleteFile(uri, { ignoreIfNotExists: false }), signal);

/** Returns how many pages are below another besides those that the user was asked about. */
export const addedBelow = (pages: readonly WikiPage[], slug: string, asked: ReadonlySet<string>): number =>
  pagesBelow(pages, slug).filter((page) => !asked.has(page.slug)).length;

/** Adds to a message that pages were added meanwhile, if any were. */
export const withAdded = (done: string, added: number): string =>
  added === 0
    ? done
    : `${done} ${plural(added, (shown) => ({
        one: l10n.t("{0} page was added in the meantime and is unchanged.", shown),
        other: l10n.t("{0} pages were added in the meantime and are unchanged.", shown),
      }))}`;

/**
 * Runs an action for several pages, one after the other; the error says how many were done.
 * @param progressText returns a sentence about the finished pages
 * @param report receives the progress, if there are several pages
 */
export async function runForEach<T>(
  pages: readonly T[],
  progressText: (done: number) => string,
  act: (page: T) => Promise<void>,
  signal: AbortSignal,
  report?: (text: string) => void,
): Promise<void> {
  let done = 0;
  try {
    for (const page of pages) {
      signal.throwIfAborted();
      if (pages.length > 1) report?.(l10n.t("{0} of {1}", done + 1, pages.length));
      await act(page);
      done++;
    }
  } catch (error) {
    if (done === 0 || isCancelled(error)) throw error;
    const { message, action } = describeError(error);
    throw new UserError(`${progressText(done)} ${message}`, { cause: error, ...(action && { action }) });
  }
}
