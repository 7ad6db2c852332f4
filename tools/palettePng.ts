/** Makes pictures of windows small: PNG with a palette instead of three bytes for each pixel. */
import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Three bytes for each pixel, row by row. */
  readonly rgb: Buffer;
}

/** Returns the picture with at most 256 colors. @throws Error unless it is an 8-bit RGB or RGBA picture without interlacing, as browsers take them */
export function withPalette(png: Buffer): Buffer {
  const pixels = decode(png);
  const { width, height } = pixels;
  const colors = palette([pixels], 256);
  return pngFile([
    chunk("IHDR", header(width, height)),
    chunk("PLTE", colorTable(colors)),
    chunk("IDAT", packRows(new ColorIndex(colors).of(pixels), width)),
  ]);
}

/** Returns a PNG file. @param chunks all but the last, IEND */
export const pngFile = (chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([signature, ...chunks, chunk("IEND", Buffer.alloc(0))]);

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** Returns the data of IHDR for a picture with a palette. */
export function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 3, 0, 0, 0], 8);
  return data;
}

/** Returns the data of PLTE. */
export function colorTable(colors: readonly number[]): Buffer {
  const table = Buffer.alloc(colors.length * 3);
  for (const [index, color] of colors.entries()) table.writeUIntBE(color, index * 3, 3);
  return table;
}

/** Returns the data of IDAT. @param pixels one byte for each, row by row */
export function packRows(pixels: Uint8Array, width: number): Buffer {
  const height = pixels.length / width;
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1)
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  return deflateSync(rows, { level: 9 });
}

/** Drops the alpha channel: windows are opaque. @throws Error unless it is an 8-bit RGB or RGBA picture without interlacing */
export function decode(png: Buffer): Pixels {
  const parts: Buffer[] = [];
  let [width, height, format] = [0, 0, ""];
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR")
      [width, height, format] = [data.readUInt32BE(0), data.readUInt32BE(4), data.subarray(8).toString("hex")];
    if (type === "IDAT") parts.push(data);
    at += length + 12;
  }
  const bytes = { "0802000000": 3, "0806000000": 4 }[format];
  if (bytes === undefined) throw new Error(`A PNG of another format: ${format}`);
  const pixels = unfiltered(inflateSync(Buffer.concat(parts)), { bytes, width, height });
  return { width, height, rgb: bytes === 3 ? pixels : Buffer.from(pixels.filter((_, at) => at % 4 !== 3)) };
}

/** Undoes the filters of the rows (PNG specification, section 9). @param size.bytes those of a pixel */
function unfiltered(
  rows: Buffer,
  { bytes, width, height }: { readonly bytes: number; readonly width: number; readonly height: number },
): Buffer {
  const stride = width * bytes;
  const out = Buffer.alloc(stride * height);
  const byte = (at: number): number => out[at] ?? 0;
  for (let row = 0; row < height; row += 1) {
    const predict = predictors[rows[row * (stride + 1)] ?? 0] ?? none;
    for (let x = 0; x < stride; x += 1) {
      const at = row * stride + x;
      const left = x < bytes ? 0 : byte(at - bytes);
      const up = row === 0 ? 0 : byte(at - stride);
      const corner = x < bytes || row === 0 ? 0 : byte(at - stride - bytes);
      out[at] = ((rows[row * (stride + 1) + 1 + x] ?? 0) + predict(left, up, corner)) & 255;
    }
  }
  return out;
}

type Predictor = (left: number, up: number, corner: number) => number;
const none: Predictor = () => 0;
const paeth: Predictor = (left, up, corner) => {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
};
/** By the number of the filter. */
const predictors: readonly Predictor[] = [none, (left) => left, (_, up) => up, (left, up) => (left + up) >> 1, paeth];

/** How many of the most frequent colors are kept as they are: what the window's surfaces have. */
const exact = 32;

/** Returns the most frequent colors, and then those that differ most from the ones before. @param size how many colors at most */
export function palette(pictures: Iterable<Pixels>, size: number): number[] {
  const counts = new Uint32Array(1 << 24);
  for (const { rgb } of pictures) for (let at = 0; at < rgb.length; at += 3) bump(counts, rgb.readUIntBE(at, 3));
  const used: Counted[] = [];
  for (const [color, count] of counts.entries()) if (count > 0) used.push({ color, count });
  used.sort((one, other) => other.count - one.count);
  const chosen = used.slice(0, Math.min(exact, size));
  const left = similarTogether(used.slice(chosen.length)).map((one) => ({
    ...one,
    distance: Math.min(...chosen.map(({ color }) => distanceOf(color, one.color))),
  }));
  while (chosen.length < size && left.length > 0) {
    // By the root, since the few pixels of an icon's color say more than the many of one more shade of grey.
    const scores = left.map(({ count, distance }) => distance * Math.sqrt(count));
    const [next] = left.splice(scores.indexOf(Math.max(...scores)), 1);
    if (!next) break;
    chosen.push(next);
    for (const one of left) one.distance = Math.min(one.distance, distanceOf(one.color, next.color));
  }
  return chosen.map(({ color }) => color);
}

interface Counted {
  readonly color: number;
  readonly count: number;
}

/** Returns the first color of each group of similar ones, with the count of all. */
function similarTogether(colors: readonly Counted[]): Counted[] {
  const groups = new Map<number, { color: number; count: number }>();
  for (const { color, count } of colors) {
    const key = color & 0xf8f8f8;
    const group = groups.get(key);
    if (group) group.count += count;
    else groups.set(key, { color, count });
  }
  return [...groups.values()];
}

function distanceOf(one: number, other: number): number {
  const at = (shift: number): number => ((one >> shift) & 255) - ((other >> shift) & 255);
  return at(16) ** 2 + at(8) ** 2 + at(0) ** 2;
}

const bump = (counts: Uint32Array, at: number): void => {
  counts[at] = (counts[at] ?? 0) + 1;
};

/** Finds the nearest color of a palette for each pixel. */
export class ColorIndex {
  private readonly colors: readonly number[];
  private readonly known = new Map<number, number>();

  constructor(colors: readonly number[]) {
    this.colors = colors;
  }

  /** Returns the index of the color of each pixel. */
  of({ rgb }: Pixels): Uint8Array {
    const found = new Uint8Array(rgb.length / 3);
    let [last, lastIndex] = [-1, 0];
    for (let at = 0; at < found.length; at += 1) {
      const color = rgb.readUIntBE(at * 3, 3);
      // Most pixels are like the one before.
      if (color !== last) [last, lastIndex] = [color, this.indexOf(color)];
      found[at] = lastIndex;
    }
    return found;
  }

  private indexOf(color: number): number {
    let index = this.known.get(color);
    if (index === undefined) this.known.set(color, (index = nearestOf(this.colors, color)));
    return index;
  }
}

function nearestOf(colors: readonly number[], color: number): number {
  let [best, least] = [0, Infinity];
  for (const [index, one] of colors.entries()) {
    const distance = distanceOf(one, color);
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}
