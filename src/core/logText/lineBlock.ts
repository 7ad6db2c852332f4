import { promisify } from "node:util";
import { deflateRaw, inflateRawSync } from "node:zlib";
import type { LogLine } from "./sections.ts";
import type { Style } from "./style.ts";

/** How the lines of a block are parsed. */
export interface BlockState {
  readonly stamped: boolean;
  /** The style of the text before the block. */
  readonly style: Style;
}

export interface BlockOptions extends BlockState {
  readonly lines: number;
  /** In UTF-8; each line ends with a line break. */
  readonly text: Buffer;
  /** As the host sent it. */
  readonly raw: Buffer;
  readonly parse: (raw: Buffer, state: BlockState) => LogLine[];
}

const deflate = promisify<Buffer, { readonly level: number }, Buffer>(deflateRaw);

/**
 * Lines of a log without sections, whose text is known. What else is to know of them, such as colors and times, is read
 * when somebody asks: that takes longer, and is needed of few lines.
 */
export class LineBlock {
  readonly kind = "block";
  readonly lines: number;
  readonly stamped: boolean;
  /** Whether any line has colors, or may have. */
  readonly colored: boolean;
  /** Length of the text in UTF-8. */
  readonly bytes: number;
  private readonly options: Omit<BlockOptions, "text" | "raw">;
  private raw: Buffer;
  private isPacked = false;
  private given: Buffer | undefined;

  constructor({ text, raw, ...options }: BlockOptions) {
    this.lines = options.lines;
    this.stamped = options.stamped;
    this.bytes = text.length;
    this.given = text;
    this.options = options;
    this.colored =
      raw.includes(0x1b) || options.style.fg !== -1 || options.style.bg !== -1 || options.style.flags !== 0;
    this.raw = raw;
  }

  /** Returns the text in UTF-8, once and before more of the log is parsed: it is not kept, and its memory is used again. */
  takeText(): Buffer {
    const text = this.given;
    if (!text) throw new Error("The text was taken before");
    this.given = undefined;
    return text;
  }

  /** Copies what is kept out of the chunk that it is part of. */
  own(): void {
    this.raw = Buffer.from(this.raw);
  }

  /** Returns the lines, parsed anew each time. */
  logLines(): LogLine[] {
    return this.options.parse(this.isPacked ? inflateRawSync(this.raw) : this.raw, this.options);
  }

  /** Returns the number of bytes that are kept as the host sent them. */
  get loose(): number {
    return this.isPacked ? 0 : this.raw.length;
  }

  /** Compresses what the host sent. Never rejects: what cannot be compressed stays as it is. */
  async pack(): Promise<void> {
    if (this.isPacked) return;
    const packed = await deflate(this.raw, { level: 1 }).catch(() => undefined);
    if (!packed) return;
    // A copy, since zlib's can be part of a larger one.
    this.raw = Buffer.from(packed);
    this.isPacked = true;
  }
}

/** A finished line, or a block of several. */
export type LogPiece = LogLine | LineBlock;

/** Returns the lines of pieces in order. */
export function* linesOf(pieces: Iterable<LogPiece>): Generator<LogLine> {
  for (const piece of pieces) {
    if (piece.kind === "block") yield* piece.logLines();
    else yield piece;
  }
}
