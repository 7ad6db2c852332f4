import { commands, l10n, type Uri, window, workspace } from "vscode";
import type { App } from "../app.ts";

/** Somebody else wrote another description meanwhile. */
export interface Conflict {
  /** The document with the person's own text. */
  readonly uri: Uri;
  readonly iid: number;
  readonly theirs: string;
  /** Called before the person may save over it. */
  readonly seen: () => void;
}

/** Asks what is to become of two texts. Both stay at hand: theirs in a tab of its own, the person's in the editor. */
export async function askAboutConflict(app: Pick<App, "texts">, { uri, iid, theirs, seen }: Conflict): Promise<void> {
  const [compare, overwrite] = [l10n.t("Compare"), l10n.t("Replace Theirs")];
  const chosen = await window.showWarningMessage(
    l10n.t("Somebody else changed the description of !{0} since you began. Nothing was sent; your text is kept in the editor. Compare the two, then save again.", iid),
    compare,
    overwrite,
  );
  if (chosen === undefined) return;
  const kept = await app.texts.show(`theirs/!${iid} on the host.md`, theirs, { preserveFocus: true, preview: false });
  seen();
  if (chosen === overwrite) await saveByHand(uri);
  else await commands.executeCommand("vscode.diff", kept.uri, uri, l10n.t("!{0}: on the host ↔ yours", iid));
}

/** Has the editor save a document as if the person did. */
export async function saveByHand(uri: Uri): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  await commands.executeCommand("workbench.action.files.save");
}
