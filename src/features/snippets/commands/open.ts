import { commands, FileSystemError, l10n, type Uri, workspace } from "vscode";
import type { Snippet } from "../../../api/resources/snippets.ts";
import { UserError } from "../../../core/base/errors.ts";
import { submitText } from "../../../core/ui/form.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import { fileListOf } from "../contents.ts";
import type { SnippetsContext } from "../context.ts";
import { fileName, snippetName } from "../labels.ts";
import { pickSnippet, type PickedSnippet } from "../pick.ts";
import type { SnippetRef } from "../refs.ts";

/** Opens the current version of a file; editable if the snippet is the user's own. */
export async function open(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const title = l10n.t("Open Snippet");
  // Unsent text can be opened without the host.
  if (given && "snippet" in given && given.file !== undefined) {
    const files = await context.files.load();
    const uri = files.uriOf({ instance: given.instance, id: given.snippet.id, path: given.file });
    if (files.texts.isUnsent(uri)) return show(uri);
  }
  const picked = await pickSnippet(context, given, { title, placeholder: l10n.t("Select a snippet to open") });
  await openFile(picked, await pickFile(picked, title));
}

/** Opens a file at a branch, tag or commit, read-only. */
export async function openAtRef(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const title = l10n.t("Open Snippet at Ref");
  const picked = await pickSnippet(context, given, { title, placeholder: l10n.t("Select a snippet to open") });
  const path = await pickFile(picked, title);
  const { instance, snippet, files } = picked;
  const name = fileName(path);
  const uri = await submitText<Uri>(
    {
      title,
      prompt: l10n.t("Select a branch, tag or commit to open {0} at", name),
      value: fileListOf(snippet).files.find((file) => file.ref !== undefined)?.ref ?? "",
      validate: (text) =>
        text.trim() === "" || /[\s~^:?*[\\\u007f]/.test(text.trim())
          ? l10n.t("A branch, tag or commit cannot contain spaces.")
          : undefined,
      sending: l10n.t("Loading {0}…", name),
      failed: (error) => context.report.background(error, "Open Snippet at Ref"),
    },
    async (text, signal) => {
      const ref = text.trim();
      const at = files.uriOf({ instance, id: snippet.id, path, ref });
      await withRefusals(
        {
          notFound: () =>
            l10n.t(
              "“{0}” has no branch, tag or commit “{1}”, or it does not contain {2}.",
              snippetName(snippet),
              plainText(ref, 80),
              name,
            ),
        },
        () => files.refresh(at, signal),
      );
      return at;
    },
  );
  await show(uri);
}

/** Returns the given file, the only one, or one that the user picks. @throws CancelledError */
export async function pickFile({ snippet, file }: PickedSnippet, title: string): Promise<string> {
  const paths = fileListOf(snippet).files.map(({ path }) => path);
  if (file !== undefined && (paths.includes(file) || !paths.some((path) => path.startsWith(`${file}/`)))) return file;
  const inside = file === undefined ? paths : paths.filter((path) => path.startsWith(`${file}/`));
  return pickPath(snippet, inside, title);
}

/** Returns the only path, or one that the user picks. @throws CancelledError */
export async function pickPath(snippet: Snippet, paths: readonly string[], title: string): Promise<string> {
  const [only, ...others] = paths;
  if (only !== undefined && others.length === 0) return only;
  return pickOne<string>({
    title,
    placeholder: l10n.t("Select a file of “{0}”", snippetName(snippet)),
    choices: paths.map((path) => ({ label: plainText(path, 200), value: path })),
  });
}

/** Opens the current version of a file; unsent text stays. @throws UserError */
export async function openFile(
  { instance, snippet, files }: Pick<PickedSnippet, "instance" | "snippet" | "files">,
  path: string,
): Promise<void> {
  const uri = files.uriOf({ instance, id: snippet.id, path });
  const document = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  try {
    if (document?.isDirty !== true)
      await withProgress(l10n.t("Opening {0}…", fileName(path)), (signal) => files.refresh(uri, signal));
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    if (error.code !== "FileNotFound") throw new UserError(error.message, { cause: error });
    throw new UserError(l10n.t("{0} was deleted from “{1}” or renamed.", fileName(path), snippetName(snippet)), {
      cause: error,
    });
  }
  await show(uri);
}

/** Lets VS Code choose the editor, because a file may be binary. */
const show = async (uri: Uri): Promise<void> => {
  await commands.executeCommand("vscode.open", uri, { preview: true });
};
