/** What a changed file's row offers besides its diff, as VS Code does for files of Source Control. */
import { commands, env, l10n, type Uri, workspace } from "vscode";
import { cloneOf } from "../../git/clone.ts";
import { UserError } from "../base/errors.ts";
import type { Context } from "../context.ts";
import { namedFile } from "../files/namedFile.ts";
import { openFile } from "../files/openFile.ts";
import { notice } from "../ui/notice.ts";
import { plainText } from "../ui/plainText.ts";
import type { ChangedFile } from "./comparison.ts";
import { openChange } from "./openChanges.ts";
import { type Sides, sidesOf } from "./sides.ts";

/** Opens the changes of the file in the diff editor. */
export async function openChanges(context: Context, given?: ChangedFile): Promise<void> {
  const { changes, file } = required(given);
  await openChange(context, changes, file);
}

/** Opens the file of the working tree. @throws UserError when it is not there */
export async function openHere(context: Context, given?: ChangedFile): Promise<void> {
  await commands.executeCommand("vscode.open", await existing(context, given), { preview: true });
}

/** Opens the file as it was before the change. @throws UserError when it was added */
export const openOriginal = (_context: Context, given?: ChangedFile): Promise<void> => openSide(given, "base");

/** Opens the file as it is after the change. @throws UserError when it was deleted */
export const openModified = (_context: Context, given?: ChangedFile): Promise<void> => openSide(given, "head");

export async function copyPath(context: Context, given?: ChangedFile): Promise<void> {
  await copy((await placeOf(context, required(given))).fsPath);
}

export async function copyRelativePath(_context: Context, given?: ChangedFile): Promise<void> {
  await copy(required(given).file.path);
}

/** Shows the file of the working tree in the Explorer. @throws UserError when it is not there */
export async function reveal(context: Context, given?: ChangedFile): Promise<void> {
  await commands.executeCommand("revealInExplorer", await existing(context, given));
}

function required(given: ChangedFile | undefined): ChangedFile {
  if (!given) throw new UserError(l10n.t("Use this command from the row of a changed file."));
  return given;
}

async function openSide(given: ChangedFile | undefined, side: keyof Sides): Promise<void> {
  const { changes, file } = required(given);
  const uri = sidesOf(changes.comparison, file)[side];
  const gone =
    side === "base"
      ? l10n.t("{0} did not exist before this change.", plainText(file.path, 200))
      : l10n.t("{0} was deleted by this change.", plainText(file.path, 200));
  if (uri === undefined || (await openFile(uri)) === "missing") throw new UserError(gone);
}

async function copy(path: string): Promise<void> {
  await env.clipboard.writeText(path);
  notice(l10n.t("Copied path."));
}

/** Returns where the working tree has the file. @throws UserError when no clone of its project is open, or it leads out of the clone */
function placeOf(context: Context, { changes, file }: ChangedFile): Promise<Uri> {
  const clone = cloneOf(context, changes.comparison);
  if (!clone) throw new UserError(l10n.t("Open a clone of the project first: no folder of this window has it."));
  return namedFile(clone.root, file.path);
}

async function existing(context: Context, given: ChangedFile | undefined): Promise<Uri> {
  const changed = required(given);
  const uri = await placeOf(context, changed);
  try {
    await workspace.fs.stat(uri);
  } catch (cause) {
    throw new UserError(
      l10n.t("{0} is not in the working tree. Check out the branch first.", plainText(changed.file.path, 200)),
      { cause },
    );
  }
  return uri;
}
