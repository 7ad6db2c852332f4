/** Documents: their texts with edits and undo, read and saved through the file systems and content providers. */
import path from "node:path";
import type * as vscode from "vscode";
import { TextDocument as Text } from "vscode-languageserver-textdocument";
import { EventEmitter } from "./events.ts";
import type { Files } from "./files.ts";
import type { Manifest } from "./manifest.ts";
import { Position, Range } from "./places.ts";
import type { TextEdit, WorkspaceEdit } from "./textEdits.ts";
import { FileSystemError, Uri } from "./values.ts";

const word = /(-?\d*\.\d\w*)|([^`~!@#%^&*()\-=+[{\]}\\|;:'",.<>/?\s]+)/g;

/** VS Code's TextDocumentChangeReason. */
/** Why a document changed, for who hears of it. */
const undone = 1;

/** Languages by how a file's name ends, of VS Code's own extensions. */
const languages: Readonly<Record<string, string>> = {
  ".ts": "typescript",
  ".js": "javascript",
  ".mjs": "javascript",
  ".json": "json",
  ".jsonc": "jsonc",
  ".md": "markdown",
  ".yml": "yaml",
  ".yaml": "yaml",
  ".xml": "xml",
  ".csproj": "xml",
  ".config": "xml",
  ".props": "xml",
  ".nuspec": "xml",
  ".html": "html",
  ".css": "css",
  ".py": "python",
  ".sh": "shellscript",
  ".log": "log",
  ".diff": "diff",
  ".patch": "diff",
  ".ini": "ini",
  ".rb": "ruby",
  ".go": "go",
  ".rs": "rust",
  ".cs": "csharp",
  ".java": "java",
};

/** A document and what only the window may do with it. */
export class OpenDocument {
  readonly #documents: Documents;
  #text: Text;
  #saved: string;
  #eol: 1 | 2;
  readonly #undo: string[] = [];
  isClosed = false;
  readonly api: vscode.TextDocument;

  constructor(documents: Documents, uri: vscode.Uri, languageId: string, text: string, isUnsaved = false) {
    this.#documents = documents;
    this.#eol = /\r\n/.test(text) ? 2 : 1;
    this.#text = Text.create(uri.toString(), languageId, 1, this.#normal(text));
    this.#saved = isUnsaved ? "" : this.#text.getText();
    const document = this;
    this.api = {
      uri,
      get fileName() {
        return uri.fsPath;
      },
      isUntitled: uri.scheme === "untitled",
      encoding: "utf8",
      get languageId() {
        return document.#text.languageId;
      },
      get version() {
        return document.#text.version;
      },
      get isDirty() {
        return document.isDirty;
      },
      get isClosed() {
        return document.isClosed;
      },
      get eol() {
        return document.#eol as vscode.EndOfLine;
      },
      get lineCount() {
        return document.#text.lineCount;
      },
      save: () => documents.save(this),
      getText: (range) => this.#text.getText(range),
      lineAt: (at) => this.#lineAt(typeof at === "number" ? at : at.line),
      offsetAt: (position) => this.#text.offsetAt(position),
      positionAt: (offset) => {
        const { line, character } = this.#text.positionAt(offset);
        return new Position(line, character);
      },
      validatePosition: (position) => {
        const line = Math.min(position.line, this.#text.lineCount - 1);
        const { length } = this.#lineAt(line).text;
        return new Position(line, line < position.line ? length : Math.min(position.character, length));
      },
      validateRange: (range) => new Range(this.api.validatePosition(range.start), this.api.validatePosition(range.end)),
      getWordRangeAtPosition: (position, expression = word) => {
        const { text } = this.#lineAt(position.line);
        const flags = expression.flags.includes("g") ? expression.flags : `${expression.flags}g`;
        for (const { 0: found, index } of text.matchAll(new RegExp(expression.source, flags)))
          if (found !== "" && index <= position.character && position.character <= index + found.length)
            return new Range(position.line, index, position.line, index + found.length);
        return undefined;
      },
    };
  }

  get isDirty(): boolean {
    return this.#text.getText() !== this.#saved || (this.api.isUntitled && this.#text.getText() !== "");
  }

  setEol(eol: 1 | 2): void {
    if (eol === this.#eol) return;
    this.#eol = eol;
    this.#become(this.#text.getText());
  }

  edit(edits: readonly Pick<TextEdit, "range" | "newText">[]): void {
    if (edits.length === 0) return;
    const before = this.#text.getText();
    const changes = edits.map(({ range, newText }) => {
      const valid = this.api.validateRange(range);
      const rangeOffset = this.#text.offsetAt(valid.start);
      const rangeLength = this.#text.offsetAt(valid.end) - rangeOffset;
      return { range: valid, rangeOffset, rangeLength, text: this.#normal(newText) };
    });
    const after = Text.applyEdits(
      this.#text,
      changes.map(({ range, text }) => ({ range, newText: text })),
    );
    if (after === before) return;
    this.#undo.push(before);
    // As VS Code hands them over: from the end of the document to its start.
    this.#become(
      after,
      [...changes].sort((a, b) => b.rangeOffset - a.rangeOffset),
    );
  }

  undo(): void {
    const before = this.#undo.pop();
    if (before === undefined) return;
    this.#become(before, undefined, undone);
  }

  /** Takes over what its file holds now, as it does when that changes or the document is reverted. */
  reload(text: string): void {
    this.#eol = /\r\n/.test(text) ? 2 : 1;
    this.#saved = this.#normal(text);
    this.#become(this.#saved);
  }

  /** Adds to an output, which nobody edits and undoes; a log grows by thousands of lines. */
  append(text: string): void {
    const added = this.#normal(text);
    if (added === "") return;
    const { length } = this.#text.getText();
    const end = this.api.positionAt(length);
    const range = new Range(end, end);
    this.#text = Text.update(this.#text, [{ range, text: added }], this.#text.version + 1);
    this.#saved = this.#text.getText();
    this.#documents.tellChanged(this, [{ range, rangeOffset: length, rangeLength: 0, text: added }], undefined);
  }

  /** Bytes that its file holds, as far as it knows. */
  get savedSize(): number {
    return Buffer.byteLength(this.#saved);
  }

  wasSaved(): void {
    this.#saved = this.#text.getText();
    this.#documents.tellDirty(this);
  }

  #become(
    text: string,
    changes: readonly vscode.TextDocumentContentChangeEvent[] = this.#whole(text),
    reason?: vscode.TextDocumentChangeReason,
  ): void {
    text = this.#normal(text);
    if (text === this.#text.getText()) {
      this.#documents.tellDirty(this);
      return;
    }
    this.#text = Text.create(this.#text.uri, this.#text.languageId, this.#text.version + 1, text);
    this.#documents.tellChanged(this, changes, reason);
  }

  #whole(text: string): vscode.TextDocumentContentChangeEvent[] {
    const before = this.#text.getText();
    const range = new Range(new Position(0, 0), this.api.positionAt(before.length));
    return [{ range, rangeOffset: 0, rangeLength: before.length, text }];
  }

  #normal(text: string): string {
    return text.replace(/\r\n|\r|\n/g, this.#eol === 2 ? "\r\n" : "\n");
  }

  #lineAt(line: number): vscode.TextLine {
    if (line < 0 || line >= this.#text.lineCount) throw new Error("Illegal value for `line`");
    const start = { line, character: 0 };
    const whole = this.#text.getText({ start, end: { line: line + 1, character: 0 } });
    const text = whole.replace(/\r?\n$/, "");
    const indentation = /^\s*/.exec(text)?.[0].length ?? 0;
    return {
      lineNumber: line,
      text,
      range: new Range(line, 0, line, text.length),
      rangeIncludingLineBreak:
        text.length < whole.length ? new Range(line, 0, line + 1, 0) : new Range(line, 0, line, text.length),
      firstNonWhitespaceCharacterIndex: indentation,
      isEmptyOrWhitespace: indentation === text.length,
    };
  }
}

/** A file that cannot be shown as text. */
export class BinaryFile extends Error {
  constructor(uri: vscode.Uri) {
    super(`cannot open ${uri.toString()}. Detail: File seems to be binary and cannot be opened as text`);
  }
}

/** VS Code's TextDocumentSaveReason. */
const saved = { byHand: 1, byItself: 2 };

export class Documents {
  readonly #files: Files;
  readonly #open = new Map<string, OpenDocument>();
  readonly #opening = new Map<string, Promise<OpenDocument>>();
  readonly #contents = new Map<string, vscode.TextDocumentContentProvider>();
  readonly #languageIds = new Map<string, string>(Object.entries(languages));
  readonly #opened = new EventEmitter<vscode.TextDocument>();
  readonly #closed = new EventEmitter<vscode.TextDocument>();
  readonly #changed = new EventEmitter<vscode.TextDocumentChangeEvent>();
  readonly #willSave = new EventEmitter<vscode.TextDocumentWillSaveEvent>();
  readonly #didSave = new EventEmitter<vscode.TextDocument>();
  readonly #saving = new Map<OpenDocument, Promise<unknown>>();
  #untitled = 0;
  readonly onDidOpen = this.#opened.event;
  readonly onDidClose = this.#closed.event;
  readonly onDidChange = this.#changed.event;
  readonly onWillSave = this.#willSave.event;
  readonly onDidSave = this.#didSave.event;
  readonly #autoSaves = new Map<OpenDocument, NodeJS.Timeout>();
  /** ms after which what was typed is saved by itself; undefined when it is not. */
  autoSaveDelay: () => number | undefined = () => undefined;
  /** Is told what an edit has deleted, or moved to another place. */
  operated: (from: vscode.Uri, to?: vscode.Uri) => Promise<void> = () => Promise.resolve();
  /** Says what a save failed with. */
  refused: (message: string, retry: () => void) => void = () => undefined;

  constructor(files: Files, manifest: Manifest) {
    this.#files = files;
    for (const { id, extensions = [] } of manifest.contributes.languages ?? [])
      for (const extension of extensions) this.#languageIds.set(extension, id);
    files.onDidChange((events) => {
      for (const { uri, type } of events) if (type === 1) this.reread(uri);
    });
  }

  get all(): readonly vscode.TextDocument[] {
    return [...this.#open.values()].map(({ api }) => api);
  }

  find(uri: vscode.Uri): OpenDocument | undefined {
    return this.#open.get(uri.toString());
  }

  readonly registerContents = (scheme: string, provider: vscode.TextDocumentContentProvider): { dispose(): void } => {
    this.#contents.set(scheme, provider);
    const changes = provider.onDidChange?.((uri) => this.reread(uri));
    return {
      dispose: () => {
        changes?.dispose();
        this.#contents.delete(scheme);
      },
    };
  };

  async open(uri: vscode.Uri): Promise<OpenDocument> {
    const key = uri.toString();
    const known = this.#open.get(key) ?? this.#opening.get(key);
    if (known) return known;
    if (uri.scheme === "untitled") return this.#add(new OpenDocument(this, uri, this.#languageOf(uri), "", true));
    const opening = this.#read(uri).then((text) => this.#add(new OpenDocument(this, uri, this.#languageOf(uri), text)));
    this.#opening.set(key, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(key);
    }
  }

  /** Makes an untitled document. */
  make({ language = "plaintext", content = "" }: { readonly language?: string; readonly content?: string }) {
    this.#untitled += 1;
    const uri = Uri.from({ scheme: "untitled", path: `Untitled-${this.#untitled}` });
    return this.#add(new OpenDocument(this, uri, language, content, true));
  }

  /** Makes the document of an output channel. */
  makeOutput(uri: vscode.Uri, language: string): OpenDocument {
    return this.#add(new OpenDocument(this, uri, language, ""));
  }

  close(document: OpenDocument): void {
    if (!this.#open.delete(document.api.uri.toString())) return;
    document.isClosed = true;
    this.#closed.fire(document.api);
  }

  /** Whether anybody can edit it. */
  isReadonly({ api: { uri } }: OpenDocument): boolean {
    return this.#contents.has(uri.scheme) || uri.scheme === "output" || this.#files.isReadonly(uri);
  }

  /** Saves as the person does it, or by itself, one after the other. @param isForced whether a document that has no changes is saved, too */
  async save(document: OpenDocument, options: { reason?: number; isForced?: boolean } = {}): Promise<boolean> {
    const saving = (this.#saving.get(document) ?? Promise.resolve()).then(() => this.#save(document, options));
    this.#saving.set(
      document,
      saving.catch(() => undefined),
    );
    return saving;
  }

  async #save(document: OpenDocument, { reason = saved.byHand, isForced = false }): Promise<boolean> {
    const { api } = document;
    if (api.isUntitled || this.isReadonly(document)) return false;
    if (!document.isDirty && !isForced) return true;
    const edits: Thenable<unknown>[] = [];
    this.#willSave.fire({ document: api, reason, waitUntil: (edit: Thenable<unknown>) => void edits.push(edit) });
    for (const edit of await Promise.all(edits)) if (Array.isArray(edit)) document.edit(edit as TextEdit[]);
    const { version } = api;
    try {
      // As VS Code, which compares times and sizes.
      const { size } = await this.#files.api.stat(api.uri).then(undefined, () => ({ size: document.savedSize }));
      if (api.uri.scheme === "file" && size !== document.savedSize)
        throw new Error("The content of the file is newer.");
      await this.#files.api.writeFile(api.uri, Buffer.from(api.getText()));
    } catch (error) {
      const name = path.posix.basename(api.uri.path);
      const why = String(error);
      this.refused(`Failed to save '${name}': ${why}`, () => void this.save(document));
      return false;
    }
    // What was changed while it was written is not saved.
    if (api.version === version) document.wasSaved();
    this.#didSave.fire(api);
    return !document.isDirty;
  }

  /** Reads a document's file again, whatever was typed. */
  async revert(document: OpenDocument): Promise<void> {
    const { api } = document;
    try {
      document.reload(api.isUntitled ? "" : await this.#read(api.uri));
    } catch (error) {
      const { cause } = error as Error;
      if (!(cause instanceof FileSystemError) || cause.code !== "FileNotFound") throw error;
      // Of a file that is gone the text stays, and nobody is asked about it any more.
      document.wasSaved();
    }
  }

  /** Reads a document's file again where nobody has typed. */
  reread(uri: vscode.Uri): void {
    const document = this.find(uri);
    if (!document || document.isDirty) return;
    void this.#read(uri).then(
      (text) => {
        if (!document.isClosed && !document.isDirty) document.reload(text);
      },
      () => undefined,
    );
  }

  /** Applies an edit of files and texts. Returns whether it could be applied. */
  async apply(edit: WorkspaceEdit): Promise<boolean> {
    // Why a file cannot be changed is only logged.
    if (!(await this.#applyToFiles(edit).catch(() => false))) return false;
    const texts = edit.entries();
    const documents = await Promise.all(texts.map(([uri]) => this.open(uri))).catch(() => undefined);
    if (!documents || documents.some((document) => this.isReadonly(document))) return false;
    for (const [at, document] of documents.entries()) document.edit(texts[at]?.[1] ?? []);
    return true;
  }

  async #applyToFiles(edit: WorkspaceEdit): Promise<boolean> {
    const files = this.#files.api;
    for (const one of edit.files) {
      const isThere = await files.stat(one.uri).then(
        () => true,
        () => false,
      );
      if (one.kind === "create") {
        const { overwrite = false, ignoreIfExists = false, contents } = one.options ?? {};
        if (isThere && ignoreIfExists) continue;
        if (isThere && !overwrite) return false;
        await files.writeFile(one.uri, contents instanceof Uint8Array ? contents : new Uint8Array());
      } else if (one.kind === "delete") {
        if (!isThere && one.options?.ignoreIfNotExists !== true) return false;
        if (isThere) await files.delete(one.uri, { recursive: one.options?.recursive ?? false });
        await this.operated(one.uri);
      } else {
        await files.rename(one.uri, one.to, { overwrite: one.options?.overwrite ?? false });
        await this.operated(one.uri, one.to);
      }
    }
    return true;
  }

  tellChanged(
    open: OpenDocument,
    contentChanges: readonly vscode.TextDocumentContentChangeEvent[],
    reason: vscode.TextDocumentChangeReason | undefined,
  ): void {
    const { api: document } = open;
    this.#changed.fire({ document, contentChanges, reason });
    const delay = this.autoSaveDelay();
    if (delay === undefined || contentChanges.length === 0) return;
    clearTimeout(this.#autoSaves.get(open));
    this.#autoSaves.set(
      open,
      setTimeout(
        () => void (open.isDirty && !document.isUntitled && this.save(open, { reason: saved.byItself })),
        delay,
      ),
    );
  }

  /** VS Code tells of a change without changes when only the state of a document is another. */
  tellDirty({ api: document }: OpenDocument): void {
    this.#changed.fire({ document, contentChanges: [], reason: undefined });
  }

  #add(document: OpenDocument): OpenDocument {
    this.#open.set(document.api.uri.toString(), document);
    this.#opened.fire(document.api);
    return document;
  }

  async #read(uri: vscode.Uri): Promise<string> {
    const contents = this.#contents.get(uri.scheme);
    if (contents) {
      const token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter<unknown>().event };
      return (await contents.provideTextDocumentContent(uri, token)) ?? "";
    }
    if (!this.#files.has(uri.scheme)) throw new Error(`cannot open ${uri.toString()}`);
    const bytes = await this.#files.api.readFile(uri).then(undefined, (error: unknown) => {
      const reason = error instanceof FileSystemError ? `Detail: ${error.message}` : String(error);
      throw new Error(`cannot open ${uri.toString()}. ${reason}`, { cause: error });
    });
    if (bytes.subarray(0, 512).includes(0)) throw new BinaryFile(uri);
    return Buffer.from(bytes)
      .toString("utf8")
      .replace(/^\ufeff/, "");
  }

  #languageOf(uri: vscode.Uri): string {
    const name = path.posix.basename(uri.path);
    for (let at = name.indexOf("."); at !== -1; at = name.indexOf(".", at + 1)) {
      const found = this.#languageIds.get(name.slice(at).toLowerCase());
      if (found !== undefined) return found;
    }
    return "plaintext";
  }
}
