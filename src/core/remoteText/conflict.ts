import { commands, l10n, type Uri, window, workspace } from "vscode";
import type { Context } from "../context.ts";
import type { RemoteText } from "./remoteText.ts";

/** Somebody else wrote another text meanwhile, or removed it. */
export interface Conflict {
  /** The document with the person's own text. */
  readonly uri: Uri;
  readonly text: Pick<RemoteText, "name" | "file">;
  readonly mine: string;
  /** Undefined when it was removed. */
  readonly theirs: string | undefined;
  /** Called before the person may save over it. */
  readonly seen: () => void;
  /** Called when the document is to show theirs. */
  readonly take: () => Promise<void>;
}

/** Asks what is to become of two texts. Both stay at hand: theirs in a tab of its own, the person's in the editor, or in a tab when theirs is taken. */
export async function askAboutConflict(context: Pick<Context, "texts">, conflict: Conflict): Promise<void> {
  if (conflict.theirs === undefined) return askAboutRemoved(conflict);
  const { uri, text, mine, theirs, seen, take } = conflict;
  const [compare, overwrite, takeTheirs] = [l10n.t("Compare"), l10n.t("Replace Theirs"), l10n.t("Take Theirs")];
  const chosen = await window.showWarningMessage(
    l10n.t(
      "Somebody else changed {0} since you began. Nothing was sent; your text is kept in the editor. Compare the two, then save again.",
      text.name,
    ),
    compare,
    overwrite,
    takeTheirs,
  );
  if (chosen === undefined) return;
  if (chosen === takeTheirs) {
    await context.texts.show(`yours/${named(text.file, l10n.t("as you had it"))}`, mine, {
      preserveFocus: true,
      preview: false,
    });
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
    await take();
    await commands.executeCommand("workbench.action.files.revert");
    return;
  }
  const kept = await context.texts.show(`theirs/${named(text.file, l10n.t("on the host"))}`, theirs, {
    preserveFocus: true,
    preview: false,
  });
  seen();
  if (chosen === overwrite) await saveByHand(uri);
  else
    await commands.executeCommand("vscode.diff", kept.uri, uri, l10n.t("{0}: on the host ↔ yours", named(text.file)));
}

async function askAboutRemoved({ uri, text, seen }: Conflict): Promise<void> {
  const again = l10n.t("Make It Again");
  const chosen = await window.showWarningMessage(
    l10n.t("Somebody else removed {0} since you began. Nothing was sent; your text is kept in the editor.", text.name),
    again,
  );
  if (chosen !== again) return;
  seen();
  await saveByHand(uri);
}

/** Has the editor save a document as if the person did. */
export async function saveByHand(uri: Uri): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  await commands.executeCommand("workbench.action.files.save");
}

/** The name without its ending, or with a remark before it. */
function named(file: string, remark?: string): string {
  const [, name = file, ending = ""] = /^(.+?)(\.[^.]*)?$/s.exec(file) ?? [];
  return remark === undefined ? name : `${name} ${remark}${ending}`;
}
