import { promisify } from "node:util";
import { deflateRaw, deflateRawSync, inflateRawSync, type ZlibOptions } from "node:zlib";
import { type LineBlock, ownCopy } from "./lineBlock.ts";
import type { LogLine } from "./sections.ts";

/** Number of blocks whose lines are kept once they were asked for: those of a few windows. */
const READ_BLOCKS = 8;

/** Number of bytes of blocks that are kept as the host sent them; those before are compressed. */
const LOOSE = 8 * 1024 * 1024;
/** Least number of bytes that are compressed at once, as long as there are as many. */
const GROUP = 256 * 1024;

/** Least size that zlib takes for its chunks. */
const LEAST_CHUNK = 64;

/** The fastest level. */
const options: ZlibOptions = { level: 1, chunkSize: 64 * 1024 };
const deflate = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);

/** The blocks of a log whose lines may be asked for later: compressed, and read when they are. */
export class BlockStore {
  private readonly limit: number;
  /** The blocks that are not compressed, in order, and their size. */
  private readonly waiting: LineBlock[] = [];
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
    this.loose += block.sent.length;
    // They come faster than they are compressed meanwhile.
    while (this.loose > 2 * this.limit) {
      const group = this.nextGroup();
      group.keep(deflateRawSync(group.sent, options));
    }
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
      const group = this.nextGroup();
      const packed = await deflate(group.sent, options).catch(() => undefined);
      // What cannot be compressed stays as it is.
      if (packed) group.keep(packed);
    }
    this.isPacking = false;
  }

  private nextGroup(): BlockGroup {
    let [count, size] = [0, 0];
    while (count < this.waiting.length && size < GROUP) size += this.waiting[count++]?.sent.length ?? 0;
    this.loose -= size;
    return new BlockGroup(this.waiting.splice(0, count), size);
  }
}

/** Blocks that are compressed together. */
class BlockGroup {
  readonly sent: Buffer;
  private readonly blocks: readonly LineBlock[];

  constructor(blocks: readonly LineBlock[], size: number) {
    this.blocks = blocks;
    this.sent = Buffer.allocUnsafe(size);
    let at = 0;
    for (const { sent } of blocks) at += sent.copy(this.sent, at);
  }

  /** Lets the blocks keep nothing but their part of this. */
  keep(packed: Buffer): void {
    const { length } = this.sent;
    const own = ownCopy(packed);
    // Blocks that are read one after the other need it once.
    let last: WeakRef<Buffer> | undefined;
    const read = (): Buffer => {
      const sent = last?.deref() ?? inflateRawSync(own, { chunkSize: Math.max(LEAST_CHUNK, length) });
      last = new WeakRef(sent);
      return sent;
    };
    let at = 0;
    for (const block of this.blocks) {
      const start = at;
      const end = (at += block.sent.length);
      block.keepElsewhere(() => read().subarray(start, end));
    }
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
