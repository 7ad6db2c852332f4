import {
  EndOfLine,
  l10n,
  type Position,
  type TextDocument,
  type TextEditor,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
} from "vscode";
import type { CiTemplateEntry } from "../../../../api/resources/ciTemplates.ts";
import { UserError } from "../../../../core/base/errors.ts";
import { instanceHost } from "../../../../core/base/instanceUrl.ts";
import { ciFileNames, includeName } from "../../../../core/ciFile/names.ts";
import type { Context } from "../../../../core/context.ts";
import { inputText, runForm } from "../../../../core/ui/form.ts";
import { notice } from "../../../../core/ui/notice.ts";
import {
  pickDestination,
  type Destination,
  findPlaces,
  isThere,
  type Places,
  shownPath,
  writableEditor,
  wrongPath,
} from "../../../../core/ui/pickDestination.ts";
import { pickInstance, instanceOfProject } from "../../../../core/ui/pickInstance.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { GoBack } from "../../../../core/ui/quickInput.ts";
import { includeTemplate } from "../../merge/include.ts";
import { fitTemplate } from "../insertion.ts";
import { pickTemplate } from "../pickTemplate.ts";
import { applyEdits, mergeTemplate, type NamedText, reportingProblems } from "./merge.ts";

interface Asked {
  readonly template?: CiTemplateEntry;
  readonly where?: Destination;
}

/** Inserts a CI template at a place the user chooses. Works without an account, and offline with cached templates. */
export async function insert(context: Context): Promise<void> {
  const editor = writableEditor();
  const at = editor && { document: editor.document, cursor: editor.selection.active, column: editor.viewColumn };
  const instance =
    instanceOfProject(context) ??
    (
      await pickInstance(context, {
        title: l10n.t("Insert CI Template"),
        placeholder: l10n.t("Select a host"),
        single: true,
      })
    ).url;
  const store = await context.templates.of(instance);
  const host = instanceHost(instance);
  const places = findPlaces(context, instance, editor);
  places.catch(() => undefined);
  const onError = (error: unknown): void => context.report.background(error, "Read CI templates");

  let asked: Asked = {};
  for (let from = 0; ;) {
    asked = await runForm<Asked>(
      l10n.t("CI Templates of {0}", host),
      asked,
      [
        {
          ask: async (place, before) => ({
            ...before,
            template: await pickTemplate({
              store,
              texts: context.texts,
              host,
              place,
              active: before.template?.key,
              onError,
            }),
          }),
        },
        {
          ask: async (place, before) => ({
            ...before,
            where: await pickDestination(place, before.template?.name ?? "", await places),
          }),
        },
      ],
      { from },
    );
    const { template, where } = asked;
    if (!template || !where) return;
    try {
      await insertInto(context, { instance, template, where, places: await places, at });
      return;
    } catch (error) {
      // Going back from a later question returns to the choice of the place.
      if (!(error instanceof GoBack)) throw error;
      from = 1;
    }
  }
}

interface Insertion {
  readonly instance: string;
  readonly template: CiTemplateEntry;
  readonly where: Destination;
  readonly places: Places;
  readonly at:
    | { readonly document: TextDocument; readonly cursor: Position; readonly column: TextEditor["viewColumn"] }
    | undefined;
}

async function insertInto(context: Context, job: Insertion): Promise<void> {
  const { where, at, template, instance } = job;
  const content = async (): Promise<NamedText> => {
    const store = await context.templates.of(instance);
    const { value } = await withProgress(l10n.t("Loading {0}…", plainText(template.name, 80)), (signal) =>
      store.template(template.key, signal),
    );
    return { name: plainText(value.name, 120), content: value.content };
  };
  switch (where.kind) {
    case "cursor": {
      const read = await content();
      if (at && !at.document.isClosed) {
        // Previews may have become the active editor, so the one with the cursor is shown again.
        const shown = await window.showTextDocument(
          at.document,
          at.column === undefined ? {} : { viewColumn: at.column },
        );
        if (await insertAt(shown, at.cursor, read.content)) {
          notice(l10n.t("Template {0} inserted.", read.name));
          return;
        }
        context.log.info(`${at.document.uri.toString()} takes no edits; the template goes into a document of its own`);
      }
      await window.showTextDocument(await newDocument(read.content));
      return;
    }
    case "newFile":
      return newFile(context, job, where.root, content);
    case "includeInNew":
      return createFile(
        where.file,
        `include:\n  - template: ${includeName(template.key, context.templates.dialect(instance))}\n`,
      );
    case "include":
      return include(context, job, where.file);
    case "merge":
      return mergeTemplate(context, where.file, await content());
  }
}

async function include(context: Context, { template, instance }: Insertion, uri: Uri): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const name = includeName(template.key, context.templates.dialect(instance));
  const edits = await reportingProblems(document, { name: template.name || template.key }, () =>
    includeTemplate(document.getText(), name),
  );
  const first = edits[0];
  if (first) await applyEdits(document, edits);
  await window.showTextDocument(document, { preview: false });
  notice(
    first
      ? l10n.t("{0} now includes {1}.", shownPath(uri), name)
      : l10n.t("{0} already includes {1}.", shownPath(uri), name),
  );
}

/** Asks for the file's path below the project folder; without a folder, opens an untitled document. */
async function newFile(
  context: Context,
  { template, instance, places: { ciFile, exists } }: Insertion,
  root: Uri | undefined,
  content: () => Promise<NamedText>,
): Promise<void> {
  if (!root) {
    await window.showTextDocument(await newDocument((await content()).content));
    return;
  }
  const usual =
    ciFile && !exists
      ? ciFile.path.slice(root.path.length + 1)
      : `${template.key}${ciFileNames[context.templates.dialect(instance)]}`;
  const title = l10n.t("New CI File from {0}", plainText(template.name, 80));
  let value = usual;
  for (let refused: string | undefined; ;) {
    const typed = await inputText({
      title,
      place: { title, step: 1, total: 1, back: true, draft: undefined },
      prompt:
        refused ??
        l10n.t("Enter the path of the new file in {0}", plainText(root.path.slice(root.path.lastIndexOf("/") + 1), 80)),
      value,
      validate: wrongPath,
    });
    value = typed.trim();
    const file = Uri.joinPath(root, ...value.split(/[\\/]/));
    if (!(await isThere(file))) return createFile(file, (await content()).content);
    refused = l10n.t("{0} already exists. Enter another name.", plainText(value, 120));
  }
}

/** Creates a file as one change with one undo step. */
async function createFile(file: Uri, text: string): Promise<void> {
  const change = new WorkspaceEdit();
  change.createFile(file, { contents: Buffer.from(text), overwrite: false });
  if (!(await workspace.applyEdit(change))) throw new UserError(l10n.t("{0} could not be created.", shownPath(file)));
  await window.showTextDocument(await workspace.openTextDocument(file), { preview: false });
  notice(l10n.t("{0} created.", shownPath(file)));
}

/** Inserts the template as one edit with one undo step. */
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
    throw new UserError(l10n.t("Could not open a document for the template."), { cause: error });
  }
}
