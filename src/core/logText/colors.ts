import { BlockLines, BlockStore } from "./blockStore.ts";
import type { StyledText } from "./line.ts";
import type { LineBlock } from "./lineBlock.ts";
import { Numbers } from "./numbers.ts";
import { isPlain, type StyledSpan, type Style, styleKey, toPalette } from "./style.ts";

/** The colored ranges of a line, with its length and hash to recognize it in a document. */
export interface ColoredLine {
  readonly length: number;
  readonly hash: number;
  readonly spans: readonly StyledSpan[];
}

/** Limit of colored ranges, about 12 MB per channel; later lines stay uncolored. */
const SPAN_LIMIT = 1_000_000;
/** Limit of distinct styles; further 24-bit colors are mapped to the palette. */
const STYLE_LIMIT = 4_000;
const STYLE_LIMIT_HARD = 60_000;

/**
 * Stores the colors of a channel by line in typed arrays. Lines are added in order and found by binary search; styles
 * are indexes into a table. Those of blocks are read when they are asked for.
 */
export class LineColors {
  private readonly lines = new Numbers(Uint32Array);
  private readonly lengths = new Numbers(Uint32Array);
  private readonly hashes = new Numbers(Uint32Array);
  private readonly firstSpans = new Numbers(Uint32Array);
  private readonly starts = new Numbers(Uint16Array);
  private readonly ends = new Numbers(Uint16Array);
  private readonly styleIds = new Numbers(Uint16Array);
  private readonly styles: Style[] = [];
  private readonly ids = new Map<string, number>();
  private readonly store: BlockStore;
  private readonly blocks: BlockLines;

  constructor(store = new BlockStore()) {
    this.store = store;
    this.blocks = new BlockLines(store);
  }

  /** Number of lines with colors that are in no block. */
  get size(): number {
    return this.lines.length;
  }

  /**
   * Adds the colors of a line.
   * @param line greater than all previous ones
   * @param shift offset of the spans in the line
   */
  add(line: number, text: string, spans: readonly StyledSpan[], shift = 0): void {
    if (spans.length === 0 || this.starts.length + spans.length > SPAN_LIMIT) return;
    this.lines.push(line);
    this.lengths.push(text.length);
    this.hashes.push(lineHash(text));
    this.firstSpans.push(this.starts.length);
    for (const { start, end, style } of spans) {
      if (isPlain(style)) continue;
      const id = this.idOf(style);
      if (id === undefined) continue;
      this.starts.push(start + shift);
      this.ends.push(end + shift);
      this.styleIds.push(id);
    }
  }

  /** Adds the colors of a block. @param line its first one, greater than all previous ones */
  addBlock(line: number, block: LineBlock): void {
    if (!block.colored) return;
    this.blocks.add(line, block);
    this.store.add(block);
  }

  /** Frees the capacity that is not used, after the last line. */
  trim(): void {
    for (const numbers of [this.lines, this.lengths, this.hashes, this.firstSpans]) numbers.trim();
    for (const numbers of [this.starts, this.ends, this.styleIds]) numbers.trim();
  }

  /** Returns the colors of a line; undefined if it has none. */
  at(line: number): ColoredLine | undefined {
    const inBlock = this.blocks.at(line);
    if (inBlock) return coloredLine(inBlock);
    const low = this.lines.firstFrom(line);
    if (low >= this.lines.length || this.lines.at(low) !== line) return undefined;
    const last = low + 1 < this.lines.length ? this.firstSpans.at(low + 1) : this.starts.length;
    const spans: StyledSpan[] = [];
    for (let i = this.firstSpans.at(low); i < last; i++) {
      const style = this.styles[this.styleIds.at(i)];
      if (style) spans.push({ start: this.starts.at(i), end: this.ends.at(i), style });
    }
    return { length: this.lengths.at(low), hash: this.hashes.at(low), spans };
  }

  private idOf(style: Style): number | undefined {
    const known = this.ids.get(styleKey(style));
    if (known !== undefined) return known;
    const kept =
      this.styles.length < STYLE_LIMIT ? style : { ...style, fg: toPalette(style.fg), bg: toPalette(style.bg) };
    const key = styleKey(kept);
    const same = this.ids.get(key);
    if (same !== undefined) return same;
    if (this.styles.length >= STYLE_LIMIT_HARD) return undefined;
    this.ids.set(key, this.styles.length);
    return this.styles.push(kept) - 1;
  }
}

/** Returns the colors of a line; undefined if it has none. */
export function coloredLine({ text, spans }: StyledText): ColoredLine | undefined {
  return spans.length === 0 ? undefined : { length: text.length, hash: lineHash(text), spans };
}

/** Returns the FNV-1a hash of the UTF-16 units (32 bits). */
export function lineHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
