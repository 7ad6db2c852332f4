import { EventEmitter, type FileChangeEvent, type FileStat, FileSystemError, type FileSystemProvider, FilePermission, FileType, type Uri, workspace } from "vscode";
import type { App } from "../app.ts";
import { type Disposable, DisposableStore } from "../disposable.ts";
import { FILE_SCHEME } from "./fileAddress.ts";
import type { FileContents } from "./fileContents.ts";

/** Files at a branch, tag or commit as documents that cannot be written. What reads them is loaded with the first one. */
export class HostFiles implements FileSystemProvider, Disposable {
  private readonly owned = new DisposableStore();
  private readonly stopping = new AbortController();
  private readonly changed = this.owned.add(new EventEmitter<FileChangeEvent[]>());
  readonly onDidChangeFile = this.changed.event;
  private readonly app: App;
  private reading: Promise<FileContents> | undefined;

  constructor(app: App) {
    this.app = app;
    this.owned.add(workspace.registerFileSystemProvider(FILE_SCHEME, this, { isReadonly: true, isCaseSensitive: true }));
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { size, version } = await (await this.contents()).facts(uri, this.stopping.signal);
    // The editor takes a file of another time for a changed one, so the time is made of the version.
    return { type: FileType.File, ctime: 0, mtime: Number.parseInt(version.slice(0, 11), 16) || 0, size, permissions: FilePermission.Readonly };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.contents()).bytes(uri, this.stopping.signal);
  }

  /** Commits do not change, and branches are asked again with each opening. */
  watch(): Disposable {
    return { dispose: () => undefined };
  }

  readDirectory(uri: Uri): never {
    throw FileSystemError.FileNotADirectory(uri);
  }
  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }
  writeFile(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }
  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }
  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.stopping.abort();
    this.owned.dispose();
  }

  private contents(): Promise<FileContents> {
    return (this.reading ??= import("./fileContents.ts").then(({ FileContents }) => new FileContents(this.app)));
  }
}
