import { commands, l10n, type Uri, window } from "vscode";
import { UserError } from "../base/errors.ts";
import type { Context } from "../context.ts";
import { emptyUri } from "../files/uris.ts";
import { pickOne } from "../ui/pick.ts";
import { plainText } from "../ui/plainText.ts";
import { numberText } from "../ui/plural.ts";
import type { Changes, FileChange } from "./comparison.ts";
import { diffSides, diffTitle, sidesOf } from "./sides.ts";

/** Limit of files per multi-diff editor, which reads all of them at once. */
const portion = { clone: 300, host: 100 } as const;

/** Opens a changed file in the diff editor. */
export async function openChange(_app: Context, { comparison }: Changes, file: FileChange): Promise<void> {
  const [base, head] = diffSides(comparison, file);
  await commands.executeCommand("vscode.diff", base, head, diffTitle(comparison, file), { preview: true });
}

/** An action that completes the changes. */
export interface Remedy {
  readonly title: string;
  readonly act: () => Promise<void>;
}

/**
 * Opens changed files in the multi-diff editor, in parts if there are many, and warns about missing ones.
 * @param title of the tab
 * @param remedy offered when something is missing
 * @throws UserError when nothing changed; CancelledError
 */
export async function openAllChanges(
  context: Context,
  title: string,
  changes: Changes,
  remedy?: Remedy,
): Promise<void> {
  const { files, comparison, from, missing } = changes;
  if (files.length === 0) throw new UserError(missing ?? l10n.t("No changes: the two commits have the same files."));
  const shown = files.length <= portion[from] ? { files, title } : await pickPortion(title, files, portion[from]);
  const resources = shown.files.map((file): [label: Uri, base: Uri | undefined, head: Uri | undefined] => {
    const { base, head } = sidesOf(comparison, file);
    // The label needs an existing side.
    return [head ?? base ?? emptyUri(file.path), base, head];
  });
  await commands.executeCommand("vscode.changes", plainText(shown.title), resources);
  if (missing !== undefined) warnMissing(context, missing, remedy);
}

function warnMissing(context: Context, missing: string, remedy: Remedy | undefined): void {
  void window
    .showWarningMessage(plainText(missing, 700), ...(remedy ? [remedy.title] : []))
    .then((chosen) => (chosen === remedy?.title ? remedy?.act() : undefined))
    .then(undefined, (error: unknown) => context.report.background(error, "Open All Changed Files"));
}

/** Asks which part of many files to open. */
async function pickPortion(
  title: string,
  files: readonly FileChange[],
  size: number,
): Promise<{ files: readonly FileChange[]; title: string }> {
  const starts = Array.from({ length: Math.ceil(files.length / size) }, (_, at) => at * size);
  const start = await pickOne<number>({
    title: l10n.t("Open All Changed Files"),
    placeholder: l10n.t("{0} files changed. Select which to open", numberText(files.length)),
    choices: starts.map((at) => {
      const part = files.slice(at, at + size);
      return {
        label: l10n.t("Files {0} to {1}", at + 1, at + part.length),
        detail: `${plainText(part[0]?.path, 150)} – ${plainText(part.at(-1)?.path, 150)}`,
        value: at,
      };
    }),
  });
  const part = files.slice(start, start + size);
  return { files: part, title: l10n.t("{0} ({1} to {2} of {3})", title, start + 1, start + part.length, files.length) };
}
