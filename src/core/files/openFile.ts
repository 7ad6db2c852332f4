import { commands, FileSystemError, l10n, type TextDocumentShowOptions, type Uri, window, workspace } from "vscode";
import { plainText } from "../ui/plainText.ts";
import { runCommand } from "../ui/runCommand.ts";
import { sizeText } from "../ui/size.ts";
import { MAX_FILE_SIZE } from "./fileContents.ts";
import { readFileUri } from "./uris.ts";

/** Whether a file can be opened. */
export type FileAvailability = "there" | "missing" | "tooLarge";

/**
 * Returns whether the editor can open a file; shows a message with actions if it is too large.
 * @throws errors of the file system
 */
export async function fileAvailability(uri: Uri): Promise<FileAvailability> {
  try {
    const { size } = await workspace.fs.stat(uri);
    if (size <= MAX_FILE_SIZE) return "there";
    sayTooLarge(uri, size);
    return "tooLarge";
  } catch (error) {
    if (error instanceof FileSystemError && error.code === "FileNotFound") return "missing";
    throw error;
  }
}

/**
 * Opens a file with its default editor.
 * @returns whether it could be opened
 */
export async function openFile(uri: Uri, options: TextDocumentShowOptions = {}): Promise<FileAvailability> {
  const availability = await fileAvailability(uri);
  if (availability === "there") await commands.executeCommand("vscode.open", uri, { preview: true, ...options });
  return availability;
}

function sayTooLarge(uri: Uri, size: number): void {
  const [browser, download] = [l10n.t("Open in Browser"), l10n.t("Download…")];
  const name = plainText(readFileUri(uri)?.path ?? uri.path, 200);
  const text = l10n.t(
    "{0} is too large to open in the editor ({1}, the limit is {2}).",
    name,
    sizeText(size),
    sizeText(MAX_FILE_SIZE),
  );
  void window.showWarningMessage(text, browser, download).then((chosen) => {
    if (chosen === browser) return runCommand("forgeline.file.openOnHost", uri);
    return chosen === download ? runCommand("forgeline.file.download", uri) : undefined;
  });
}
