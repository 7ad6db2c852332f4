import { EndOfLine, l10n, type Position, type TextDocument, type TextEditor, window, workspace } from "vscode";
import type { App } from "../app.ts";
import { fitTemplate } from "../ci/insertion.ts";
import { pickTemplate } from "../ci/templates.ts";
import { UserError } from "../errors.ts";
import { instanceHost } from "../instanceUrl.ts";
import { notice } from "../ui/notice.ts";
import { askInstance, instanceOfProject } from "./instances.ts";

/** Puts a CI template at the cursor, or into a YAML document of its own. Templates are public: no account is needed. */
export async function insert(app: App): Promise<void> {
  const editor = writableEditor();
  const place = editor && { document: editor.document, cursor: editor.selection.active, column: editor.viewColumn };
  const instance =
    instanceOfProject(app) ??
    (await askInstance(app, { title: l10n.t("Insert CI Template"), placeholder: l10n.t("Host whose templates are offered"), single: true })).url;
  const { client } = app.connections.anonymous(instance);
  const { name, content } = await pickTemplate({
    client,
    texts: app.texts,
    host: instanceHost(instance),
    failed: (error) => app.report.background(error, "Preview CI Template"),
  });

  if (place && !place.document.isClosed) {
    // The preview took the place of the active editor, so the one the cursor was in is brought back.
    const shown = await window.showTextDocument(place.document, place.column === undefined ? {} : { viewColumn: place.column });
    if (await insertAt(shown, place.cursor, content)) {
      notice(l10n.t("Template {0} inserted.", name));
      return;
    }
    app.log.info(`${place.document.uri.toString()} takes no edits; the template goes into a document of its own`);
  }
  await window.showTextDocument(await newDocument(content));
}

/** One edit, so that one Undo takes it back. */
async function insertAt(editor: TextEditor, cursor: Position, template: string): Promise<boolean> {
  const { document } = editor;
  const at = document.validatePosition(cursor);
  const line = document.lineAt(at.line);
  const text = fitTemplate(template, {
    before: line.text.slice(0, at.character),
    after: line.text.slice(at.character),
    last: at.line === document.lineCount - 1,
    eol: document.eol === EndOfLine.CRLF ? "\r\n" : "\n",
  });
  return editor.edit((edit) => {
    edit.insert(at, text);
  });
}

async function newDocument(content: string): Promise<TextDocument> {
  try {
    return await workspace.openTextDocument({ language: "yaml", content });
  } catch (error) {
    throw new UserError(l10n.t("No document could be opened for the template."), { cause: error });
  }
}

/** The active editor, unless it shows something that cannot be written: an output channel, an old revision. */
function writableEditor(): TextEditor | undefined {
  const editor = window.activeTextEditor;
  if (!editor) return undefined;
  const { scheme } = editor.document.uri;
  return scheme === "untitled" || workspace.fs.isWritableFileSystem(scheme) === true ? editor : undefined;
}
