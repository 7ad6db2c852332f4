import { lastColors, readPlainLines } from "./plainLines.ts";
import type { LogLine } from "./sections.ts";
import { applySgr } from "./sgr.ts";
import type { Style, StyledSpan } from "./style.ts";

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
  /** Whether the text is known to be ASCII, which is decoded faster. */
  readonly isAscii: boolean;
  /** As the host sent it. */
  readonly raw: Buffer;
  readonly parse: (state: BlockState) => { push(bytes: Uint8Array): LogLine[]; end(): LogLine[] };
}

const LF = 10;
/** Number of bytes that are parsed at once. */
const PARSED = 4 * 1024;
const NO_SPANS: readonly StyledSpan[] = [];
/**
 * Lines of a log without sections, whose text is known. What else is to know of them, such as colors and times, is read
 * when somebody asks: that takes longer, and is needed of few lines.
 */
export class LineBlock {
  readonly kind = "block";
  readonly lines: number;
  readonly stamped: boolean;
  /** Whether the text is known to be ASCII. */
  readonly isAscii: boolean;
  /** Whether any line has colors, or may have. */
  readonly colored: boolean;
  /** Length of the text in UTF-8. */
  readonly bytes: number;
  private readonly options: Omit<BlockOptions, "text" | "raw">;
  /** What the host sent, or what returns it. */
  private raw: Buffer | (() => Buffer);
  private given: Buffer | undefined;

  constructor({ text, raw, ...options }: BlockOptions) {
    this.lines = options.lines;
    this.stamped = options.stamped;
    this.isAscii = options.isAscii;
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
    this.raw = ownCopy(this.sent);
  }

  /** What the host sent. */
  get sent(): Buffer {
    return typeof this.raw === "function" ? this.raw() : this.raw;
  }

  /** Lets what the host sent be kept elsewhere. */
  keepElsewhere(sent: () => Buffer): void {
    this.raw = sent;
  }

  /** Returns the lines, parsed anew each time. */
  logLines(): LogLine[] {
    return [...this.parsed(this.sent)];
  }

  /**
   * Yields the lines, parsed anew each time.
   * @param needsStyles returns whether more than their texts is needed, which takes longer, by the block's text, what the
   * host sent, and the style before it
   */
  *eachLine(needsStyles: (text: string, sent: string, before: Style) => boolean): Generator<LogLine> {
    const { sent } = this;
    const text = this.textOf(sent);
    if (needsStyles(text, sent.toString("latin1"), this.options.style)) yield* this.parsed(sent);
    else for (const line of linesIn(text)) yield { kind: "text", text: line, spans: NO_SPANS, wrapped: false };
  }

  /** Yields the texts of the lines. */
  *texts(): Generator<string> {
    yield* linesIn(this.textOf(this.sent));
  }

  /** Parses a few lines at a time, since all of them take much more memory. */
  private *parsed(sent: Buffer): Generator<LogLine> {
    const parser = this.options.parse(this.options);
    for (let at = 0; at < sent.length;) {
      const end = sent.indexOf(LF, at + PARSED) + 1 || sent.length;
      yield* parser.push(sent.subarray(at, end));
      at = end;
    }
    yield* parser.end();
  }

  private textOf(sent: Buffer): string {
    const text = Buffer.allocUnsafe(sent.length);
    const { length } = readPlainLines(sent, 0, this.stamped, text, true);
    return text.toString(this.isAscii ? "latin1" : "utf8", 0, length);
  }

  /**
   * Returns the lines up to the one that reaches a number of bytes of text, and the rest of the block, undefined if there is
   * none. Both keep what the host sent of this one, whose text is theirs.
   */
  split(bytes: number): readonly [LineBlock, LineBlock | undefined] {
    const text = this.takeText();
    const end = text.indexOf(LF, Math.max(0, bytes - 1)) + 1;
    if (end === 0 || end === text.length) {
      this.given = text;
      return [this, undefined];
    }
    const { sent } = this;
    let lines = 0;
    let at = 0;
    for (let next = 0; next < end; lines++) {
      next = text.indexOf(LF, next) + 1;
      at = sent.indexOf(LF, at) + 1;
    }
    const raw = sent.subarray(0, at);
    const style = lastColors(raw).reduce(applySgr, this.options.style);
    return [
      new LineBlock({ ...this.options, lines, text: text.subarray(0, end), raw }),
      new LineBlock({
        ...this.options,
        style,
        lines: this.lines - lines,
        text: text.subarray(end),
        raw: sent.subarray(at),
      }),
    ];
  }
}

/** Returns a copy that keeps no other memory: `Buffer.from` takes parts of larger ones, which stay for the least of them. */
export function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** A finished line, or a block of several. */
export type LogPiece = LogLine | LineBlock;

function* linesIn(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    yield text.slice(at, end);
    at = end + 1;
  }
}

/** Yields the texts of the lines of pieces in order; that of a section's end is empty. */
export function* textsOf(pieces: Iterable<LogPiece>): Generator<string> {
  for (const piece of pieces) {
    if (piece.kind === "block") yield* piece.texts();
    else yield piece.text;
  }
}

/** Returns the lines of pieces in order. */
export function* linesOf(pieces: Iterable<LogPiece>): Generator<LogLine> {
  for (const piece of pieces) {
    if (piece.kind === "block") yield* piece.logLines();
    else yield piece;
  }
}
