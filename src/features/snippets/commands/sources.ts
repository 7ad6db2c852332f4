import { env, FileType, l10n, Uri, window, workspace } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { sizeText } from "../../../core/ui/size.ts";
import { fileName, pathProblemText } from "../labels.ts";
import { LARGEST_SNIPPET, textOf } from "../read.ts";
import { type DraftFile, shortNames } from "./draft.ts";

/**
 * Returns the selected text of the active editor; several selections are joined by line breaks.
 * @throws UserError without a selection
 */
export function fromSelection(): DraftFile[] {
  const editor = window.activeTextEditor;
  const selected = [...(editor?.selections ?? [])]
    .filter(({ isEmpty }) => !isEmpty)
    .sort((a, b) => a.start.compareTo(b.start));
  if (!editor || selected.length === 0) throw new UserError(l10n.t("Select the text for the snippet."));
  const { document } = editor;
  const content = selected.map((selection) => document.getText(selection)).join("\n");
  return [
    {
      path: checkedName(document.isUntitled ? defaultName : fileNameOf(document.uri)),
      content: checkedText(content, l10n.t("The selection")),
    },
  ];
}

/** Returns the text of the clipboard. @throws UserError when it has none */
export async function fromClipboard(): Promise<DraftFile[]> {
  const content = await env.clipboard.readText();
  if (content.trim() === "") throw new UserError(l10n.t("The clipboard contains no text."));
  return [{ path: defaultName, content: checkedText(content, l10n.t("The clipboard")) }];
}

/**
 * Checks files for a snippet and returns them by URI, so that their content is read when it is sent.
 * @throws UserError for files that a snippet cannot have
 */
export async function fromFiles(uris: readonly Uri[]): Promise<DraftFile[]> {
  const names = shortNames(uris.map(({ path }) => path));
  let total = 0;
  const files: DraftFile[] = [];
  for (const [at, uri] of uris.entries()) {
    const path = checkedName(names[at] ?? fileNameOf(uri));
    const text = await readDocument(uri);
    total += Buffer.byteLength(text);
    if (total > LARGEST_SNIPPET) throw tooLarge(l10n.t("The files together"), total);
    // An untitled document is lost when its window closes.
    files.push(uri.scheme === "untitled" ? { path, content: text } : { path, uri: uri.toString() });
  }
  return files;
}

/** Reads the files of a draft. @throws UserError */
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
    throw new UserError(l10n.t("Could not read {0}. It may have been moved or deleted.", name), { cause: error });
  });
  if ((stat.type & FileType.Directory) !== 0)
    throw new UserError(l10n.t("{0} is a folder. Select files instead.", name));
  if (stat.size > LARGEST_SNIPPET) throw tooLarge(name, stat.size);
  const text = textOf(await workspace.fs.readFile(uri));
  if (text === undefined) throw new UserError(l10n.t("{0} is not a text file. Snippets can contain only text.", name));
  return checkedText(text, name);
}

/** Name for text that does not come from a file. */
const defaultName = "snippet.txt";

const fileNameOf = ({ path }: Uri): string => path.slice(path.lastIndexOf("/") + 1);

function checkedName(path: string): string {
  const wrong = pathProblemText(path);
  if (wrong !== undefined) throw new UserError(l10n.t("{0} cannot be used as a file name. {1}", fileName(path), wrong));
  return path;
}

/** Returns the text if hosts accept it. @param what its source, at the beginning of a sentence @throws UserError */
function checkedText(text: string, what: string): string {
  if (text.trim() === "") throw new UserError(l10n.t("{0} is empty. Snippets cannot contain empty files.", what));
  if (text.includes("\0")) throw new UserError(l10n.t("{0} is not a text file. Snippets can contain only text.", what));
  const size = Buffer.byteLength(text);
  if (size > LARGEST_SNIPPET) throw tooLarge(what, size);
  return text;
}

const tooLarge = (what: string, size: number): UserError =>
  new UserError(l10n.t("{0}: {1}. A snippet can have at most {2}.", what, sizeText(size), sizeText(LARGEST_SNIPPET)));
