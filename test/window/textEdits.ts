/** Edits of texts and files, as VS Code's. */
import type * as vscode from "vscode";
import { type Position, Range } from "./places.ts";

export class TextEdit {
  range: vscode.Range;
  newText: string;
  constructor(range: vscode.Range, newText: string) {
    this.range = range;
    this.newText = newText;
  }
  static replace = (range: vscode.Range, newText: string): TextEdit => new TextEdit(range, newText);
  static insert = (position: Position, newText: string): TextEdit =>
    new TextEdit(new Range(position, position), newText);
  static delete = (range: vscode.Range): TextEdit => new TextEdit(range, "");
}

export type FileEdit =
  | { readonly kind: "create"; readonly uri: vscode.Uri; readonly options: Parameters<WorkspaceEdit["createFile"]>[1] }
  | { readonly kind: "delete"; readonly uri: vscode.Uri; readonly options: Parameters<WorkspaceEdit["deleteFile"]>[1] }
  | {
      readonly kind: "rename";
      readonly uri: vscode.Uri;
      readonly to: vscode.Uri;
      readonly options: Parameters<WorkspaceEdit["renameFile"]>[2];
    };

export class WorkspaceEdit {
  readonly #texts = new Map<string, { readonly uri: vscode.Uri; edits: TextEdit[] }>();
  /** What happens to files, before the texts change. */
  readonly files: FileEdit[] = [];

  replace(uri: vscode.Uri, range: vscode.Range, newText: string): void {
    const one = this.#texts.get(uri.toString()) ?? { uri, edits: [] };
    one.edits.push(new TextEdit(range, newText));
    this.#texts.set(uri.toString(), one);
  }
  insert(uri: vscode.Uri, position: vscode.Position, newText: string): void {
    this.replace(uri, new Range(position, position), newText);
  }
  entries(): [vscode.Uri, TextEdit[]][] {
    return [...this.#texts.values()].map(({ uri, edits }) => [uri, [...edits]]);
  }

  createFile(
    uri: vscode.Uri,
    options?: {
      readonly overwrite?: boolean;
      readonly ignoreIfExists?: boolean;
      readonly contents?: Uint8Array | vscode.DataTransferFile;
    },
  ): void {
    this.files.push({ kind: "create", uri, options });
  }
  deleteFile(uri: vscode.Uri, options?: { readonly recursive?: boolean; readonly ignoreIfNotExists?: boolean }): void {
    this.files.push({ kind: "delete", uri, options });
  }
  renameFile(
    uri: vscode.Uri,
    to: vscode.Uri,
    options?: { readonly overwrite?: boolean; readonly ignoreIfExists?: boolean },
  ): void {
    this.files.push({ kind: "rename", uri, to, options });
  }
}
