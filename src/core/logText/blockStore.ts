import type { LineBlock } from "./lineBlock.ts";
import type { LogLine } from "./sections.ts";

/** Number of blocks whose lines are kept once they were asked for: those of a few windows. */
const READ_BLOCKS = 8;

/** Number of bytes of blocks that are kept as the host sent them; those before are compressed. */
const LOOSE = 4 * 1024 * 1024;
/** Number of blocks compressed at the same time. */
const ABREAST = 4;

/** The blocks of a log whose lines may be asked for later: compressed, and read when they are. */
export class BlockStore {
  /** The blocks that are not compressed, in order. */
  private waiting: LineBlock[] = [];
  private readonly limit: number;
  private loose = 0;
  private isPacking = false;
  /** The lines of the blocks that were asked for last. */
  private readonly read = new Map<LineBlock, readonly LogLine[]>();

  /** @param limit bytes of blocks that are not compressed */
  constructor(limit = LOOSE) {
    this.limit = limit;
  }

  /** Lets a block take little memory later. */
  add(block: LineBlock): void {
    this.waiting.push(block);
    this.loose += block.loose;
    // They come faster than they are compressed meanwhile.
    while (this.loose > 2 * this.limit) this.next()?.packNow();
    if (this.loose > this.limit && !this.isPacking) void this.pack();
  }

  linesOf(block: LineBlock): readonly LogLine[] {
    const lines = this.read.get(block) ?? block.logLines();
    this.read.delete(block);
    const [oldest] = this.read.keys();
    if (oldest && this.read.size >= READ_BLOCKS) this.read.delete(oldest);
    this.read.set(block, lines);
    return lines;
  }

  private async pack(): Promise<void> {
    this.isPacking = true;
    while (this.loose > this.limit) {
      const packing: Promise<void>[] = [];
      for (let block; packing.length < ABREAST && this.loose > this.limit && (block = this.next());)
        packing.push(block.pack());
      await Promise.all(packing);
    }
    this.isPacking = false;
  }

  private next(): LineBlock | undefined {
    const block = this.waiting.shift();
    this.loose -= block?.loose ?? this.loose;
    return block;
  }
}

/** Blocks of a log by the number of their first lines. */
export class BlockLines {
  private readonly store: BlockStore;
  private readonly blocks: { readonly line: number; readonly block: LineBlock }[] = [];

  constructor(store: BlockStore) {
    this.store = store;
  }

  /** @param line greater than those of all blocks before */
  add(line: number, block: LineBlock): void {
    this.blocks.push({ line, block });
  }

  /** Returns a line; undefined if it is in no block. */
  at(line: number): LogLine | undefined {
    let [low, high] = [-1, this.blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.blocks[middle]?.line ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    const placed = this.blocks[low];
    if (!placed || line >= placed.line + placed.block.lines) return undefined;
    return this.store.linesOf(placed.block)[line - placed.line];
  }
}
