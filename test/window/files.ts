/** Files: those on disk and those of the extension's file systems, and what watches them. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type FSWatcher, watch } from "chokidar";
import type * as vscode from "vscode";
import { Disposable, EventEmitter } from "./events.ts";
import { isMatch } from "./globs.ts";
import { FileSystemError, Uri } from "./values.ts";

/** VS Code's FileType. */
const types = { unknown: 0, file: 1, directory: 2, link: 64 } as const;

interface Registered {
  readonly provider: vscode.FileSystemProvider;
  readonly isReadonly: boolean | vscode.MarkdownString | undefined;
  readonly isCaseSensitive: boolean | undefined;
}

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
    // At once: who reads it meanwhile, as a document does after an earlier change, would find it empty.
    writeFileSync(fsPath, content);
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
  /** By the folder that each watches. */
  readonly #disks = new Map<string, { readonly watcher: FSWatcher; readonly ready: Promise<void> }>();
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
    const emitters = {
      add: new EventEmitter<vscode.Uri>(),
      change: new EventEmitter<vscode.Uri>(),
      unlink: new EventEmitter<vscode.Uri>(),
    };
    const hear = (kind: string, file: string): void => {
      if (kind in emitters && isMatch(path.relative(base, file), glob))
        emitters[kind as keyof typeof emitters].fire(Uri.file(file));
    };
    const disk = this.#diskAt(base).on("all", hear);
    return {
      ignoreChangeEvents: false,
      ignoreCreateEvents: false,
      ignoreDeleteEvents: false,
      onDidChange: emitters.change.event,
      onDidCreate: emitters.add.event,
      onDidDelete: emitters.unlink.event,
      dispose: () => void disk.off("all", hear),
    };
  }

  /** Resolves once everything that is watched is known. */
  async watching(): Promise<void> {
    await Promise.all([...this.#disks.values()].map(({ ready }) => ready));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#disks.values()].map(({ watcher }) => watcher.close()));
  }

  /** What watches a folder: that of a folder above it, where there is one. */
  #diskAt(base: string): FSWatcher {
    for (const [folder, { watcher }] of this.#disks) if (`${base}/`.startsWith(`${folder}/`)) return watcher;
    const watcher = watch(base, { ignoreInitial: true, atomic: false, ignored: /\/\.git\/objects\// });
    const known = new Set(existsSync(base) ? readdirSync(base, { recursive: true, encoding: "utf8" }) : []);
    const ready = new Promise<void>((resolve) => {
      watcher.once("ready", () => {
        // What came while it looked around.
        for (const [folder, names] of Object.entries(watcher.getWatched()))
          for (const name of names) {
            const file = path.join(folder, name);
            if (!known.has(path.relative(base, file)) && file.startsWith(`${base}/`)) watcher.emit("all", "add", file);
          }
        resolve();
      });
    });
    this.#disks.set(base, { watcher, ready });
    return watcher;
  }
}
