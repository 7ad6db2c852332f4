import { ApiError, type ApiErrorKind } from "../../../api/errors.ts";
import type { BlameCommit, BlameRange } from "../../../api/resources/repositoryFileTypes.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import { type LineRange, LineSet, nextRequest, overlap } from "./lineRanges.ts";

/** Where a line comes from. */
export interface BlamedLine {
  readonly commit: BlameCommit;
  readonly text: string;
}

export interface BlamedFileOptions {
  /** Lines of the file at its commit. */
  readonly lineCount: number;
  readonly read: (range: LineRange, signal: AbortSignal) => Promise<readonly BlameRange[]>;
  /** Hears of errors that are no answer: nobody is told but the log. */
  readonly onError: (error: unknown) => void;
  /** Until when (milliseconds since the epoch) the host wants silence. */
  readonly silentUntil: () => number | undefined;
  readonly now: () => number;
  readonly later: (task: () => void, ms: number) => Disposable;
}

/** After an error that may pass, the next event asks again, but not before this is over. Milliseconds. */
const pause = 30_000;
const passing: ReadonlySet<ApiErrorKind> = new Set(["network", "timeout", "server", "cancelled"]);

/**
 * The lines of one file at one commit, as far as somebody wanted to see them. Asks for one range at a time, and calls a request off when
 * nobody wants any of its lines any more. What is known is kept.
 */
export class BlamedFile implements Disposable {
  private readonly loaded = new Emitter<undefined>();
  readonly onDidLoad: Event<undefined> = this.loaded.event;

  private readonly options: BlamedFileOptions;
  private readonly known = new LineSet();
  private readonly lines = new Map<number, BlamedLine>();
  private readonly commits = new Map<string, BlameCommit>();
  private readonly wishes = new Map<object, readonly LineRange[]>();
  private flight: { readonly range: LineRange; readonly abort: AbortController } | undefined;
  private limitedUntil = 0;
  private blockedUntil = 0;
  private waking: Disposable | undefined;

  constructor(options: BlamedFileOptions) {
    this.options = options;
  }

  /** Where a line comes from, counted from 1; undefined while that is not known. */
  at(line: number): BlamedLine | undefined {
    return this.lines.get(line);
  }

  /** These are the lines that somebody sees now, in place of those before. None: nobody looks any more. */
  want(reader: object, ranges: readonly LineRange[]): void {
    if (ranges.length === 0) this.wishes.delete(reader);
    else this.wishes.set(reader, ranges);
    const { flight } = this;
    if (flight && !this.wanted.some((range) => overlap(range, flight.range))) this.callOff();
    this.pump();
  }

  get isWanted(): boolean {
    return this.wishes.size > 0;
  }

  /** Calls everything off. Whoever has it still may go on wanting lines. */
  dispose(): void {
    this.wishes.clear();
    this.callOff();
    this.waking?.dispose();
    this.waking = undefined;
  }

  private get wanted(): LineRange[] {
    return [...this.wishes.values()].flat();
  }

  private callOff(): void {
    this.flight?.abort.abort();
    this.flight = undefined;
  }

  private pump(): void {
    if (this.flight !== undefined) return;
    const range = nextRequest(this.known, this.wanted, this.options.lineCount);
    if (range === undefined) return;
    const { now, later, silentUntil } = this.options;
    const silent = Math.max(this.limitedUntil, silentUntil() ?? 0);
    if (silent > now()) this.waking ??= later(() => this.wake(), silent - now() + 1);
    else if (this.blockedUntil <= now()) void this.ask(range);
  }

  private wake(): void {
    this.waking = undefined;
    this.pump();
  }

  private async ask(range: LineRange): Promise<void> {
    const flight = { range, abort: new AbortController() };
    this.flight = flight;
    try {
      const answer = await this.options.read(range, flight.abort.signal);
      if (this.flight !== flight) return;
      this.keep(range, answer);
    } catch (error) {
      if (this.flight !== flight) return;
      this.fail(error);
    }
    this.flight = undefined;
    this.loaded.fire(undefined);
    this.pump();
  }

  private keep(range: LineRange, answer: readonly BlameRange[]): void {
    let line = range.start;
    for (const { commit, lines } of answer) {
      const kept = this.commits.get(commit.id) ?? commit;
      this.commits.set(commit.id, kept);
      for (const text of lines) {
        if (line <= range.end) this.lines.set(line, { commit: kept, text });
        line += 1;
      }
    }
    this.known.add(range);
  }

  /** A file that is not there, or not for this account, stays so; everything else may pass. */
  private fail(error: unknown): void {
    const { now, onError } = this.options;
    const kind = error instanceof ApiError ? error.kind : undefined;
    if (error instanceof ApiError && kind === "rateLimited") this.limitedUntil = error.retryAt ?? now() + pause;
    else this.blockedUntil = kind === undefined || passing.has(kind) ? now() + pause : Infinity;
    if (kind !== "notFound") onError(error);
  }
}
