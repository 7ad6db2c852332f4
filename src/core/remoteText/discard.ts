import { commands, FileSystemError, l10n, TabInputText, type TextDocument, type Uri, window, workspace } from "vscode";
import { notice } from "../ui/notice.ts";
import type { RemoteTextFileSystem } from "./fileSystem.ts";

/** Those documents in which something was typed that was not saved. */
export const dirtyDocuments = (uris: readonly Uri[]): TextDocument[] =>
  workspace.textDocuments.filter(
    (document) => document.isDirty && uris.some((uri) => uri.toString() === document.uri.toString()),
  );

/** Takes back what was typed, else closing an editor asks whether to save it. */
export async function revertDocuments(uris: readonly Uri[]): Promise<void> {
  for (const document of dirtyDocuments(uris)) {
    await window.showTextDocument(document, { preview: false });
    await commands.executeCommand("workbench.action.files.revert");
  }
}

/** Closes the editors of documents that are gone. */
export async function closeTabs(uris: readonly Uri[]): Promise<void> {
  const addresses = new Set(uris.map((uri) => uri.toString()));
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof TabInputText && addresses.has(input.uri.toString()));
  if (tabs.length > 0) await window.tabGroups.close(tabs, true);
}

/** Shows the host's text again in place of what was written in a document and not sent, after asking; one that was begun here is forgotten. @param name of it, in the midst of a sentence */
export async function discardText(texts: RemoteTextFileSystem, uri: Uri, name: string): Promise<void> {
  const yes = l10n.t("Discard");
  if (
    (await window.showWarningMessage(
      l10n.t("Discard what was written in {0} and not sent?", name),
      { modal: true, detail: l10n.t("It cannot be brought back.") },
      yes,
    )) !== yes
  )
    return;
  await revertDocuments([uri]);
  try {
    await texts.discard(uri);
  } catch (error) {
    // The host does not have it: it was begun here.
    if (!(error instanceof FileSystemError) || error.code !== "FileNotFound") throw error;
    await texts.forget(uri);
    await closeTabs([uri]);
  }
  notice(l10n.t("The text is discarded."));
}
