import {
  type DataTransfer,
  DocumentDropEdit,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditContext,
  l10n,
  languages,
  type Position,
  Range,
  type TextDocument,
  workspace,
} from "vscode";
import { readPagePath } from "../../../core/addresses/wiki.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import { DisposableStore } from "../../../core/base/disposable.ts";
import { filesIn, type FileToAttach } from "./files.ts";
import { attach, type AttachOptions } from "./upload.ts";

/** Takes precedence over VS Code's own edits for images. */
const kind = DocumentDropOrPasteEditKind.Empty.append("markdown", "link", "image", "attachment");
const mimeTypes = ["files", "text/uri-list", "image/*"];

const title = (): string => l10n.t("Attach to the wiki");

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
  constructor(document: TextDocument, ranges: readonly Range[], files: readonly FileToAttach[]) {
    super("", title(), kind);
    [this.document, this.ranges, this.files] = [document, ranges, files];
  }
}

/** Uploads files that are pasted or dropped into pages as attachments of the wiki. */
export function registerPasteAndDrop(scheme: string, parts: AttachOptions): Disposable {
  const owned = new DisposableStore();
  const begin = (document: TextDocument, ranges: readonly Range[], files: readonly FileToAttach[]): void => {
    attach(parts, document, ranges, files).catch((error: unknown) =>
      parts.report.error(error, l10n.t("Attach to the Wiki")),
    );
  };
  const isPage = ({ uri }: TextDocument): boolean => uri.query === "" && readPagePath(uri.path) !== undefined;
  owned.add(
    languages.registerDocumentPasteEditProvider(
      { scheme },
      {
        async provideDocumentPasteEdits(
          document: TextDocument,
          ranges: readonly Range[],
          data: DataTransfer,
          context: DocumentPasteEditContext,
          token,
        ) {
          if (!isPage(document) || (context.only && !context.only.contains(kind))) return undefined;
          const { files, hasText } = await filesIn(data);
          if (files.length === 0 || token.isCancellationRequested) return undefined;
          const edit = new AttachPaste(document, ranges, files);
          // Office programs add an image to copied text.
          if (hasText) edit.yieldTo = [DocumentDropOrPasteEditKind.Text];
          return [edit];
        },
        resolveDocumentPasteEdit(edit) {
          if (edit instanceof AttachPaste) begin(edit.document, edit.ranges, edit.files);
          return edit;
        },
      },
      { providedPasteEditKinds: [kind], pasteMimeTypes: mimeTypes },
    ),
  );
  owned.add(
    languages.registerDocumentDropEditProvider(
      { scheme },
      {
        async provideDocumentDropEdits(document: TextDocument, position: Position, data: DataTransfer, token) {
          if (!isPage(document) || prefersOtherDrops(document)) return undefined;
          const { files } = await filesIn(data);
          if (files.length === 0 || token.isCancellationRequested) return undefined;
          // VS Code applies the first drop edit without resolving it, so the upload starts here.
          begin(document, [new Range(position, position)], files);
          return [new DocumentDropEdit("", title(), kind)];
        },
      },
      { providedDropEditKinds: [kind], dropMimeTypes: mimeTypes },
    ),
  );
  return owned;
}
