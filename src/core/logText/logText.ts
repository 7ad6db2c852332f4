import { BlockStore } from "./blockStore.ts";
import { ErrorLines, joinErrors } from "./errorLines.ts";
import { ErrorRater } from "./errorRater.ts";
import type { LineBlock, LogPiece } from "./lineBlock.ts";
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
/** Which part of the limit blocks may take that are not compressed yet. */
const LOOSE_PART = 12;
/** Room for the end of the last line of a segment. */
const MARGIN = 256;

/** Message of runners that stop writing a log because of its size. */
const RUNNER_LIMIT = /^Job's log exceeded limit of (\d{1,15}) bytes/;
const RUNNER_LIMIT_START = "Job's log exceeded limit of ";
/** Number of bytes in which such a message has its number. */
const RUNNER_LIMIT_LENGTH = 60;
const LF = 10;

/**
 * The text of a log as a document, parsed incrementally; logs over the limit lose their start. The result does not
 * depend on how the bytes are split; each byte is read once.
 */
export class LogText {
  private readonly limit: number;
  private readonly segmentBytes: number;
  private readonly parser = new LogParser();
  private readonly errors = new ErrorRater();
  private readonly blocks: BlockStore;
  private readonly sections = new SectionRanges();
  private readonly segments: LogSegment[] = [];
  private line = 0;
  private closedBytes = 0;
  private readBytes = 0;
  private runnerLimit: number | undefined;
  private hiddenErrors = new ErrorLines();

  /**
   * Creates an empty text.
   * @param limit bytes of text to keep, in whole segments
   */
  constructor(limit = DOCUMENT_LIMIT, segmentBytes = SEGMENT) {
    this.limit = limit;
    this.segmentBytes = segmentBytes;
    this.blocks = new BlockStore(limit / LOOSE_PART);
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
    for (const piece of this.parser.pieces(bytes)) {
      if (piece.kind === "block") this.addBlock(piece);
      else this.addLine(piece);
    }
  }

  /** Adds the remaining text at the end of the log; `push` must not be called afterwards. */
  end(): void {
    for (const line of this.parser.end()) this.addLine(line);
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
      firstError: this.errors.ask(
        this.hiddenErrors,
        this.segments.map(({ errors }) => errors),
      ),
    });
  }

  private addLine(line: LogLine): void {
    const { text, spans } = renderLine(line);
    const segment = this.openSegment();
    const before = segment.bytes;
    segment.addLine(text, spans, line.time);
    this.sections.add(line, this.line);
    if (line.kind === "text") this.readRunnerLimit(line.text);
    this.added(line, 1, segment, segment.bytes - before);
  }

  /** Adds a block, in parts where a segment ends in it. */
  private addBlock(block: LineBlock): void {
    for (let left: LineBlock | undefined = block; left;) {
      const segment = this.openSegment();
      const [part, rest]: readonly [LineBlock, LineBlock | undefined] = left.split(this.segmentBytes - segment.bytes);
      const text = part.takeText();
      segment.addBlock(part, text);
      this.blocks.add(part);
      for (let at = text.indexOf(RUNNER_LIMIT_START); at >= 0; at = text.indexOf(RUNNER_LIMIT_START, at + 1))
        if (at === 0 || text[at - 1] === LF)
          this.readRunnerLimit(text.toString("latin1", at, at + RUNNER_LIMIT_LENGTH));
      this.added(part, part.lines, segment, text.length);
      left = rest;
    }
  }

  /** Returns the segment for what comes next. */
  private openSegment(): LogSegment {
    const last = this.segments.at(-1);
    if (last && last.bytes < this.segmentBytes) return last;
    this.closedBytes += last?.bytes ?? 0;
    last?.close();
    const segment = new LogSegment(this.line, this.blocks, last && this.segmentBytes + MARGIN);
    this.segments.push(segment);
    return segment;
  }

  private added(piece: LogPiece, lines: number, { errors }: LogSegment, bytes: number): void {
    this.errors.add({ piece, line: this.line, errors, bytes });
    this.line += lines;
    // What is dropped soon is rated little by little, and not all at once.
    if (this.bytes > this.limit - 2 * this.segmentBytes) this.errors.rateSome(bytes);
    while (this.bytes > this.limit && this.segments.length > 1) this.dropFirst();
  }

  private readRunnerLimit(text: string): void {
    const kept = RUNNER_LIMIT.exec(text)?.[1];
    if (kept !== undefined) this.runnerLimit = Number(kept);
  }

  private dropFirst(): void {
    const segment = this.segments.shift();
    this.sections.dropBefore(this.segments[0]?.firstLine ?? this.line);
    this.closedBytes -= segment?.bytes ?? 0;
    if (!segment) return;
    this.errors.rateAllOf(segment.errors);
    // Snapshots have those before.
    this.hiddenErrors = joinErrors([this.hiddenErrors, segment.errors]);
  }
}
