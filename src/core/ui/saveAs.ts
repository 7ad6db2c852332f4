import { l10n, Uri, window } from "vscode";
import type { Download } from "../../api/request.ts";
import { saveDownload } from "../../api/saveDownload.ts";
import { CancelledError, UserError } from "../base/errors.ts";
import type { Context } from "../context.ts";
import { notice } from "./notice.ts";
import { plainText } from "./plainText.ts";
import { type Step, withProgress } from "./progress.ts";
import { saveName } from "./saveName.ts";
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
  context: Pick<Context, "current">,
  title: string,
  filename: string,
  request: RequestDownload,
): Promise<void> {
  const beside = besideProject(context);
  const target = onMachine(
    await window.showSaveDialog({ title, ...(beside && { defaultUri: Uri.joinPath(beside, saveName(filename)) }) }),
  );
  await withProgress(l10n.t("Downloading {0}…", plainText(filename, 100)), async (signal, step) => {
    await saveDownload(await request(signal, byteProgress(step)), target.fsPath, { signal });
  });
  notice(l10n.t("Saved {0}.", plainText(filename, 100)));
}

/** Prompts for a folder for several downloads, and returns its path. @throws CancelledError, UserError */
export async function pickFolder(context: Pick<Context, "current">, title: string): Promise<string> {
  const beside = besideProject(context);
  const [folder] =
    (await window.showOpenDialog({
      title,
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: l10n.t("Download"),
      ...(beside && { defaultUri: beside }),
    })) ?? [];
  return onMachine(folder).fsPath;
}

/** Returns the folder that the working tree is in, where downloads are no changes of the project. */
function besideProject({ current: { value } }: Pick<Context, "current">): Uri | undefined {
  const root = value.kind === "ready" ? value.project.root : undefined;
  return root === undefined ? undefined : Uri.joinPath(Uri.file(root), "..");
}

function onMachine(chosen: Uri | undefined): Uri {
  if (chosen === undefined) throw new CancelledError();
  if (chosen.scheme !== "file") throw new UserError(l10n.t("Choose a folder on the machine that Forgeline runs on."));
  return chosen;
}
