import { type BlockStore, BlockLines } from "./blockStore.ts";
import { type ColoredLine, coloredLine, LineColors } from "./colors.ts";
import { ErrorLines } from "./errorLines.ts";
import type { LineBlock } from "./lineBlock.ts";
import { LineTimes } from "./lineTimes.ts";
import type { StyledSpan } from "./style.ts";

/** Number of bytes that the text of a segment has room for at first. */
const SMALL = 4 * 1024;
const LF = 10;

/** A part of whole lines with their colors, times and errors, so that the start of a long log can be dropped. */
export class LogSegment {
  readonly firstLine: number;
  lines = 0;
  /** Size of the text in UTF-8. */
  bytes = 0;
  readonly errors = new ErrorLines();
  private buffer: Buffer;
  /** The colors and times of lines that are in no block. */
  private readonly colors = new LineColors();
  private readonly times = new LineTimes();
  private readonly blocks: BlockLines;
  private isStamped = false;

  /** @param size bytes of text that are expected */
  constructor(firstLine: number, store: BlockStore, size = SMALL) {
    this.firstLine = firstLine;
    this.blocks = new BlockLines(store);
    this.buffer = Buffer.allocUnsafeSlow(size);
  }

  addLine(text: string, spans: readonly StyledSpan[], time: number | undefined): void {
    const line = this.firstLine + this.lines;
    this.colors.add(line, text, spans);
    if (time !== undefined) this.times.add(line, time);
    this.reserve(Buffer.byteLength(text) + 1);
    this.bytes += this.buffer.write(text, this.bytes);
    this.buffer[this.bytes++] = LF;
    this.lines++;
  }

  /** @param text of the block */
  addBlock(block: LineBlock, text: Buffer): void {
    if (block.colored || block.stamped) this.blocks.add(this.firstLine + this.lines, block);
    this.isStamped ||= block.stamped;
    this.reserve(text.length);
    this.bytes += text.copy(this.buffer, this.bytes);
    this.lines += block.lines;
  }

  /** Returns whether lines have times. */
  get timed(): boolean {
    return this.isStamped || this.times.size > 0;
  }

  /** Returns when a line was written, in milliseconds since the epoch. */
  timeAt(line: number): number | undefined {
    return this.blocks.at(line)?.time ?? this.times.at(line);
  }

  colorsAt(line: number): ColoredLine | undefined {
    const inBlock = this.blocks.at(line);
    return inBlock ? coloredLine(inBlock) : this.colors.at(line);
  }

  /** Returns the text in UTF-8; each line ends with a line break. Later lines do not change it. */
  text(): Buffer {
    return this.buffer.subarray(0, this.bytes);
  }

  /** Frees what only further lines would need. */
  close(): void {
    const spare = this.buffer.length - this.bytes;
    if (spare > this.bytes / 16) this.resize(this.bytes);
    this.colors.trim();
    this.times.trim();
  }

  private reserve(more: number): void {
    const needed = this.bytes + more;
    if (needed > this.buffer.length) this.resize(Math.max(needed, 2 * this.buffer.length));
  }

  private resize(size: number): void {
    const resized = Buffer.allocUnsafeSlow(size);
    this.buffer.copy(resized, 0, 0, this.bytes);
    this.buffer = resized;
  }
}
