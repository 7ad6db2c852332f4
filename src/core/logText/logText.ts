import { ErrorFinder } from "./logErrors.ts";
import { SectionRanges } from "./logSections.ts";
import { LogSegment } from "./logSegment.ts";
import { LogSnapshot } from "./logSnapshot.ts";
import { LogParser } from "./parser.ts";
import type { LogLine } from "./sections.ts";
import { rendered } from "./transcript.ts";

/**
 * Bytes of text that a document holds. VS Code keeps what is longer than 50 MB from extensions: no colours, no outline,
 * and neither `openTextDocument` nor a document's events. From 20 MB or 300,000 lines on it folds nothing and shows no
 * code lenses, but colours and outline still work, and above all the search through the whole log.
 */
export const DOCUMENT_LIMIT = 48 * 1024 * 1024;

/** Bytes of text after which the next segment begins: what is let go at a time when a log is too long. */
const SEGMENT = 256 * 1024;

/** What runners write where they stop keeping a log. */
const RUNNER_LIMIT = /^Job's log exceeded limit of (\d{1,15}) bytes/;

/**
 * The text of a log as a document, read as its bytes come: the end of it where it is longer than the limit. The result
 * is the same however the bytes are cut; each byte is looked at once.
 */
export class LogText {
  private readonly limit: number;
  private readonly segmentBytes: number;
  private readonly parser = new LogParser();
  private readonly errors = new ErrorFinder();
  private readonly sections = new SectionRanges();
  private readonly segments: LogSegment[] = [];
  private line = 0;
  private closedBytes = 0;
  private readBytes = 0;
  private runnerLimit: number | undefined;
  private hiddenError: number | undefined;

  /** @param limit bytes of text that are kept, in whole segments. */
  constructor(limit = DOCUMENT_LIMIT, segmentBytes = SEGMENT) {
    this.limit = limit;
    this.segmentBytes = segmentBytes;
  }

  /** Bytes of the log read so far. */
  get read(): number {
    return this.readBytes;
  }

  /** Bytes of finished text that are kept. */
  get bytes(): number {
    return this.closedBytes + (this.segments.at(-1)?.bytes ?? 0);
  }

  push(bytes: Uint8Array): void {
    this.readBytes += bytes.length;
    for (const line of this.parser.push(bytes)) this.add(line);
  }

  /** What is left when the log is over; nothing may be pushed any more. */
  end(): void {
    for (const line of this.parser.end()) this.add(line);
  }

  snapshot(): LogSnapshot {
    const unfinished = this.parser.peek();
    const rest = unfinished ? rendered(unfinished).text : "";
    const first = this.segments[0]?.firstLine ?? 0;
    return new LogSnapshot({
      segments: [...this.segments],
      rest,
      lines: this.line - first,
      sections: this.sections.shown(first, Math.max(first, this.line - 1)),
      read: this.readBytes,
      runnerLimit: this.runnerLimit,
      hiddenError: this.hiddenError,
    });
  }

  private add(line: LogLine): void {
    const { text, spans } = rendered(line);
    let segment = this.segments.at(-1);
    if (!segment || segment.bytes >= this.segmentBytes) {
      this.closedBytes += segment?.bytes ?? 0;
      // Strings would keep every chunk alive that they were cut from.
      segment?.text();
      segment = new LogSegment(this.line);
      this.segments.push(segment);
    }
    segment.add(text, spans, line.time);
    const rank = this.errors.rate(line);
    if (rank !== undefined) segment.addError(rank, this.line);
    this.sections.add(line, this.line);
    const kept = line.kind === "text" ? RUNNER_LIMIT.exec(line.text)?.[1] : undefined;
    if (kept !== undefined) this.runnerLimit = Number(kept);
    this.line++;
    while (this.bytes > this.limit && this.segments.length > 1) this.dropFirst();
  }

  private dropFirst(): void {
    const segment = this.segments.shift();
    this.closedBytes -= segment?.bytes ?? 0;
    const rank = segment?.errors.findIndex((line) => line !== undefined) ?? -1;
    if (rank >= 0) this.hiddenError = Math.min(rank, this.hiddenError ?? rank);
  }
}
