import { l10n, Uri, window } from "vscode";
import type { Download } from "../../api/request.ts";
import { saveDownload } from "../../api/saveDownload.ts";
import { CancelledError, UserError } from "../base/errors.ts";
import type { Context } from "../context.ts";
import { notice } from "./notice.ts";
import { plainText } from "./plainText.ts";
import { type Step, withProgress } from "./progress.ts";
import { sizeText } from "./size.ts";

type Progress = (done: number, total: number | undefined) => void;
type RequestDownload = (signal: AbortSignal, onProgress: Progress) => Promise<Download>;

/** Reports bytes as the text of a progress notification. */
export const byteProgress =
  (step: Step): Progress =>
  (done, total) =>
    step(total === undefined ? sizeText(done) : l10n.t("{0} of {1}", sizeText(done), sizeText(total)));

/**
 * Prompts for a file and downloads to it; the file is written completely or not at all.
 * @throws CancelledError, ApiError, UserError
 */
export async function saveAs(
  { current }: Pick<Context, "current">,
  title: string,
  filename: string,
  request: RequestDownload,
): Promise<void> {
  const { value } = current;
  const root = value.kind === "ready" ? value.project.root : undefined;
  const target = await window.showSaveDialog({
    title,
    ...(root !== undefined && { defaultUri: Uri.joinPath(Uri.file(root), "..", filename) }),
  });
  if (target === undefined) throw new CancelledError();
  if (target.scheme !== "file") throw new UserError(l10n.t("Choose a folder on the machine that Forgeline runs on."));
  await withProgress(l10n.t("Downloading {0}…", plainText(filename, 100)), async (signal, step) => {
    await saveDownload(await request(signal, byteProgress(step)), target.fsPath, { signal });
  });
  notice(l10n.t("Saved {0}.", plainText(filename, 100)));
}
