import {
  EventEmitter,
  type FileChangeEvent,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  type FileType,
  type Uri,
  workspace,
} from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { onceLoaded } from "../base/onceLoaded.ts";

/** The operations of a file system. Operations that are left out are refused. Errors are `FileSystemError`s, whose messages VS Code shows. */
export interface FileWork {
  stat(uri: Uri, signal: AbortSignal): Promise<FileStat>;
  readFile(uri: Uri, signal: AbortSignal): Promise<Uint8Array>;
  readDirectory?(uri: Uri, signal: AbortSignal): Promise<[name: string, type: FileType][]>;
  writeFile?(
    uri: Uri,
    content: Uint8Array,
    options: { readonly create: boolean; readonly overwrite: boolean },
    signal: AbortSignal,
  ): Promise<void>;
  createDirectory?(uri: Uri, signal: AbortSignal): Promise<void>;
  delete?(uri: Uri, options: { readonly recursive: boolean }, signal: AbortSignal): Promise<void>;
  rename?(from: Uri, to: Uri, options: { readonly overwrite: boolean }, signal: AbortSignal): Promise<void>;
  dispose?(): void;
}

/** Tells VS Code that files have changed. */
export type FilesChanged = (events: FileChangeEvent[]) => void;

export interface LazyFilesOptions {
  /** Nothing can be written. */
  readonly readonly?: boolean;
  /** Operations wait for it: after a reload, VS Code opens documents before the sessions are read. */
  readonly ready?: Promise<unknown>;
}

/** A file system for one of our schemes; its code is loaded with the first operation. Its signals abort when the extension is deactivated. */
export class LazyFiles<W extends FileWork> implements FileSystemProvider, Disposable {
  private readonly owned = new DisposableStore();
  private readonly stopping = new AbortController();
  private readonly changed = this.owned.add(new EventEmitter<FileChangeEvent[]>());
  readonly onDidChangeFile = this.changed.event;
  /** Loads the implementation. */
  readonly load: () => Promise<W>;

  constructor(
    scheme: string,
    make: (changed: FilesChanged) => Promise<W>,
    { readonly: isReadonly = false, ready }: LazyFilesOptions = {},
  ) {
    this.load = onceLoaded(async () => {
      await ready;
      const work = await make((events) => this.changed.fire(events));
      return this.owned.add({ work, dispose: () => work.dispose?.() }).work;
    });
    this.owned.add(workspace.registerFileSystemProvider(scheme, this, { isReadonly, isCaseSensitive: true }));
  }

  async stat(uri: Uri): Promise<FileStat> {
    return (await this.load()).stat(uri, this.stopping.signal);
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.load()).readFile(uri, this.stopping.signal);
  }

  async readDirectory(uri: Uri): Promise<[string, FileType][]> {
    const work = await this.load();
    if (!work.readDirectory) throw FileSystemError.FileNotADirectory(uri);
    return work.readDirectory(uri, this.stopping.signal);
  }

  async writeFile(
    uri: Uri,
    content: Uint8Array,
    options: { readonly create: boolean; readonly overwrite: boolean },
  ): Promise<void> {
    const work = await this.load();
    if (!work.writeFile) throw FileSystemError.NoPermissions(uri);
    await work.writeFile(uri, content, options, this.stopping.signal);
  }

  async createDirectory(uri: Uri): Promise<void> {
    const work = await this.load();
    if (!work.createDirectory) throw FileSystemError.NoPermissions(uri);
    await work.createDirectory(uri, this.stopping.signal);
  }

  async delete(uri: Uri, options: { readonly recursive: boolean }): Promise<void> {
    const work = await this.load();
    if (!work.delete) throw FileSystemError.NoPermissions(uri);
    await work.delete(uri, options, this.stopping.signal);
  }

  async rename(from: Uri, to: Uri, options: { readonly overwrite: boolean }): Promise<void> {
    const work = await this.load();
    if (!work.rename) throw FileSystemError.NoPermissions(from);
    await work.rename(from, to, options, this.stopping.signal);
  }

  /** Does nothing: the file system itself announces all changes. */
  watch(): Disposable {
    return { dispose: () => undefined };
  }

  dispose(): void {
    this.stopping.abort();
    this.owned.dispose();
  }
}
