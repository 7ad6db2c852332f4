import { FilePermission, l10n, type TextEditor, ViewColumn, window, workspace } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { Snippet } from "../../../api/resources/snippets.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { runForm } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { writableEditor } from "../../../core/ui/pickDestination.ts";
import { pickPaged } from "../../../core/ui/pickPaged.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { fileListOf } from "../contents.ts";
import { fileName, snippetName } from "../labels.ts";
import { snippetRow, snippetSource } from "../pick.ts";
import { readFileOf, textOf } from "../read.ts";
import { explainSize } from "../snippetCache.ts";

interface Asked {
  readonly snippet?: Snippet;
  readonly path?: string;
}

/** Inserts a file of an own or public snippet at the cursors, with a preview while picking, as one undo step. */
export async function insert(context: Context): Promise<void> {
  const editor = await editorToWrite();
  const { document, selections, viewColumn } = editor;
  const { connection } = context.current.require();
  const { client } = connection;
  const title = l10n.t("Insert Snippet");
  const preview = new Preview(context, client);
  let asked: Asked;
  try {
    asked = await runForm<Asked>(title, {}, [
      {
        ask: async (place) => ({
          snippet: await pickPaged<Snippet, Snippet>({
            title,
            place,
            placeholder: l10n.t("Select a snippet to insert (the focused one is previewed)"),
            load: (signal) => snippetSource(client, true, signal),
            toChoice: (snippet) => ({ ...snippetRow(snippet), value: snippet }),
            empty: l10n.t("No snippets yet"),
            focused: (snippet) => preview.show(snippet),
          }),
        }),
      },
      {
        when: ({ snippet }) => snippet !== undefined && pathsOf(snippet).length > 1,
        ask: async (place, { snippet }) => {
          if (!snippet) return {};
          place.draft = undefined;
          const choices = pathsOf(snippet).map((path) => ({ label: plainText(path, 200), value: path }));
          return {
            snippet,
            path: await pickOne<string>({
              title,
              place,
              placeholder: l10n.t("Select a file of “{0}” to insert", snippetName(snippet)),
              choices,
              focused: (path) => preview.show(snippet, path),
            }),
          };
        },
      },
    ]);
  } finally {
    await preview.close();
  }
  const { snippet, path = snippet && pathsOf(snippet)[0] } = asked;
  if (!snippet || path === undefined) return;
  const text = await withProgress(l10n.t("Loading {0}…", fileName(path)), (signal) =>
    readText(client, snippet, path, signal),
  );
  // Previews may have replaced the active editor, so the original one is shown again.
  const shown = await window.showTextDocument(document, viewColumn === undefined ? {} : { viewColumn });
  shown.selections = selections;
  const done = await shown.edit((change) => {
    for (const selection of selections) change.replace(selection, withoutLastBreak(text));
  });
  if (!done) throw readOnly(shown);
  notice(l10n.t("Inserted {0} of “{1}”.", fileName(path), snippetName(snippet)));
}

const pathsOf = (snippet: Snippet): string[] => fileListOf(snippet).files.map(({ path }) => path);

/** Removes the last line break, so that text behind the cursor stays on the last line. */
const withoutLastBreak = (text: string): string => text.replace(/\r?\n$/, "");

async function editorToWrite(): Promise<TextEditor> {
  const active = window.activeTextEditor;
  if (!active) throw new UserError(l10n.t("Open a file and place the cursor where to insert the snippet."));
  const editor = writableEditor();
  if (!editor) throw readOnly(active);
  const { uri, isUntitled } = editor.document;
  if (isUntitled) return editor;
  const stat = await workspace.fs.stat(uri).then(undefined, () => undefined);
  if (stat?.permissions === FilePermission.Readonly) throw readOnly(editor);
  return editor;
}

const readOnly = ({ document }: TextEditor): UserError =>
  new UserError(l10n.t("{0} is read-only.", fileName(document.uri.path)));

/** Reads a text file of a snippet. @throws ApiError, UserError when it is not text or too large */
async function readText(client: Client, snippet: Snippet, path: string, signal: AbortSignal): Promise<string> {
  try {
    const text = textOf(await readFileOf(client, snippet, path, { signal }));
    if (text !== undefined) return text;
  } catch (error) {
    throw explainSize(error, path);
  }
  throw new UserError(l10n.t("{0} is not a text file and cannot be inserted.", fileName(path)));
}

/** ms that a row has the focus before its text is read. */
const previewDelay = 200;

/** A read-only preview of the focused row in an editor to the side, until it is closed. */
class Preview {
  private readonly context: Context;
  private readonly client: Client;
  private readonly texts = new Map<string, string>();
  private readonly closing = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private wanted = "";
  private shown: string | undefined;
  private work: Promise<void> = Promise.resolve();

  constructor(context: Context, client: Client) {
    this.context = context;
    this.client = client;
  }

  show(snippet: Snippet, path = pathsOf(snippet)[0] ?? ""): void {
    clearTimeout(this.timer);
    const key = `${snippet.id} ${path}`;
    this.wanted = key;
    this.timer = setTimeout(() => {
      this.work = this.work
        .then(() => this.open(key, snippet, path))
        .catch((error: unknown) => this.context.report.background(error, "Preview a snippet"));
    }, previewDelay);
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.closing.abort();
    // A preview that is still opening would stay.
    await this.work;
    if (this.shown !== undefined) await this.context.texts.close(this.shown);
  }

  private async open(key: string, snippet: Snippet, path: string): Promise<void> {
    if (!this.isWanted(key)) return;
    const text = this.texts.get(key) ?? (await this.read(snippet, path, this.closing.signal));
    this.texts.set(key, text);
    if (!this.isWanted(key)) return;
    const { texts } = this.context;
    // The file name selects the language.
    const tab = `${l10n.t("Snippet Preview")}/${fileName(path).replaceAll("/", " ")}`;
    const before = this.shown;
    if (before === tab && texts.update(tab, text)) return;
    this.shown = tab;
    // Not in a preview tab: the group beside may have one of the user's.
    await texts.show(tab, text, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: false });
    if (before !== undefined) await texts.close(before);
  }

  private isWanted(key: string): boolean {
    return this.wanted === key && !this.closing.signal.aborted;
  }

  private async read(snippet: Snippet, path: string, signal: AbortSignal): Promise<string> {
    try {
      return await readText(this.client, snippet, path, signal);
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.context.report.background(error, "Preview a snippet");
      return describeError(error).message;
    }
  }
}
