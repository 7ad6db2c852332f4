import { commands, l10n, ThemeIcon, type Uri, window, workspace } from "vscode";
import type { Context } from "../context.ts";
import { pickOne } from "../ui/pick.ts";
import { plural } from "../ui/plural.ts";
import { mergeTexts, type Merge, type Versions } from "./merge.ts";
import type { RemoteText } from "./remoteText.ts";

/** A text that another user changed or removed meanwhile. */
export interface Conflict {
  /** The document with the user's own text. */
  readonly uri: Uri;
  readonly text: Pick<RemoteText, "name" | "file">;
  /** The host's text; undefined when it was removed. */
  readonly theirs: string | undefined;
  /** Called before the host's text is overwritten. @throws AccountChangedError */
  readonly checkAccount: () => void;
  /** Called before the user can overwrite the host's text. */
  readonly seen: () => Promise<void>;
  /** Loads the host's text into the document. */
  readonly take: () => Promise<void>;
  /** Puts both versions into the document. */
  readonly merge: () => Promise<void>;
}

/** What rows say of an unsent text that was changed on the host, too. */
export const conflictLabel = (): string => l10n.t("not sent, changed on the host");

/** What to do about a text that another user changed meanwhile. */
export type Resolution = "merge" | "overwrite" | "theirs";

const resolutions = (): { readonly value: Resolution; readonly label: string; readonly icon: string }[] => [
  { value: "merge", label: l10n.t("Merge…"), icon: "git-merge" },
  { value: "overwrite", label: l10n.t("Overwrite Theirs"), icon: "arrow-up" },
  { value: "theirs", label: l10n.t("Use Theirs"), icon: "arrow-down" },
];

/** Asks what to do about a text that another user changed meanwhile. @throws CancelledError */
export const pickResolution = (title: string, name: string): Promise<Resolution> =>
  pickOne<Resolution>({
    title,
    placeholder: l10n.t("Someone else changed {0} in the meantime", name),
    choices: resolutions().map(({ value, label, icon }) => ({
      label,
      value,
      iconPath: new ThemeIcon(icon),
      detail:
        value === "merge"
          ? l10n.t("Merge both changes in the editor, then send the result")
          : value === "overwrite"
            ? l10n.t("Send your version")
            : l10n.t("Discard your version"),
    })),
  });

const changedText = (text: Conflict["text"]): string =>
  l10n.t(
    "Someone else changed {0} while you were editing. Nothing was sent, and your text is kept in the editor.",
    text.name,
  );
const removedText = (text: Conflict["text"]): string =>
  l10n.t(
    "Someone else deleted {0} while you were editing. Nothing was sent, and your text is kept in the editor.",
    text.name,
  );

/** Offers to resolve a conflict in a message. Neither text is lost: the replaced one opens in a tab. */
export async function offerResolutions(context: Pick<Context, "texts">, conflict: Conflict): Promise<void> {
  if (conflict.theirs === undefined) {
    const again = l10n.t("Create Again");
    if ((await window.showWarningMessage(removedText(conflict.text), again)) === again) await createAgain(conflict);
    return;
  }
  const items = resolutions();
  const chosen = await window.showWarningMessage(changedText(conflict.text), ...items.map(({ label }) => label));
  const value = items.find(({ label }) => label === chosen)?.value;
  if (value) await resolve(context, conflict, value);
}

/** Asks how to resolve a conflict, as the message did. @throws CancelledError */
export async function askForResolution(context: Pick<Context, "texts">, conflict: Conflict): Promise<void> {
  const title = l10n.t("Resolve Conflict");
  if (conflict.theirs !== undefined) return resolve(context, conflict, await pickResolution(title, conflict.text.name));
  await pickOne({
    title,
    placeholder: removedText(conflict.text),
    choices: [{ label: l10n.t("Create Again"), iconPath: new ThemeIcon("add"), value: true }],
  });
  await createAgain(conflict);
}

async function resolve(context: Pick<Context, "texts">, conflict: Conflict, how: Resolution): Promise<void> {
  const { uri, text, theirs = "", seen, take } = conflict;
  if (how === "merge") return conflict.merge();
  const aside = { preserveFocus: true, preview: false };
  if (how === "theirs") {
    // The message may be answered after more was typed.
    const document = await workspace.openTextDocument(uri);
    await context.texts.show(`yours/${named(text.file, l10n.t("your original version"))}`, document.getText(), aside);
    await window.showTextDocument(document, { preview: false });
    await take();
    await commands.executeCommand("workbench.action.files.revert");
    return;
  }
  await context.texts.show(`theirs/${named(text.file, l10n.t("on the host"))}`, theirs, aside);
  conflict.checkAccount();
  await seen();
  await saveByHand(uri);
}

async function createAgain({ uri, seen, checkAccount }: Conflict): Promise<void> {
  checkAccount();
  await seen();
  await saveByHand(uri);
}

/** Merges two versions of a text with conflict markers that name them. */
export const mergeMarked = (versions: Versions): Merge =>
  mergeTexts(versions, {
    mine: l10n.t("Your version"),
    base: l10n.t("Before both changes"),
    theirs: l10n.t("Version on the host"),
  });

/** Opens the merge editor on a document with conflict markers. */
export async function openMergeEditor(
  context: Pick<Context, "report" | "texts">,
  uri: Uri,
  { key, file }: Pick<RemoteText, "key" | "file">,
  { base, mine, theirs }: Versions,
): Promise<void> {
  const side = (name: string, text: string): Uri => context.texts.put(`${name}/${key}/${file}`, text);
  try {
    // The command of VS Code's own git extension, the same in 1.105 as since: there is no public one.
    await commands.executeCommand("_open.mergeEditor", {
      base: side("base", base),
      input1: { uri: side("theirs", theirs), title: l10n.t("On the Host") },
      input2: { uri: side("yours", mine), title: l10n.t("Yours") },
      output: uri,
    });
  } catch (error) {
    // The conflict markers in the document can be resolved by hand.
    context.report.background(error, "Open the merge editor");
  }
}

/** Says how many conflicts a text leaves open. */
export const conflictsText = (text: Pick<RemoteText, "name">, count: number): string =>
  plural(count, (shown) => ({
    one: l10n.t(
      "{1} conflict is left in {0}: a place with conflict markers, or with neither change.",
      text.name,
      shown,
    ),
    other: l10n.t(
      "{1} conflicts are left in {0}: places with conflict markers, or with neither change.",
      text.name,
      shown,
    ),
  }));

/** Saves a document like the user's Save command. */
export async function saveByHand(uri: Uri): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  await commands.executeCommand("workbench.action.files.save");
}

/** Returns a file name with a remark before its extension. */
function named(file: string, remark: string): string {
  const [, name = file, ending = ""] = /^(.+?)(\.[^.]*)?$/s.exec(file) ?? [];
  return `${name} ${remark}${ending}`;
}
