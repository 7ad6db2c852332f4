import { ErrorLines } from "./errorLines.ts";
import { ErrorFinder } from "./logErrors.ts";
import { SectionRanges } from "./logSections.ts";
import { LogSegment } from "./logSegment.ts";
import { LogSnapshot } from "./logSnapshot.ts";
import { LogParser } from "./parser.ts";
import type { LogLine } from "./sections.ts";
import { renderLine } from "./transcript.ts";

/**
 * Largest text of a document in bytes. Documents over 50 MB are not available to extensions: no colors, no outline, no
 * `openTextDocument` and no events. From 20 MB or 300,000 lines on, VS Code disables folding and code lenses; colors,
 * outline and search still work.
 */
const DOCUMENT_LIMIT = 48 * 1024 * 1024;

/** Size of a segment in bytes: the unit in which a log that is too long is truncated. */
const SEGMENT = 256 * 1024;

/** Message of runners that stop writing a log because of its size. */
const RUNNER_LIMIT = /^Job's log exceeded limit of (\d{1,15}) bytes/;

/**
 * The text of a log as a document, parsed incrementally; logs over the limit lose their start. The result does not
 * depend on how the bytes are split; each byte is read once.
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
  private readonly hiddenErrors = new ErrorLines();

  /**
   * Creates an empty text.
   * @param limit bytes of text to keep, in whole segments
   */
  constructor(limit = DOCUMENT_LIMIT, segmentBytes = SEGMENT) {
    this.limit = limit;
    this.segmentBytes = segmentBytes;
  }

  /** Returns the number of bytes read so far. */
  get read(): number {
    return this.readBytes;
  }

  /** Returns the number of bytes of finished lines that are kept. */
  get bytes(): number {
    return this.closedBytes + (this.segments.at(-1)?.bytes ?? 0);
  }

  push(bytes: Uint8Array): void {
    this.readBytes += bytes.length;
    for (const line of this.parser.push(bytes)) this.add(line);
  }

  /** Adds the remaining text at the end of the log; `push` must not be called afterwards. */
  end(): void {
    for (const line of this.parser.end()) this.add(line);
  }

  snapshot(): LogSnapshot {
    const unfinished = this.parser.peek();
    const rest = unfinished ? renderLine(unfinished).text : "";
    const first = this.segments[0]?.firstLine ?? 0;
    return new LogSnapshot({
      segments: [...this.segments],
      rest,
      lines: this.line - first,
      sections: this.sections.shown(first, Math.max(first, this.line - 1)),
      read: this.readBytes,
      runnerLimit: this.runnerLimit,
      hiddenErrors: this.hiddenErrors,
    });
  }

  private add(line: LogLine): void {
    const { text, spans } = renderLine(line);
    let segment = this.segments.at(-1);
    if (!segment || segment.bytes >= this.segmentBytes) {
      this.closedBytes += segment?.bytes ?? 0;
      segment?.close();
      segment = new LogSegment(this.line);
      this.segments.push(segment);
    }
    segment.add(text, spans, line.time);
    const rated = this.errors.rate(line, segment.errors);
    if (rated) segment.errors.add(rated, this.line);
    this.sections.add(line, this.line);
    const kept = line.kind === "text" ? RUNNER_LIMIT.exec(line.text)?.[1] : undefined;
    if (kept !== undefined) this.runnerLimit = Number(kept);
    this.line++;
    while (this.bytes > this.limit && this.segments.length > 1) this.dropFirst();
  }

  private dropFirst(): void {
    const segment = this.segments.shift();
    this.sections.dropBefore(this.segments[0]?.firstLine ?? this.line);
    this.closedBytes -= segment?.bytes ?? 0;
    if (segment) this.hiddenErrors.append(segment.errors);
  }
}
