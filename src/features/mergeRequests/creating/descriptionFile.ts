import {
  FileChangeType,
  type FileStat,
  FileSystemError,
  FileType,
  Range,
  TabInputText,
  type TextDocument,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
} from "vscode";
import { readQuery } from "../../../core/addresses/query.ts";
import { DESCRIPTION_SCHEME } from "../../../core/addresses/schemes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { asId, asText, recordOf } from "../../../core/base/stored.ts";
import type { FilesChanged } from "../../../core/lazy/lazyFiles.ts";
import { keyOf, type NewMergeRequestRef } from "./proposal.ts";
import type { Proposals } from "./proposals.ts";

const parseRef = recordOf({ instance: asText, project: asId, source: asText });

/** Returns the URI of the description of a new merge request. The tab shows the last part of its path. */
export const newDescriptionUri = ({ instance, project, source }: NewMergeRequestRef): Uri =>
  Uri.from({
    scheme: DESCRIPTION_SCHEME,
    path: `/${project}/${source.replaceAll(/[\\/]/g, "-")}.md`,
    query: JSON.stringify({ instance, project, source }),
  });

/** Returns the new merge request of a URI; undefined for other documents. */
export const readNewDescription = ({ scheme, query }: Uri): NewMergeRequestRef | undefined =>
  scheme === DESCRIPTION_SCHEME ? parseRef(readQuery(query)) : undefined;

/** The description of a new merge request as a document: the same draft as on its page, with every change. */
export class NewDescriptions implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly proposals: Proposals;
  /** Grows with each change that was not made in the document, by key: the editor compares it. */
  private readonly versions = new Map<string, number>();

  constructor(proposals: Proposals, changed: FilesChanged) {
    this.proposals = proposals;
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        const ref = readNewDescription(document.uri);
        if (ref && document.isDirty) void this.write(ref, document.getText());
      }),
    );
    this.owned.add(
      proposals.onDidChange(({ ref, by }) => {
        if (by === "document") return;
        this.versions.set(keyOf(ref), this.versionOf(ref) + 1);
        const type = proposals.get(ref) ? FileChangeType.Changed : FileChangeType.Deleted;
        changed([{ type, uri: newDescriptionUri(ref) }]);
      }),
    );
  }

  stat(ref: NewMergeRequestRef): FileStat {
    const size = Buffer.byteLength(this.read(ref));
    return { type: FileType.File, ctime: 0, mtime: this.versionOf(ref), size };
  }

  /** @throws FileSystemError when it was created or discarded */
  read(ref: NewMergeRequestRef): string {
    const proposal = this.proposals.get(ref);
    if (proposal === undefined) throw FileSystemError.FileNotFound(newDescriptionUri(ref));
    return proposal.description;
  }

  /** @throws FileSystemError when it was created or discarded */
  async write(ref: NewMergeRequestRef, text: string): Promise<void> {
    const proposal = this.proposals.get(ref);
    if (proposal === undefined) throw FileSystemError.FileNotFound(newDescriptionUri(ref));
    const description = text.replaceAll("\r\n", "\n");
    if (description !== proposal.description) await this.proposals.keep(ref, { ...proposal, description }, "document");
  }

  dispose(): void {
    this.owned.dispose();
  }

  private versionOf(ref: NewMergeRequestRef): number {
    return this.versions.get(keyOf(ref)) ?? 1;
  }
}

const tabsOf = (ref: NewMergeRequestRef) => {
  const address = newDescriptionUri(ref).toString();
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputText && input.uri.toString() === address);
};

/** Whether the description is open in an editor. */
export const isInEditor = (ref: NewMergeRequestRef): boolean => tabsOf(ref).length > 0;

const documentOf = (ref: NewMergeRequestRef): TextDocument | undefined => {
  const address = newDescriptionUri(ref).toString();
  return workspace.textDocuments.find(({ uri }) => uri.toString() === address);
};

/** Returns the text that the editor shows, also after an undo to what was saved, which is not kept; undefined if it is not open there. */
export const textInEditor = (ref: NewMergeRequestRef): string | undefined =>
  isInEditor(ref) ? documentOf(ref)?.getText().replaceAll("\r\n", "\n") : undefined;

/** Replaces the text in the editor, where it can be undone. @returns whether it is open there */
export async function replaceInEditor(ref: NewMergeRequestRef, text: string): Promise<boolean> {
  const document = documentOf(ref);
  if (document === undefined || !isInEditor(ref)) return false;
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text);
  return workspace.applyEdit(edit);
}

/** Saves the description and closes its editor. */
export async function closeEditor(ref: NewMergeRequestRef): Promise<void> {
  await documentOf(ref)?.save();
  await window.tabGroups.close(tabsOf(ref), true);
}
