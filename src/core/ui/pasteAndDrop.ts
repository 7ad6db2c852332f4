import {
  type DataTransfer,
  type DocumentFilter,
  DocumentDropEdit,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditContext,
  languages,
  type Position,
  Range,
  type TextDocument,
  workspace,
} from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { filesIn, type FileToAttach } from "./transferredFiles.ts";

/** Takes precedence over VS Code's own edits for images. */
const kind = DocumentDropOrPasteEditKind.Empty.append("markdown", "link", "image", "attachment");
const mimeTypes = ["files", "text/uri-list", "image/*"];

/** What takes files that are pasted or dropped. */
export interface PasteTarget {
  /** Name of the edit, in VS Code's choice of what to paste. */
  readonly title: string;
  readonly accepts: (document: TextDocument) => boolean;
  /** Uploads the files and inserts links to them at the ranges. */
  readonly attach: (document: TextDocument, ranges: readonly Range[], files: readonly FileToAttach[]) => void;
}

/** Whether the user's settings prefer another kind of drop edit. */
function prefersOtherDrops(document: TextDocument): boolean {
  const [first] = workspace
    .getConfiguration("editor", document)
    .get<readonly string[]>("dropIntoEditor.preferences", []);
  return first !== undefined && first !== "" && !`${kind.value}.`.startsWith(`${first}.`);
}

class AttachPaste extends DocumentPasteEdit {
  readonly document: TextDocument;
  readonly ranges: readonly Range[];
  readonly files: readonly FileToAttach[];

  /** Inserts nothing itself; the link is inserted after the upload. */
  constructor(title: string, document: TextDocument, ranges: readonly Range[], files: readonly FileToAttach[]) {
    super("", title, kind);
    [this.document, this.ranges, this.files] = [document, ranges, files];
  }
}

/** Uploads files that are pasted or dropped into documents. */
export function registerPasteAndDrop(selector: DocumentFilter, { title, accepts, attach }: PasteTarget): Disposable {
  const owned = new DisposableStore();
  owned.add(
    languages.registerDocumentPasteEditProvider(
      selector,
      {
        async provideDocumentPasteEdits(
          document: TextDocument,
          ranges: readonly Range[],
          data: DataTransfer,
          context: DocumentPasteEditContext,
          token,
        ) {
          if (!accepts(document) || (context.only && !context.only.contains(kind))) return undefined;
          const { files, hasText } = await filesIn(data);
          if (files.length === 0 || token.isCancellationRequested) return undefined;
          const edit = new AttachPaste(title, document, ranges, files);
          // Office programs add an image to copied text.
          if (hasText) edit.yieldTo = [DocumentDropOrPasteEditKind.Text];
          return [edit];
        },
        resolveDocumentPasteEdit(edit) {
          if (edit instanceof AttachPaste) attach(edit.document, edit.ranges, edit.files);
          return edit;
        },
      },
      { providedPasteEditKinds: [kind], pasteMimeTypes: mimeTypes },
    ),
  );
  owned.add(
    languages.registerDocumentDropEditProvider(
      selector,
      {
        async provideDocumentDropEdits(document: TextDocument, position: Position, data: DataTransfer, token) {
          if (!accepts(document) || prefersOtherDrops(document)) return undefined;
          const { files } = await filesIn(data);
          if (files.length === 0 || token.isCancellationRequested) return undefined;
          // VS Code applies the first drop edit without resolving it, so the upload starts here.
          attach(document, [new Range(position, position)], files);
          return [new DocumentDropEdit("", title, kind)];
        },
      },
      { providedDropEditKinds: [kind], dropMimeTypes: mimeTypes },
    ),
  );
  return owned;
}
