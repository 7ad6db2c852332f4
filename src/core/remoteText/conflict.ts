import { commands, l10n, type Uri, window, workspace } from "vscode";
import type { Context } from "../context.ts";
import type { RemoteText } from "./remoteText.ts";

/** A text that another user changed or removed meanwhile. */
export interface Conflict {
  /** The document with the user's own text. */
  readonly uri: Uri;
  readonly text: Pick<RemoteText, "name" | "file">;
  readonly mine: string;
  /** The host's text; undefined when it was removed. */
  readonly theirs: string | undefined;
  /** Called before the host's text is overwritten. @throws AccountChangedError */
  readonly checkAccount: () => void;
  /** Called before the user can overwrite the host's text. */
  readonly seen: () => void;
  /** Loads the host's text into the document. */
  readonly take: () => Promise<void>;
}

/**
 * Prompts how to resolve a conflict. Neither text is lost: the host's opens in a tab, or the user's when the host's is
 * taken.
 */
export async function askAboutConflict(context: Pick<Context, "texts">, conflict: Conflict): Promise<void> {
  if (conflict.theirs === undefined) return askAboutRemoved(conflict);
  const { uri, text, mine, theirs, seen, take } = conflict;
  const [compare, overwrite, takeTheirs] = [l10n.t("Compare"), l10n.t("Overwrite Theirs"), l10n.t("Use Theirs")];
  const chosen = await window.showWarningMessage(
    l10n.t(
      "Someone else changed {0} while you were editing. Nothing was sent, and your text is kept in the editor. Compare the two versions, then save again.",
      text.name,
    ),
    compare,
    overwrite,
    takeTheirs,
  );
  if (chosen === undefined) return;
  if (chosen === takeTheirs) {
    await context.texts.show(`yours/${named(text.file, l10n.t("your original version"))}`, mine, {
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
  if (chosen === overwrite) conflict.checkAccount();
  seen();
  if (chosen === overwrite) await saveByHand(uri);
  else
    await commands.executeCommand("vscode.diff", kept.uri, uri, l10n.t("{0}: on the host ↔ yours", named(text.file)));
}

async function askAboutRemoved({ uri, text, seen, checkAccount }: Conflict): Promise<void> {
  const again = l10n.t("Create Again");
  const chosen = await window.showWarningMessage(
    l10n.t(
      "Someone else deleted {0} while you were editing. Nothing was sent, and your text is kept in the editor.",
      text.name,
    ),
    again,
  );
  if (chosen !== again) return;
  checkAccount();
  seen();
  await saveByHand(uri);
}

/** Saves a document like the user's Save command. */
export async function saveByHand(uri: Uri): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  await commands.executeCommand("workbench.action.files.save");
}

/** Returns a file name without its extension, or with a remark before the extension. */
function named(file: string, remark?: string): string {
  const [, name = file, ending = ""] = /^(.+?)(\.[^.]*)?$/s.exec(file) ?? [];
  return remark === undefined ? name : `${name} ${remark}${ending}`;
}
