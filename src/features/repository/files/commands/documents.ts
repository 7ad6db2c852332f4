import { commands, l10n, TabInputTextDiff, type Uri, window } from "vscode";
import { UserError } from "../../../../core/base/errors.ts";
import type { Context } from "../../../../core/context.ts";
import { type ProjectFile, resolveProjectFile } from "../../../../core/files/fileHere.ts";
import { commitOfRef } from "../../../../core/files/hostCommit.ts";
import { openFile, fileAvailability } from "../../../../core/files/openFile.ts";
import { emptyUri, fileUri, readFileUri } from "../../../../core/files/uris.ts";
import { pickRef } from "../../../../core/ui/pickRef.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { withRefusals } from "../../../../core/ui/refusals.ts";
import { shortSha } from "../../../../core/ui/shortSha.ts";
import { isFullSha } from "../../../../git/localClone.ts";

/** Compares the current file with the same file at a branch, tag or commit. */
export async function compare(context: Context, given?: Uri): Promise<void> {
  const here = await resolveProjectFile(context, given);
  const name = plainText(baseName(here.path), 120);
  const ref = await pickRef(context, {
    title: l10n.t("Compare File with Branch"),
    placeholder: l10n.t("Select a branch, tag or commit to compare {0} with", name),
  });
  const at = await atRef(context, here, ref);
  const availability = await fileAvailability(at);
  if (availability === "tooLarge") return;
  const title =
    availability === "missing"
      ? l10n.t("{0} (not in {1})", name, shortRef(ref))
      : l10n.t(
          "{0} ({1} ↔ {2})",
          name,
          shortRef(ref),
          here.ref === undefined ? l10n.t("working tree") : shortRef(here.ref),
        );
  await commands.executeCommand("vscode.diff", availability === "missing" ? emptyUri(here.path) : at, here.uri, title, {
    preview: true,
  });
}

/** Opens the current file at a branch, tag or commit. */
export async function openAtRef(context: Context, given?: Uri): Promise<void> {
  const here = await resolveProjectFile(context, given);
  const name = plainText(baseName(here.path), 120);
  const ref = await pickRef(context, {
    title: l10n.t("Open File at Ref"),
    placeholder: l10n.t("Select a branch, tag or commit to open {0} at", name),
  });
  const availability = await openFile(await atRef(context, here, ref));
  if (availability === "missing")
    throw new UserError(
      l10n.t(
        "{0} does not exist in “{1}”. It may have another name there, or was added later.",
        plainText(here.path, 200),
        shortRef(ref),
      ),
    );
}

/** Shows the content of a Git LFS file in place of its pointer, on both sides of a diff. */
export async function showLargeContent(_context: Context, given?: Uri): Promise<void> {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const shows = (uri: Uri): boolean => given === undefined || uri.toString() === given.toString();
  if (input instanceof TabInputTextDiff && (shows(input.original) || shows(input.modified))) {
    const [original, modified] = [withLargeContent(input.original), withLargeContent(input.modified)];
    if (original === undefined && modified === undefined) throw noPointerError();
    await commands.executeCommand(
      "vscode.diff",
      original ?? input.original,
      modified ?? input.modified,
      window.tabGroups.activeTabGroup.activeTab?.label,
    );
    return;
  }
  const uri = given ?? window.activeTextEditor?.document.uri;
  const large = uri && withLargeContent(uri);
  if (large === undefined) throw noPointerError();
  if ((await openFile(large)) === "missing")
    throw new UserError(l10n.t("The LFS object of this pointer is not on the host."));
}

const noPointerError = (): UserError =>
  new UserError(
    l10n.t(
      "This file is not from the host. Open a file at a branch or commit, or a changed file of a merge request, first.",
    ),
  );

/** Returns undefined for documents of other schemes, and those that already show LFS content. */
function withLargeContent(uri: Uri): Uri | undefined {
  const file = readFileUri(uri);
  if (file === undefined || file.lfs === true) return undefined;
  return fileUri(file, { lfs: true, fork: file.fork });
}

/** Returns the document of the same file at a ref, pinned to the ref's current commit. */
async function atRef(context: Context, here: ProjectFile, ref: string): Promise<Uri> {
  const sha = await withProgress(l10n.t("Looking for “{0}”…", shortRef(ref)), (signal) =>
    withRefusals(
      { notFound: () => l10n.t("No branch, tag or commit “{0}” found on the host or in your clone.", shortRef(ref)) },
      () => commitOfRef(context, here, ref, signal),
    ),
  );
  return fileUri(
    { instance: here.instance, project: here.project, path: here.path, ref: sha },
    { folder: shortRef(ref) },
  );
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const shortRef = (ref: string): string => (isFullSha(ref) ? shortSha(ref) : plainText(ref, 100));
