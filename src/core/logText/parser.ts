import { type BlockState, LineBlock, type LogPiece } from "./lineBlock.ts";
import { lastColors, readPlainLines } from "./plainLines.ts";
import { type LogLine, Sections } from "./sections.ts";
import { LogStreams } from "./streams.ts";

/** Least number of lines that make a block. */
const BLOCK = 4;
/** Most lines that are parsed one by one before it is tried again whether a block follows. */
const MOST_SINGLE = 32;
/** Most bytes of a block for each of its text: others are sequences and progress that hardly show anything. */
const MOST_RAW = 8;
/** Least number of bytes of a chunk that is worth to be kept as a whole: smaller ones can be part of a larger one. */
const LARGE = 16 * 1024;
const LF = 10;

/**
 * Parses a job's log from bytes to lines: UTF-8 (invalid bytes become U+FFFD), runner timestamps, terminal sequences,
 * sections. The result does not depend on how the bytes are split.
 */
export class LogParser {
  private readonly decoder: InstanceType<typeof TextDecoder>;
  private readonly streams: LogStreams;
  private readonly sections = new Sections();
  /** The text of the blocks of the last chunk. */
  private scratch = Buffer.alloc(0);
  /** Whether the last byte was a line break. */
  private atStart = false;
  /** Number of lines that are parsed one by one now. */
  private single = 1;

  /** @param within the state inside a log; without, at its start */
  constructor(within?: BlockState) {
    // A byte order mark is one at the start of a log only.
    this.decoder = new TextDecoder("utf-8", { ignoreBOM: within !== undefined });
    this.streams = new LogStreams(within);
  }

  /** Returns the number of characters processed. */
  get work(): number {
    return this.streams.work;
  }

  /** Returns the lines that these bytes complete. */
  push(bytes: Uint8Array): LogLine[] {
    return this.sections.push(this.streams.push(this.decoder.decode(bytes, { stream: true })));
  }

  /**
   * Returns what these bytes complete, of which blocks of lines are not parsed yet. They have the lines that `push` would
   * return. The text of blocks is to be taken before the next call.
   */
  pieces(chunk: Uint8Array): LogPiece[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const pieces: LogPiece[] = [];
    if (this.scratch.length < bytes.length) this.scratch = Buffer.allocUnsafeSlow(bytes.length);
    const blocks = new ChunkBlocks(bytes, this.scratch);
    for (let at = 0; at < bytes.length;) {
      const next = this.atStart ? this.block(blocks, at, pieces) : at;
      if (next > at) {
        this.single = 1;
        at = next;
        continue;
      }
      let end = at;
      for (let count = 0; count < this.single && end < bytes.length; count++) {
        const lineBreak = bytes.indexOf(LF, end);
        end = lineBreak < 0 ? bytes.length : lineBreak + 1;
      }
      if (this.atStart) this.single = Math.min(MOST_SINGLE, 2 * this.single);
      pieces.push(...this.push(bytes.subarray(at, end)));
      this.atStart = bytes[end - 1] === LF;
      at = end;
    }
    blocks.end();
    return pieces;
  }

  /** Adds the block that begins here and what it ends, and returns the position behind it. */
  private block(blocks: ChunkBlocks, at: number, pieces: LogPiece[]): number {
    const { streams } = this;
    if (!streams.isPlain || this.sections.isWaiting || !streams.continuesAt(blocks.bytes, at)) return at;
    const block = blocks.read(at, { stamped: streams.stamped === true, style: streams.style });
    if (!block) return at;
    pieces.push(...this.sections.push(streams.endLine()), block.lines);
    streams.applyColors(lastColors(blocks.bytes.subarray(at, block.end)));
    return block.end;
  }

  /** Returns the unfinished last line without changing the state. */
  peek(): LogLine | undefined {
    return this.sections.peek(this.streams.peek());
  }

  /** Returns the remaining lines at the end of the log. */
  end(): LogLine[] {
    return [
      ...this.sections.push(this.streams.push(this.decoder.decode())),
      ...this.sections.push(this.streams.end()),
      ...this.sections.end(),
    ];
  }
}

/** Returns what parses the lines of a block. */
const parserOf = (state: BlockState): LogParser => new LogParser(state);

/** The blocks of a chunk of a log. */
class ChunkBlocks {
  readonly bytes: Buffer;
  private readonly blocks: LineBlock[] = [];
  /** Number of bytes in blocks. */
  private size = 0;
  /** Up to where nothing is read again that was no block. */
  private refused = 0;
  private readonly out: Buffer;
  private written = 0;

  /** @param out receives the text of the blocks; as long as the chunk */
  constructor(bytes: Buffer, out: Buffer) {
    this.bytes = bytes;
    this.out = out;
  }

  /** Reads the block that begins here; undefined if there is none. */
  read(at: number, state: BlockState): { readonly lines: LineBlock; readonly end: number } | undefined {
    if (at < this.refused) return undefined;
    const out = this.out.subarray(this.written);
    const { end, lines, length, isAscii } = readPlainLines(this.bytes, at, state.stamped, out);
    const size = end - at;
    if (lines < BLOCK || size > MOST_RAW * length) {
      this.refused = end;
      return undefined;
    }
    this.written += length;
    this.size += size;
    const raw = this.bytes.subarray(at, end);
    const text = out.subarray(0, length);
    const block = new LineBlock({ lines, text, isAscii, raw, ...state, parse: parserOf });
    this.blocks.push(block);
    return { lines: block, end };
  }

  /** Lets blocks that are a small part of the chunk not keep the whole chunk in memory. */
  end(): void {
    if (this.bytes.length >= LARGE && 2 * this.size >= this.bytes.length) return;
    for (const block of this.blocks) block.own();
  }
}
