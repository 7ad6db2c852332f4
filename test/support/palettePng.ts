/** Makes pictures of windows small: PNG with a palette instead of three bytes for each pixel. */
import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Three bytes for each pixel, row by row. */
  readonly rgb: Buffer;
}

/** Returns the picture with at most 256 colors. @throws Error unless it is an 8-bit RGB picture without interlacing, as browsers take them */
export function withPalette(png: Buffer): Buffer {
  const { width, height, rgb } = decode(png);
  const colors = palette(rgb);
  const nearest = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at += 1) {
    const color = rgb.readUIntBE(at * 3, 3);
    let index = nearest.get(color);
    if (index === undefined) nearest.set(color, (index = nearestOf(colors, color)));
    rows[at + Math.floor(at / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.alloc(colors.length * 3);
  for (const [index, color] of colors.entries()) table.writeUIntBE(color, index * 3, 3);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", table),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

function decode(png: Buffer): Pixels {
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
  if (format !== "0802000000") throw new Error(`A PNG of another format: ${format}`);
  return { width, height, rgb: unfiltered(inflateSync(Buffer.concat(parts)), width * 3, height) };
}

/** Undoes the filters of the rows (PNG specification, section 9). */
function unfiltered(rows: Buffer, stride: number, height: number): Buffer {
  const out = Buffer.alloc(stride * height);
  const byte = (at: number): number => out[at] ?? 0;
  for (let row = 0; row < height; row += 1) {
    const filter = rows[row * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = row * stride + x;
      const left = x < 3 ? 0 : byte(at - 3);
      const up = row === 0 ? 0 : byte(at - stride);
      const corner = x < 3 || row === 0 ? 0 : byte(at - stride - 3);
      const added = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      out[at] = ((rows[row * (stride + 1) + 1 + x] ?? 0) + added) & 255;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Returns the most frequent color of each of the 256 most frequent groups of similar colors. */
function palette(rgb: Buffer): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const color = rgb.readUIntBE(at, 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const groups = new Map<number, { color: number; best: number; count: number }>();
  for (const [color, count] of counts) {
    const key = color & 0xf8f8f8;
    const group = groups.get(key) ?? { color, best: 0, count: 0 };
    group.count += count;
    if (count > group.best) Object.assign(group, { color, best: count });
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, 256)
    .map(({ color }) => color);
}

function nearestOf(colors: readonly number[], color: number): number {
  const parts = (one: number): [number, number, number] => [one >> 16, (one >> 8) & 255, one & 255];
  const [r, g, b] = parts(color);
  let [best, least] = [0, Infinity];
  for (const [index, one] of colors.entries()) {
    const [x, y, z] = parts(one);
    const distance = (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}
