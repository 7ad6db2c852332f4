import { commands, FileSystemError, l10n, TabInputText, type TextDocument, type Uri, window, workspace } from "vscode";
import { ask } from "../ui/confirm.ts";
import { notice } from "../ui/notice.ts";
import type { RemoteTextFileSystem } from "./fileSystem.ts";

/** Returns the open documents of these URIs with unsaved changes. */
export const dirtyDocuments = (uris: readonly Uri[]): TextDocument[] =>
  workspace.textDocuments.filter(
    (document) => document.isDirty && uris.some((uri) => uri.toString() === document.uri.toString()),
  );

/** Reverts unsaved changes; otherwise VS Code asks whether to save them on close. */
export async function revertDocuments(uris: readonly Uri[]): Promise<void> {
  for (const document of dirtyDocuments(uris)) {
    await window.showTextDocument(document, { preview: false });
    await commands.executeCommand("workbench.action.files.revert");
  }
}

/** Closes the editors of documents. */
export async function closeTabs(uris: readonly Uri[]): Promise<void> {
  const addresses = new Set(uris.map((uri) => uri.toString()));
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof TabInputText && addresses.has(input.uri.toString()));
  if (tabs.length > 0) await window.tabGroups.close(tabs, true);
}

/**
 * Discards the draft of a document after confirmation and shows the host's text, or closes it without one.
 * @param name as within a sentence
 */
export async function discardText(texts: RemoteTextFileSystem, uri: Uri, name: string): Promise<void> {
  const chosen = await ask({
    question: l10n.t("Discard unsaved changes to {0}?", name),
    detail: l10n.t("This cannot be undone."),
    buttons: [l10n.t("Discard")],
  });
  if (chosen === undefined) return;
  await revertDocuments([uri]);
  try {
    await texts.discard(uri);
  } catch (error) {
    // The host has no such text; the draft would have created it.
    if (!(error instanceof FileSystemError) || error.code !== "FileNotFound") throw error;
    await texts.forget(uri);
    await closeTabs([uri]);
  }
  notice(l10n.t("Changes discarded."));
}
