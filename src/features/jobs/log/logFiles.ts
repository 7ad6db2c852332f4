import {
  FileChangeType,
  FileSystemError,
  type FileStat,
  l10n,
  languages,
  type TextDocument,
  Uri,
  workspace,
} from "vscode";
import { abortable } from "../../../api/abortable.ts";
import { LOG_SCHEME } from "../../../core/addresses/schemes.ts";
import { DisposableStore } from "../../../core/base/disposable.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { FilesChanged, FileWork } from "../../../core/lazy/lazyFiles.ts";
import { logAddress, jobOf, logParts, readLogQuery } from "../../../core/logText/address.ts";
import { errorKind } from "../../../core/logText/errorKind.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { unavailable } from "../../../core/ui/unavailable.ts";
import type { LogPainter } from "./decorations.ts";
import { EndFollower } from "./endFollower.ts";
import type { JobChannels } from "./jobChannels.ts";
import { LogDocument } from "./logDocument.ts";
import { LogFolding } from "./logFolding.ts";
import { LogLenses } from "./logLenses.ts";
import { LogOutline } from "./logOutline.ts";
import type { OpenLog } from "./openLog.ts";

/** The logs open as documents. Each is read once, followed while its job runs, and dropped when its document closes. */
export class LogFiles implements FileWork {
  private readonly channels: JobChannels;
  private readonly painter: LogPainter;
  private readonly changed: FilesChanged;
  private readonly owned = new DisposableStore();
  /** Number of callers waiting for a log. */
  private readonly waiting = new Map<string, number>();
  private readonly open = new Map<string, { readonly document: LogDocument; readonly owned: DisposableStore }>();

  constructor(channels: JobChannels, changed: FilesChanged) {
    this.channels = channels;
    this.painter = channels.painter;
    this.changed = changed;
    const selector = { scheme: LOG_SCHEME };
    this.owned.add(languages.registerFoldingRangeProvider(selector, new LogFolding(this)));
    this.owned.add(languages.registerDocumentSymbolProvider(selector, new LogOutline(this)));
    this.owned.add(languages.registerCodeLensProvider(selector, new LogLenses(this)));
    this.owned.add(new EndFollower((uri) => uri.scheme === LOG_SCHEME && this.open.has(uri.toString())));
    this.owned.add(
      // Also fires when only the language of a document changes.
      workspace.onDidCloseTextDocument(({ uri, isClosed }) => {
        if (isClosed) this.forget(uri);
      }),
    );
  }

  /**
   * Reads a job's log, unless it is open and complete.
   * @returns the URI of its document
   * @throws UserError when the job has none; ApiError; CancelledError
   */
  async load(ref: JobRef, signal: AbortSignal): Promise<Uri> {
    const uri = Uri.from({ scheme: LOG_SCHEME, ...logParts(logAddress(ref)) });
    const key = uri.toString();
    const broken = this.open.get(key)?.document.broken === true;
    if (broken) this.forget(uri);
    this.waiting.set(key, (this.waiting.get(key) ?? 0) + 1);
    try {
      await abortable(this.read(uri, ref), signal);
    } finally {
      const others = (this.waiting.get(key) ?? 0) - 1;
      if (others > 0) this.waiting.set(key, others);
      else this.waiting.delete(key);
      // Other callers keep waiting.
      if (signal.aborted && others <= 0) this.forget(uri);
    }
    if (broken) this.changed([{ type: FileChangeType.Changed, uri }]);
    return uri;
  }

  /** Returns the log of an open document; undefined if it is not loaded. */
  async of({ uri }: Pick<TextDocument, "uri">): Promise<OpenLog | undefined> {
    const document = this.open.get(uri.toString())?.document;
    return document && { document, snapshot: await document.load() };
  }

  async stat(uri: Uri): Promise<FileStat> {
    return (await this.documentFor(uri)).stat();
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.documentFor(uri)).read();
  }

  dispose(): void {
    for (const { owned } of this.open.values()) owned.dispose();
    this.open.clear();
    this.owned.dispose();
  }

  /** Returns a document, with errors that the editor shows. */
  private async documentFor(uri: Uri): Promise<LogDocument> {
    const address = readLogQuery(uri);
    if (!address) throw FileSystemError.FileNotFound(uri);
    try {
      return await this.read(uri, jobOf(address));
    } catch (error) {
      if (errorKind(error) === "notFound") throw FileSystemError.FileNotFound(describeError(error).message);
      throw unavailable(describeError(error).message);
    }
  }

  private async read(uri: Uri, ref: JobRef): Promise<LogDocument> {
    const key = uri.toString();
    const open = this.open.get(key)?.document;
    const document = open ?? this.create(uri, ref);
    try {
      await document.load();
    } catch (error) {
      // The next call starts again.
      this.forget(uri);
      throw error;
    }
    const name = plainText(ref.job.name, 80);
    if (document.gone) {
      this.forget(uri);
      throw new UserError(l10n.t("Job {0} #{1} was deleted, or your account cannot see it.", name, ref.job.id));
    }
    // A log that was erased while open stays open.
    if (open || !document.empty) return document;
    this.forget(uri);
    throw new UserError(l10n.t("Job {0} #{1} has no log.", name, ref.job.id));
  }

  private create(uri: Uri, ref: JobRef): LogDocument {
    const owned = new DisposableStore();
    const document = owned.add(
      new LogDocument({
        ref,
        uri,
        logs: this.channels.options,
        wake: this.channels.wake.event,
        changed: this.changed,
        onRefreshed: () => this.painter.repaint(),
      }),
    );
    owned.add(this.painter.addDocument(uri, document));
    this.open.set(uri.toString(), { document, owned });
    return document;
  }

  private forget(uri: Uri): void {
    const key = uri.toString();
    this.open.get(key)?.owned.dispose();
    this.open.delete(key);
  }
}
