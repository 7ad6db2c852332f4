import { FileChangeType, FilePermission, type FileStat, FileType, type Uri, window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import type { FilesChanged } from "../../../core/lazy/lazyFiles.ts";
import type { LogSnapshot } from "../../../core/logText/logSnapshot.ts";
import type { LogText } from "../../../core/logText/logText.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { AccountGuard } from "./accountGuard.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { LogLines } from "./decorations.ts";
import { isFinalStatus } from "./follow.ts";
import { jobTrace } from "./jobTrace.ts";
import { LogFeed } from "./logFeed.ts";
import { noticesOf } from "./logNotices.ts";
import type { JobLogsOptions } from "./options.ts";
import { RefreshSchedule } from "./refreshSchedule.ts";

export interface LogDocumentOptions {
  readonly ref: JobRef;
  readonly uri: Uri;
  readonly logs: JobLogsOptions;
  readonly wake: Event<unknown>;
  /** Called when the document must be read again. */
  readonly changed: FilesChanged;
  /** Called when colors or times changed. */
  readonly onRefreshed: () => void;
}

/** The log of one job as a document, updated while the job runs. */
export class LogDocument implements Disposable, LogLines {
  readonly ref: JobRef;
  private readonly options: LogDocumentOptions;
  private readonly owned = new DisposableStore();
  private readonly clock: Clock;
  private readonly feed: LogFeed;
  private readonly refreshSchedule = new RefreshSchedule();
  private snapshot: LogSnapshot | undefined;
  /** What the snapshot was made from: a log written anew may be as long as the one before. */
  private shown: LogText | undefined;
  private head = Buffer.alloc(0);
  private headLines = 0;
  private mtime = 0;
  private isBroken = false;
  readonly colors = { at: (line: number) => this.snapshot?.colorsAt(line) };

  constructor(options: LogDocumentOptions) {
    this.options = options;
    this.ref = options.ref;
    const { ref, logs } = options;
    const { silentUntil } = logs;
    this.clock = logs.clock ?? systemClock;
    const wake = this.owned.add(new Emitter<void>());
    this.owned.add(options.wake(() => wake.fire()));
    let visible = this.visible;
    this.owned.add(
      window.onDidChangeVisibleTextEditors(() => {
        if (this.visible === visible) return;
        visible = this.visible;
        if (!visible) return;
        this.refreshIfDue();
        wake.fire();
      }),
    );
    const host = new AccountGuard({
      ref,
      client: () => logs.clientFor(ref),
      account: () => (logs.accountFor ?? logs.clientFor)(ref),
    });
    this.feed = this.owned.add(
      new LogFeed({
        ...jobTrace(host, ref),
        // Background documents are polled less often.
        focused: () => window.state.focused && this.visible,
        ...(silentUntil && { silentUntil: () => silentUntil(ref.instance) }),
        wake: wake.event,
        clock: this.clock,
        onRead: () => this.refreshIfDue(),
        onReset: () => this.refreshSchedule.reset(),
        onEnded: (error) => this.ended(error),
      }),
    );
  }

  /**
   * Returns the current log after the first read.
   * @throws ApiError, UserError, CancelledError when it cannot be read
   */
  async load(): Promise<LogSnapshot> {
    await this.feed.loaded;
    return this.snapshot ?? this.refresh();
  }

  /** Returns whether the job is over without output, so there is no log. */
  get empty(): boolean {
    return this.snapshot?.lines === 0 && isFinalStatus(this.feed.job?.status ?? "");
  }

  /** Returns whether the host has no such job, or none that this account may see. */
  get gone(): boolean {
    return this.snapshot?.lines === 0 && this.feed.job === undefined;
  }

  /** Returns whether reading failed, so the log may be incomplete. */
  get broken(): boolean {
    return this.isBroken;
  }

  get lines(): number {
    return this.snapshot ? this.snapshot.firstLine + this.snapshot.lines : 0;
  }

  get base(): number {
    return (this.snapshot?.firstLine ?? 0) - this.headLines;
  }

  /** Returns the number of notice lines above the log. */
  get notices(): number {
    return this.headLines;
  }

  get timed(): boolean {
    return this.snapshot?.timed === true;
  }

  timeAt(line: number): number | undefined {
    return this.snapshot?.timeAt(line);
  }

  async stat(): Promise<FileStat> {
    const { bytes } = await this.load();
    return {
      type: FileType.File,
      ctime: 0,
      mtime: this.mtime,
      size: this.head.length + bytes,
      permissions: FilePermission.Readonly,
    };
  }

  /** Returns the document's text in UTF-8. */
  async read(): Promise<Uint8Array> {
    const snapshot = await this.load();
    return snapshot.text(this.head);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private get visible(): boolean {
    const shown = this.options.uri.toString();
    return window.visibleTextEditors.some(({ document }) => document.uri.toString() === shown);
  }

  private refreshIfDue(): void {
    const { text } = this.feed;
    if (!this.snapshot || (text === this.shown && text.read === this.snapshot.read)) return;
    if (this.refreshSchedule.isDue(text.bytes, this.clock.now(), this.visible)) this.announceRefresh();
  }

  private ended(error: unknown): void {
    const before = this.snapshot;
    this.isBroken = error !== undefined;
    if (!before) return;
    const { text } = this.feed;
    const now = text.snapshot();
    // Completing the last line is no reason to transfer the whole document again.
    const isSame = text === this.shown && now.read === before.read && now.lines === before.lines;
    if (error === undefined && isSame) return;
    this.announceRefresh(error);
  }

  private announceRefresh(error?: unknown): void {
    this.refresh(error);
    this.options.changed([{ type: FileChangeType.Changed, uri: this.options.uri }]);
    this.options.onRefreshed();
  }

  private refresh(error?: unknown): LogSnapshot {
    const { text } = this.feed;
    const snapshot = text.snapshot();
    const notices = noticesOf(snapshot, this.feed.job, error);
    this.head = Buffer.from(notices.length > 0 ? `${notices.join("\n")}\n\n` : "");
    this.headLines = this.head.filter((byte) => byte === 10).length;
    this.mtime = Math.max(Date.now(), this.mtime + 1);
    this.refreshSchedule.done(snapshot.bytes, this.clock.now());
    this.shown = text;
    return (this.snapshot = snapshot);
  }
}
