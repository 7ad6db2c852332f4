import { env, FileType, l10n, Uri, window, workspace } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { sizeText } from "../../../core/ui/size.ts";
import { fileName, pathWords } from "../labels.ts";
import { LARGEST_SNIPPET, textOf } from "../read.ts";
import { type DraftFile, shortNames } from "./draft.ts";

/** The selected text of the active editor; of several selections, one below the other. @throws UserError without one */
export function fromSelection(): DraftFile[] {
  const editor = window.activeTextEditor;
  const selected = [...(editor?.selections ?? [])]
    .filter(({ isEmpty }) => !isEmpty)
    .sort((a, b) => a.start.compareTo(b.start));
  if (!editor || selected.length === 0)
    throw new UserError(l10n.t("Select the text that the snippet is to be made of."));
  const { document } = editor;
  const content = selected.map((selection) => document.getText(selection)).join("\n");
  return [
    {
      path: checkedName(document.isUntitled ? nameless : fileNameOf(document.uri)),
      content: checkedText(content, l10n.t("The selection")),
    },
  ];
}

/** @throws UserError when the clipboard holds no text */
export async function fromClipboard(): Promise<DraftFile[]> {
  const content = await env.clipboard.readText();
  if (content.trim() === "") throw new UserError(l10n.t("The clipboard holds no text."));
  return [{ path: nameless, content: checkedText(content, l10n.t("The clipboard")) }];
}

/** Files as they are in the editor, or else on disk. Nothing of them is kept but where they are. @throws UserError for what cannot be in a snippet */
export async function fromFiles(uris: readonly Uri[]): Promise<DraftFile[]> {
  const names = shortNames(uris.map(({ path }) => path));
  let total = 0;
  const files: DraftFile[] = [];
  for (const [at, uri] of uris.entries()) {
    const path = checkedName(names[at] ?? fileNameOf(uri));
    const text = await readDocument(uri);
    total += Buffer.byteLength(text);
    if (total > LARGEST_SNIPPET) throw tooLarge(l10n.t("The files together"), total);
    // A document without a file is gone with its window.
    files.push(uri.scheme === "untitled" ? { path, content: text } : { path, uri: uri.toString() });
  }
  return files;
}

/** The files of a draft with their texts, read now. @throws UserError */
export function readDraft(files: readonly DraftFile[]): Promise<{ file_path: string; content: string }[]> {
  return Promise.all(
    files.map(async (file) => ({
      file_path: file.path,
      content: "content" in file ? file.content : await readDocument(Uri.parse(file.uri)),
    })),
  );
}

async function readDocument(uri: Uri): Promise<string> {
  const name = fileName(uri.path);
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return checkedText(open.getText(), name);
  const stat = await workspace.fs.stat(uri).then(undefined, (error: unknown) => {
    throw new UserError(l10n.t("{0} cannot be read: it may have been moved or deleted.", name), { cause: error });
  });
  if ((stat.type & FileType.Directory) !== 0)
    throw new UserError(l10n.t("{0} is a folder. Select the files of it that the snippet is to have.", name));
  if (stat.size > LARGEST_SNIPPET) throw tooLarge(name, stat.size);
  const text = textOf(await workspace.fs.readFile(uri));
  if (text === undefined) throw new UserError(l10n.t("{0} is no text: hosts take only texts for snippets.", name));
  return checkedText(text, name);
}

/** Name of a text that was no file. */
const nameless = "snippet.txt";

const fileNameOf = ({ path }: Uri): string => path.slice(path.lastIndexOf("/") + 1);

function checkedName(path: string): string {
  const wrong = pathWords(path);
  if (wrong !== undefined)
    throw new UserError(l10n.t("{0} cannot be called so in a snippet: {1}", fileName(path), wrong));
  return path;
}

/** @param what at the beginning of a sentence */
function checkedText(text: string, what: string): string {
  if (text.trim() === "") throw new UserError(l10n.t("{0} is empty, and hosts take no empty files in snippets.", what));
  if (text.includes("\0")) throw new UserError(l10n.t("{0} is no text: hosts take only texts for snippets.", what));
  const size = Buffer.byteLength(text);
  if (size > LARGEST_SNIPPET) throw tooLarge(what, size);
  return text;
}

const tooLarge = (what: string, size: number): UserError =>
  new UserError(l10n.t("{0}: {1}, and a snippet has at most {2}.", what, sizeText(size), sizeText(LARGEST_SNIPPET)));
