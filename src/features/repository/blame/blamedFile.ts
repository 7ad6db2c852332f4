import { ApiError, type ApiErrorKind } from "../../../api/errors.ts";
import type { BlameCommit, BlameRange } from "../../../api/resources/repositoryFileTypes.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import { type LineRange, LineSet, nextRequest, overlap } from "./lineRanges.ts";

/** A line of the file and the commit that last changed it. */
export interface BlamedLine {
  readonly commit: BlameCommit;
  readonly text: string;
}

export interface BlamedFileOptions {
  /** Lines of the file at its commit. */
  readonly lineCount: number;
  readonly read: (range: LineRange, signal: AbortSignal) => Promise<readonly BlameRange[]>;
  /** Called with errors other than a missing file, for the log. */
  readonly onError: (error: unknown) => void;
  /** End of the host's rate limit, in milliseconds since the epoch. */
  readonly limitedUntil: () => number | undefined;
  readonly now: () => number;
  readonly later: (task: () => void, ms: number) => Disposable;
}

/** Milliseconds to wait after a transient error; the next event then sends a request again. */
const pause = 30_000;
const transient: ReadonlySet<ApiErrorKind> = new Set(["network", "timeout", "server", "cancelled"]);

/**
 * Blame of one file at one commit, loaded for the lines that readers show. Requests one range at a time, and cancels a
 * request once no reader shows any of its lines. Loaded lines are kept.
 */
export class BlamedFile implements Disposable {
  private readonly loaded = new Emitter<undefined>();
  readonly onDidLoad: Event<undefined> = this.loaded.event;

  private readonly options: BlamedFileOptions;
  private readonly known = new LineSet();
  private readonly lines = new Map<number, BlamedLine>();
  private readonly commits = new Map<string, BlameCommit>();
  private readonly shownLines = new Map<object, readonly LineRange[]>();
  private pending: { readonly range: LineRange; readonly abort: AbortController } | undefined;
  private limitedUntil = 0;
  private blockedUntil = 0;
  private retryTimer: Disposable | undefined;

  constructor(options: BlamedFileOptions) {
    this.options = options;
  }

  /** Returns the blame of a line, counted from 1; undefined unless loaded. */
  at(line: number): BlamedLine | undefined {
    return this.lines.get(line);
  }

  /** Replaces the lines that a reader shows; an empty list removes the reader. */
  setShownLines(reader: object, ranges: readonly LineRange[]): void {
    if (ranges.length === 0) this.shownLines.delete(reader);
    else this.shownLines.set(reader, ranges);
    const { pending } = this;
    if (pending && !this.wanted.some((range) => overlap(range, pending.range))) this.cancel();
    this.requestNext();
  }

  get isShown(): boolean {
    return this.shownLines.size > 0;
  }

  /** Cancels the request and removes the readers; new ones may still be added. */
  dispose(): void {
    this.shownLines.clear();
    this.cancel();
    this.retryTimer?.dispose();
    this.retryTimer = undefined;
  }

  private get wanted(): LineRange[] {
    return [...this.shownLines.values()].flat();
  }

  private cancel(): void {
    this.pending?.abort.abort();
    this.pending = undefined;
  }

  private requestNext(): void {
    if (this.pending !== undefined) return;
    const range = nextRequest(this.known, this.wanted, this.options.lineCount);
    if (range === undefined) return;
    const { now, later, limitedUntil } = this.options;
    const until = Math.max(this.limitedUntil, limitedUntil() ?? 0);
    if (until > now()) this.retryTimer ??= later(() => this.retry(), until - now() + 1);
    else if (this.blockedUntil <= now()) void this.request(range);
  }

  private retry(): void {
    this.retryTimer = undefined;
    this.requestNext();
  }

  private async request(range: LineRange): Promise<void> {
    const pending = { range, abort: new AbortController() };
    this.pending = pending;
    try {
      const blamed = await this.options.read(range, pending.abort.signal);
      if (this.pending !== pending) return;
      this.keep(range, blamed);
    } catch (error) {
      if (this.pending !== pending) return;
      this.fail(error);
    }
    this.pending = undefined;
    this.loaded.fire(undefined);
    this.requestNext();
  }

  private keep(range: LineRange, blamed: readonly BlameRange[]): void {
    let line = range.start;
    for (const { commit, lines } of blamed) {
      const kept = this.commits.get(commit.id) ?? commit;
      this.commits.set(commit.id, kept);
      for (const text of lines) {
        if (line <= range.end) this.lines.set(line, { commit: kept, text });
        line += 1;
      }
    }
    this.known.add(range);
  }

  /** Blocks further requests: for good if the file is missing or forbidden, else for a while. */
  private fail(error: unknown): void {
    const { now, onError } = this.options;
    const kind = error instanceof ApiError ? error.kind : undefined;
    if (error instanceof ApiError && kind === "rateLimited") this.limitedUntil = error.retryAt ?? now() + pause;
    else this.blockedUntil = kind === undefined || transient.has(kind) ? now() + pause : Infinity;
    if (kind !== "notFound") onError(error);
  }
}
