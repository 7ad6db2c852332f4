/** What a person pastes or drops into an editor, and what becomes of it. */
import type * as vscode from "vscode";
import type { OpenDocument } from "./documents.ts";
import { CancellationTokenSource } from "./events.ts";
import { Range } from "./places.ts";
import { WorkspaceEdit } from "./textEdits.ts";
import { Uri } from "./values.ts";
import type { ProcessWindow } from "./window.ts";

/** Files from outside, or addresses of files in the window. */
export type Transferred =
  | { readonly name: string; readonly type: string; readonly bytes: Buffer }
  | { readonly uris: readonly string[] };

type Entry = [string, vscode.DataTransferItem];

function dataOf(given: Transferred): vscode.DataTransfer {
  const text = "uris" in given ? given.uris.join("\r\n") : "";
  const file =
    "uris" in given ? undefined : { name: given.name, data: () => Promise.resolve(new Uint8Array(given.bytes)) };
  const item = { value: text, asString: () => Promise.resolve(text), asFile: () => file };
  const entry: Entry = ["uris" in given ? "text/uri-list" : given.type, item];
  return {
    get: (type: string) => (type === entry[0] ? item : undefined),
    [Symbol.iterator]: () => [entry][Symbol.iterator](),
  } as unknown as vscode.DataTransfer;
}

const { token } = new CancellationTokenSource();

/** Drops something at the end of the line with these words. */
export async function drop({ editors, languages, documents }: ProcessWindow, line: string, given: Transferred) {
  const { document } = editors.visible.find((one) => one.document.getText().includes(line)) ?? fail(line);
  const open = documents.find(document.uri) ?? fail(line);
  const at = lineWith(document, line).range.end;
  const data = dataOf(given);
  for (const provider of languages.providers<vscode.DocumentDropEditProvider>("drop", document)) {
    const [edit] = [await provider.provideDocumentDropEdits(document, at, data, token)].flat();
    if (edit) return put(documents, open, at, edit);
  }
  // VS Code's own edit is the path.
  const paths = "uris" in given ? given.uris.map((uri) => Uri.parse(uri).fsPath) : [];
  return put(documents, open, at, { insertText: paths.join(" ") });
}

/** Pastes a picture where the cursor is. */
export async function pastePicture({ editors, languages, documents }: ProcessWindow, bytes: Buffer): Promise<void> {
  const { document, selection } = editors.active ?? fail("an editor in front");
  const open = documents.find(document.uri) ?? fail("the document");
  const context = { only: undefined, triggerKind: 0 } as const;
  const data = dataOf({ name: "image.png", type: "image/png", bytes });
  for (const provider of languages.providers<vscode.DocumentPasteEditProvider>("paste", document)) {
    const [edit] = (await provider.provideDocumentPasteEdits?.(document, [selection], data, context, token)) ?? [];
    if (!edit) continue;
    await put(documents, open, selection.active, (await provider.resolveDocumentPasteEdit?.(edit, token)) ?? edit);
    return;
  }
}

async function put(
  documents: ProcessWindow["documents"],
  document: OpenDocument,
  at: vscode.Position,
  { insertText, additionalEdit }: Pick<vscode.DocumentDropEdit, "insertText" | "additionalEdit">,
): Promise<void> {
  const newText = typeof insertText === "string" ? insertText : insertText.value;
  if (newText !== "") document.edit([{ range: new Range(at, at), newText }]);
  if (additionalEdit instanceof WorkspaceEdit) await documents.apply(additionalEdit);
}

function lineWith(document: vscode.TextDocument, words: string): vscode.TextLine {
  for (let at = 0; at < document.lineCount; at++)
    if (document.lineAt(at).text.includes(words)) return document.lineAt(at);
  return fail(words);
}

const fail = (what: string): never => {
  throw new Error(`There is nothing to drop or paste into: no “${what}”`);
};
