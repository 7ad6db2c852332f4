import { EventEmitter, type FileChangeEvent, type FileStat, FileSystemError, type FileSystemProvider, type Uri, workspace } from "vscode";
import type { App } from "../app.ts";
import { type Disposable, DisposableStore } from "../disposable.ts";
import type { Descriptions } from "./descriptions.ts";

/** Scheme of descriptions that are being edited. */
export const DESCRIPTION_SCHEME = "forgeline-edit";

/** Descriptions of merge requests as documents: saving one sends it. What does the work is loaded with the first one. */
export class DescriptionFiles implements FileSystemProvider, Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new EventEmitter<FileChangeEvent[]>());
  readonly onDidChangeFile = this.changed.event;
  private readonly app: Pick<App, "connections" | "changes" | "memory" | "report" | "texts">;
  private work: Promise<Descriptions> | undefined;

  constructor(app: DescriptionFiles["app"]) {
    this.app = app;
    this.owned.add(workspace.registerFileSystemProvider(DESCRIPTION_SCHEME, this, { isCaseSensitive: true }));
  }

  /** What does the work. */
  load(): Promise<Descriptions> {
    return (this.work ??= import("./descriptions.ts").then(({ Descriptions: Work }) => this.owned.add(new Work(this.app, this.changed))));
  }

  async stat(uri: Uri): Promise<FileStat> {
    return (await this.load()).stat(uri);
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.load()).read(uri);
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    await (await this.load()).write(uri, content);
  }

  watch(): Disposable {
    return { dispose: () => undefined };
  }

  readDirectory(uri: Uri): never {
    throw FileSystemError.FileNotADirectory(uri);
  }
  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }
  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }
  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.owned.dispose();
  }
}
