/** Files: those on disk and those of the extension's file systems, and what watches them. */
import { type FSWatcher, existsSync, readdirSync, watch } from "node:fs";
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type * as vscode from "vscode";
import { Disposable, EventEmitter } from "./events.ts";
import { FileSystemError, Uri } from "./values.ts";

/** VS Code's FileType. */
const types = { unknown: 0, file: 1, directory: 2, link: 64 } as const;

interface Registered {
  readonly provider: vscode.FileSystemProvider;
  readonly isReadonly: boolean | vscode.MarkdownString | undefined;
  readonly isCaseSensitive: boolean | undefined;
}

/** ms for which changes on disk are collected, as VS Code does. */
const collecting = 75;

const errorOf = (error: unknown, uri: vscode.Uri): unknown => {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return FileSystemError.FileNotFound(uri);
    case "ENOTDIR":
      return FileSystemError.FileNotADirectory(uri);
    case "EISDIR":
      return FileSystemError.FileIsADirectory(uri);
    case "EEXIST":
      return FileSystemError.FileExists(uri);
    case "EACCES":
    case "EPERM":
      return FileSystemError.NoPermissions(uri);
    default:
      return error;
  }
};

/** Files on disk as a file system of VS Code's. */
const disk = {
  async stat({ fsPath }: vscode.Uri) {
    const { mtimeMs, birthtimeMs, size, ...kind } = await stat(fsPath).then((stats) => ({
      mtimeMs: stats.mtimeMs,
      birthtimeMs: stats.birthtimeMs,
      size: stats.size,
      isFile: stats.isFile(),
      isDirectory: stats.isDirectory(),
    }));
    const type = kind.isFile ? types.file : kind.isDirectory ? types.directory : types.unknown;
    return { type, mtime: mtimeMs, ctime: birthtimeMs, size };
  },
  async readDirectory({ fsPath }: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const entries = await readdir(fsPath, { withFileTypes: true });
    return entries.map((entry) => [
      entry.name,
      entry.isDirectory() ? types.directory : entry.isFile() ? types.file : entry.isSymbolicLink() ? types.link : 0,
    ]);
  },
  createDirectory: async ({ fsPath }: vscode.Uri) => void (await mkdir(fsPath, { recursive: true })),
  readFile: ({ fsPath }: vscode.Uri) => readFile(fsPath) as Promise<Uint8Array>,
  async writeFile({ fsPath }: vscode.Uri, content: Uint8Array) {
    await mkdir(path.dirname(fsPath), { recursive: true });
    await writeFile(fsPath, content);
  },
  delete: ({ fsPath }: vscode.Uri, { recursive = false }) => rm(fsPath, { recursive }),
  async rename({ fsPath }: vscode.Uri, to: vscode.Uri, { overwrite = false }) {
    if (!overwrite && existsSync(to.fsPath)) throw FileSystemError.FileExists(to);
    await rename(fsPath, to.fsPath);
  },
  async copy({ fsPath }: vscode.Uri, to: vscode.Uri, { overwrite = false }) {
    if (!overwrite && existsSync(to.fsPath)) throw FileSystemError.FileExists(to);
    await copyFile(fsPath, to.fsPath);
  },
};

export class Files {
  readonly #providers = new Map<string, Registered>();
  readonly #changed = new EventEmitter<readonly vscode.FileChangeEvent[]>();
  readonly #watchers = new Set<Disposable>();
  /** Fires with changes that file systems of the extension report. */
  readonly onDidChange = this.#changed.event;

  /** Whether a file can be written. */
  isReadonly(uri: vscode.Uri): boolean {
    return Boolean(this.#providers.get(uri.scheme)?.isReadonly);
  }

  has(scheme: string): boolean {
    return scheme === "file" || this.#providers.has(scheme);
  }

  readonly register = (
    scheme: string,
    provider: vscode.FileSystemProvider,
    options: { readonly isReadonly?: boolean | vscode.MarkdownString; readonly isCaseSensitive?: boolean } = {},
  ): vscode.Disposable => {
    if (this.has(scheme)) throw new Error(`a provider for the scheme '${scheme}' is already registered`);
    const { isReadonly, isCaseSensitive } = options;
    this.#providers.set(scheme, { provider, isReadonly, isCaseSensitive });
    const changes = provider.onDidChangeFile((events) => this.#changed.fire(events));
    return Disposable.from(changes, new Disposable(() => this.#providers.delete(scheme)));
  };

  async #with<T>(uri: vscode.Uri, act: (files: vscode.FileSystemProvider) => T | Thenable<T>): Promise<T> {
    const provider = uri.scheme === "file" ? disk : this.#providers.get(uri.scheme)?.provider;
    if (!provider) throw FileSystemError.Unavailable(`No file system provider found for ${uri.toString()}`);
    try {
      return await act(provider as vscode.FileSystemProvider);
    } catch (error) {
      throw errorOf(error, uri);
    }
  }

  #write<T>(uri: vscode.Uri, act: (files: vscode.FileSystemProvider) => T | Thenable<T>): Promise<T> {
    if (this.isReadonly(uri)) return Promise.reject(FileSystemError.NoPermissions(uri));
    return this.#with(uri, act);
  }

  readonly api: typeof vscode.workspace.fs = {
    stat: (uri) => this.#with(uri, (files) => files.stat(uri)),
    readDirectory: (uri) => this.#with(uri, (files) => files.readDirectory(uri)),
    createDirectory: (uri) => this.#write(uri, (files) => files.createDirectory(uri)),
    readFile: (uri) => this.#with(uri, (files) => files.readFile(uri)),
    writeFile: (uri, content) =>
      this.#write(uri, (files) => files.writeFile(uri, content, { create: true, overwrite: true })),
    delete: (uri, { recursive = false } = {}) => this.#write(uri, (files) => files.delete(uri, { recursive })),
    rename: (uri, to, { overwrite = false } = {}) => this.#write(uri, (files) => files.rename(uri, to, { overwrite })),
    copy: (uri, to, { overwrite = false } = {}) =>
      this.#with(uri, async (files) => {
        if (uri.scheme === to.scheme && files.copy) return files.copy(uri, to, { overwrite });
        await this.api.writeFile(to, await files.readFile(uri));
      }),
    isWritableFileSystem: (scheme) => {
      if (scheme === "file") return true;
      const known = this.#providers.get(scheme);
      return known && !known.isReadonly;
    },
  };

  /** Watches files on disk; those of other file systems report their changes themselves. */
  watch(base: string, glob: string): vscode.FileSystemWatcher {
    const [changed, created, deleted] = [
      new EventEmitter<vscode.Uri>(),
      new EventEmitter<vscode.Uri>(),
      new EventEmitter<vscode.Uri>(),
    ];
    const isMeant = (name: string): boolean => path.matchesGlob(name, glob);
    const waiting = new Set<string>();
    const known = new Set<string>();
    let timer: NodeJS.Timeout | undefined;
    const tell = async (): Promise<void> => {
      timer = undefined;
      const names = [...waiting];
      waiting.clear();
      for (const name of names) {
        const file = path.join(base, name);
        const isThere = await open(file).then(
          (one) => one.close().then(() => true),
          () => false,
        );
        (isThere ? (known.has(name) ? changed : created) : deleted).fire(Uri.file(file));
        if (isThere) known.add(name);
        else known.delete(name);
      }
    };
    let watcher: FSWatcher | undefined;
    try {
      for (const name of readdirSync(base, { recursive: true, encoding: "utf8" })) if (isMeant(name)) known.add(name);
      watcher = watch(base, { recursive: true, persistent: false }, (_kind, name) => {
        if (name === null || !isMeant(name)) return;
        waiting.add(name);
        timer ??= setTimeout(() => void tell(), collecting);
      });
      watcher.on("error", () => undefined);
    } catch {
      // There is no such folder.
    }
    const ended = new Disposable(() => {
      clearTimeout(timer);
      watcher?.close();
      this.#watchers.delete(ended);
    });
    this.#watchers.add(ended);
    return {
      ignoreChangeEvents: false,
      ignoreCreateEvents: false,
      ignoreDeleteEvents: false,
      onDidChange: changed.event,
      onDidCreate: created.event,
      onDidDelete: deleted.event,
      dispose: () => ended.dispose(),
    };
  }

  dispose(): void {
    for (const one of this.#watchers) one.dispose();
  }
}
