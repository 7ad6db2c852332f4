import { commands, FileSystemError, l10n, type Uri, workspace } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { submitText } from "../../../core/ui/form.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import { partsOf } from "../contents.ts";
import type { SnippetsContext } from "../context.ts";
import { fileName, snippetName } from "../labels.ts";
import { pickSnippet, type SnippetHere } from "../pick.ts";
import type { SnippetRef } from "../refs.ts";

/** Opens a file of a snippet as the host has it now: to be edited where it is one's own. */
export async function open(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const title = l10n.t("Open Snippet");
  // What was begun here and never sent can be opened without the host.
  if (given && "snippet" in given && given.file !== undefined) {
    const files = await context.files.load();
    const uri = files.uriOf({ instance: given.instance, id: given.snippet.id, path: given.file });
    if (files.texts.isUnsent(uri)) return show(uri);
  }
  const here = await pickSnippet(context, given, { title, placeholder: l10n.t("Snippet to open") });
  await openFile(here, await pickFile(here, title));
}

/** Opens a file as it is at a branch, tag or commit, read-only. */
export async function openAtRef(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const title = l10n.t("Open Snippet at Ref");
  const here = await pickSnippet(context, given, { title, placeholder: l10n.t("Snippet to open") });
  const path = await pickFile(here, title);
  const { instance, snippet, files } = here;
  const name = fileName(path);
  const uri = await submitText<Uri>(
    {
      title,
      prompt: l10n.t("Branch, tag or commit at which {0} is opened", name),
      value: partsOf(snippet).files.find((file) => file.ref !== undefined)?.ref ?? "",
      validate: (text) =>
        text.trim() === "" || /[\s~^:?*[\\\u007f]/.test(text.trim())
          ? l10n.t("A branch, tag or commit is one word.")
          : undefined,
      sending: l10n.t("Reading {0}…", name),
      failed: (error) => context.report.background(error, "Open Snippet at Ref"),
    },
    async (text, signal) => {
      const ref = text.trim();
      const at = files.uriOf({ instance, id: snippet.id, path, ref });
      await withRefusals(
        {
          notFound: () =>
            l10n.t(
              "“{0}” has no branch, tag or commit “{1}”, or no {2} there.",
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

/** The file that is meant: the given one, the only one, or one that the person picks. @throws CancelledError */
export async function pickFile({ snippet, file }: SnippetHere, title: string): Promise<string> {
  const paths = partsOf(snippet).files.map(({ path }) => path);
  if (file !== undefined && (paths.includes(file) || !paths.some((path) => path.startsWith(`${file}/`)))) return file;
  const inside = file === undefined ? paths : paths.filter((path) => path.startsWith(`${file}/`));
  const [only, ...others] = inside;
  if (only !== undefined && others.length === 0) return only;
  return pickOne<string>({
    title,
    placeholder: l10n.t("File of “{0}”", snippetName(snippet)),
    choices: inside.map((path) => ({ label: plainText(path, 200), value: path })),
  });
}

/** Shows a file as the host has it now; what was typed and not sent stays. @throws UserError */
export async function openFile(
  { instance, snippet, files }: Pick<SnippetHere, "instance" | "snippet" | "files">,
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
    throw new UserError(
      l10n.t("{0} is not in “{1}” any more: somebody removed or renamed it.", fileName(path), snippetName(snippet)),
      { cause: error },
    );
  }
  await show(uri);
}

/** The editor finds out how to show it: not every file is a text. */
const show = async (uri: Uri): Promise<void> => {
  await commands.executeCommand("vscode.open", uri, { preview: true });
};
