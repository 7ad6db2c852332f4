import { l10n, type Uri } from "vscode";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import type { WikiFiles } from "../wikiFiles.ts";

/** Has the editor rename a page, so that its open editors go along with what was typed in them. @throws ApiError, UserError */
export const renamePage = ({ edits }: WikiFiles, from: Uri, to: Uri, signal: AbortSignal): Promise<void> =>
  edits.apply((edit) => edit.renameFile(from, to, { overwrite: false }), signal);

/** Has the editor delete a page, so that its open editors close. @throws ApiError, UserError */
export const deletePage = ({ edits }: WikiFiles, uri: Uri, signal: AbortSignal): Promise<void> =>
  edits.apply((edit) => edit.deleteFile(uri, { ignoreIfNotExists: false }), signal);

/**
 * Does the same to several pages, one after the other, and says how far it came when it does not come to the end.
 * @param came what was done so far, as a sentence
 * @param each is told which page it is, when there are several
 */
export async function oneByOne<T>(
  pages: readonly T[],
  came: (done: number) => string,
  act: (page: T) => Promise<void>,
  signal: AbortSignal,
  each?: (text: string) => void,
): Promise<void> {
  let done = 0;
  try {
    for (const page of pages) {
      signal.throwIfAborted();
      if (pages.length > 1) each?.(l10n.t("{0} of {1}", done + 1, pages.length));
      await act(page);
      done++;
    }
  } catch (error) {
    if (done === 0 || isCancelled(error)) throw error;
    const { message, action } = describeError(error);
    throw new UserError(`${came(done)} ${message}`, { cause: error, ...(action && { action }) });
  }
}
