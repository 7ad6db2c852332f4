import { commands, l10n, type Uri } from "vscode";
import type { SnippetPlace } from "../../../core/addresses/snippets.ts";
import { UserError } from "../../../core/base/errors.ts";
import { checkAccount } from "../../../core/heldAccounts.ts";
import { closeTabs, dirtyDocuments, discardText, revertDocuments } from "../../../core/remoteText/discard.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { inputText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickOne, type Row } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { filesAt, movedTo, fileListOf } from "../contents.ts";
import type { SnippetsContext } from "../context.ts";
import { fileName, pathProblemText, snippetName } from "../labels.ts";
import { pathsOf } from "../nodes.ts";
import { pickSnippet, type PickedSnippet } from "../pick.ts";
import type { SnippetRef } from "../refs.ts";
import { pickPath } from "./open.ts";

/** Asks for a name and opens the new file; it is a draft until the first save sends it. */
export async function newFile(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const title = l10n.t("Add File to Snippet");
  const picked = await pickSnippet(context, given, {
    title,
    placeholder: l10n.t("Select a snippet to add a file to"),
    own: true,
  });
  const { instance, snippet, files, file } = picked;
  const { paths } = filesOf(picked);
  const folder = file === undefined ? "" : paths.includes(file) ? file.slice(0, file.lastIndexOf("/") + 1) : `${file}/`;
  const typed = await inputText({
    title,
    prompt: l10n.t("Enter the name of the new file in “{0}”. Use / to put it in a folder", snippetName(snippet)),
    value: folder,
    selection: [folder.length, folder.length],
    validate: (text) => pathProblemText(text.trim(), paths),
  });
  const uri = files.uriOf({ instance, id: snippet.id, path: typed.trim() });
  await files.texts.begin(uri);
  await commands.executeCommand("vscode.open", uri, { preview: false });
  notice(l10n.t("{0} is not on the host yet. Save it to send it.", fileName(uri.path)));
}

/** Renames or moves a file or folder within its snippet; open editors follow. */
export async function renameFile(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const title = l10n.t("Rename or Move File of Snippet");
  const picked = await pickSnippet(context, given, {
    title,
    placeholder: l10n.t("Select a snippet to choose a file"),
    own: true,
  });
  const { instance, snippet, files } = picked;
  const { paths } = filesOf(picked);
  const path = picked.file ?? (await pickPath(picked.snippet, paths, title));
  const moved = filesAt(paths, path);
  const others = paths.filter((one) => !moved.includes(one));
  const typed = await inputText({
    title,
    prompt: l10n.t("Enter a new path in “{0}”. Use / to put it in a folder", snippetName(snippet)),
    value: path,
    selection: [path.lastIndexOf("/") + 1, path.length],
    validate: (text) => {
      const to = text.trim();
      if (to === path) return l10n.t("It already has this name.");
      for (const one of moved.length > 0 ? moved : [path]) {
        const wrong = pathProblemText(movedTo(one, path, to), others);
        if (wrong !== undefined) return wrong;
      }
      return to.startsWith(`${path}/`) && !paths.includes(path)
        ? l10n.t("A folder cannot be moved into itself.")
        : undefined;
    },
  });
  const [from, to] = [
    files.uriOf({ instance, id: snippet.id, path }),
    files.uriOf({ instance, id: snippet.id, path: typed.trim() }),
  ];
  checkAccount(context, picked.instance);
  await withProgress(
    l10n.t("Moving {0}…", fileName(path)),
    (signal) => files.edits.apply((edit) => edit.renameFile(from, to, { overwrite: false }), signal),
    { writes: true },
  );
  notice(l10n.t("Moved {0} to “{1}”.", fileName(path), plainText(typed.trim(), 100)));
}

/** Deletes a file, or all files of a folder, after confirmation. */
export async function deleteFile(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const title = l10n.t("Remove File from Snippet");
  const picked = await pickSnippet(context, given, {
    title,
    placeholder: l10n.t("Select a snippet to choose a file"),
    own: true,
  });
  const { instance, snippet, files } = picked;
  const { paths, unsent } = filesOf(picked);
  const path = picked.file ?? (await pickPath(picked.snippet, paths, title));
  const name = plainText(path, 150);
  const there = fileListOf(snippet).files.map((file) => file.path);
  const gone = filesAt(paths, path);
  if (gone.length > 0 && there.length > 0 && there.every((one) => gone.includes(one))) {
    throw new UserError(l10n.t("The last file of a snippet cannot be deleted. Delete the snippet instead."), {
      action: {
        title: l10n.t("Delete Snippet…"),
        command: "forgeline.snippet.delete",
        args: [{ instance, snippet }],
      },
    });
  }
  const isUnsent = (one: string): boolean =>
    unsent.includes(one) || dirtyDocuments([files.uriOf({ instance, id: snippet.id, path: one })]).length > 0;
  const detail = [
    ...(gone.length > 1
      ? [
          gone
            .slice(0, 10)
            .map((one) => plainText(one, 100))
            .join("\n") + (gone.length > 10 ? `\n${l10n.t("and {0} more", gone.length - 10)}` : ""),
        ]
      : []),
    ...(gone.some((one) => there.includes(one))
      ? [l10n.t("It is kept in the history of the snippet's Git repository.")]
      : []),
    ...(gone.some(isUnsent) ? [l10n.t("Unsaved changes are lost too.")] : []),
  ];
  const question =
    gone.length > 1
      ? l10n.t(
          "Delete the folder “{0}” with its {1} files from the snippet “{2}”?",
          name,
          gone.length,
          snippetName(snippet),
        )
      : l10n.t("Delete “{0}” from the snippet “{1}”?", name, snippetName(snippet));
  await confirm(context, picked, { question, detail, buttons: [l10n.t("Delete")] });
  await withProgress(
    l10n.t("Deleting {0}…", fileName(path)),
    async (signal) => {
      try {
        await files.delete(
          files.uriOf({ instance, id: snippet.id, path }),
          { recursive: true, only: gone.length === 0 ? [path] : gone },
          signal,
        );
      } catch (error) {
        throw error instanceof Error ? files.edits.whyOf(error) : error;
      }
    },
    { writes: true },
  );
  const uris = gone.map((one) => files.uriOf({ instance, id: snippet.id, path: one }));
  await revertDocuments(uris);
  await closeTabs(uris);
  notice(gone.length > 1 ? l10n.t("Deleted {0} files.", gone.length) : l10n.t("Deleted {0}.", fileName(path)));
}

/** Replaces unsent text by the host's. */
export async function discard(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const title = l10n.t("Discard Unsaved Changes");
  const files = await context.files.load();
  const uri = await unsentOf(given, files, title);
  await discardText(files.texts, uri, fileName(uri.path));
}

/** Offers to merge a text that was changed on the host, too, or to keep one of both. */
export async function resolve(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const files = await context.files.load();
  const named = givenFile(given, files);
  const [only, ...others] = named
    ? []
    : files.unsent.filter(
        ({ conflict, instance, id }) =>
          conflict && (!given || !("snippet" in given) || (given.instance === instance && given.snippet.id === id)),
      );
  if (!named && !only) throw new UserError(l10n.t("No unsent snippet file was changed on the host."));
  const uri =
    named ??
    (only && others.length === 0
      ? files.uriOf(only)
      : await pickOne<Uri>({
          title: l10n.t("Resolve Conflict"),
          placeholder: l10n.t("Select a file to resolve its conflict"),
          choices: [...(only ? [only] : []), ...others].map((place) => fileChoice(files, place)),
        }));
  await files.texts.resolve(uri);
}

async function unsentOf(
  given: SnippetRef | Uri | undefined,
  files: PickedSnippet["files"],
  title: string,
): Promise<Uri> {
  const named = givenFile(given, files);
  if (named) return named;
  const { unsent } = files;
  if (unsent.length === 0) throw new UserError(l10n.t("There are no unsaved changes to snippets."));
  return pickOne<Uri>({
    title,
    placeholder: l10n.t("Select unsaved changes to discard"),
    choices: unsent.map((place) => fileChoice(files, place)),
  });
}

/** Returns the document of a file's row, or of an editor. */
function givenFile(given: SnippetRef | Uri | undefined, files: PickedSnippet["files"]): Uri | undefined {
  if (given && "scheme" in given) return given;
  return given?.file === undefined
    ? undefined
    : files.uriOf({ instance: given.instance, id: given.snippet.id, path: given.file });
}

const fileChoice = (files: PickedSnippet["files"], place: SnippetPlace): Row<Uri> => ({
  label: plainText(place.path, 150),
  description: l10n.t("snippet {0}", place.id),
  value: files.uriOf(place),
});

/** Returns the paths of a snippet's files, and of those with unsent text. */
function filesOf({ instance, snippet, files }: PickedSnippet): { readonly paths: string[]; readonly unsent: string[] } {
  const unsent = files.unsentPaths({ instance, id: snippet.id });
  return { paths: pathsOf({ snippet, unsent }), unsent };
}
