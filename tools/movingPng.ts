/** Puts pictures of a window together as one that moves: PNG with animation (APNG), which every browser shows, and any other viewer as its first frame. */
import { chunk, colorTable, ColorIndex, decode, header, packRows, palette, pngFile } from "./palettePng.ts";

export interface Frame {
  readonly png: Buffer;
  /** How long it is shown. */
  readonly milliseconds: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Index in the palette: what the frame before shows stays. */
const unchanged = 0;

/** Returns the frames as one picture with at most 256 colors that plays for ever. @throws Error unless all are 8-bit RGB pictures of one size */
export function movingPng(frames: readonly Frame[]): Buffer {
  const colors = palette(decodeAll(frames), 255);
  const index = new ColorIndex(colors);
  const changes: { box: Box; pixels: Uint8Array; milliseconds: number }[] = [];
  let [width, height] = [0, 0];
  let before: Uint8Array | undefined;
  for (const { png, milliseconds } of frames) {
    const picture = decode(png);
    if (before !== undefined && (picture.width !== width || picture.height !== height))
      throw new Error(`A frame of ${picture.width} × ${picture.height} among those of ${width} × ${height}`);
    ({ width, height } = picture);
    const pixels = index.of(picture).map((color) => color + 1);
    const box = before === undefined ? { x: 0, y: 0, width, height } : changedBox(before, pixels, width);
    const last = changes.at(-1);
    if (box) changes.push({ box, pixels: before ? changedPixels(before, pixels, width, box) : pixels, milliseconds });
    else if (last) last.milliseconds += milliseconds;
    before = pixels;
  }
  const chunks = [
    chunk("IHDR", header(width, height)),
    chunk("acTL", numbers(changes.length, 0)),
    chunk("PLTE", colorTable([0, ...colors])),
    chunk("tRNS", Buffer.from([0])),
  ];
  let sequence = 0;
  for (const [at, { box, pixels, milliseconds }] of changes.entries()) {
    const end = Buffer.alloc(6);
    end.writeUInt16BE(milliseconds, 0);
    // Thousandths; leave the frame when the next begins; draw over the one before.
    end.writeUInt16BE(1000, 2);
    end.set([0, 1], 4);
    chunks.push(chunk("fcTL", Buffer.concat([numbers(sequence++, box.width, box.height, box.x, box.y), end])));
    const data = packRows(pixels, box.width);
    chunks.push(at === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([numbers(sequence++), data])));
  }
  return pngFile(chunks);
}

function* decodeAll(frames: readonly Frame[]): Iterable<ReturnType<typeof decode>> {
  for (const { png } of frames) yield decode(png);
}

function numbers(...values: readonly number[]): Buffer {
  const data = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) data.writeUInt32BE(value, at * 4);
  return data;
}

/** Returns the smallest box with all pixels that differ, or undefined if none does. */
function changedBox(before: Uint8Array, now: Uint8Array, width: number): Box | undefined {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let at = 0; at < now.length; at += 1) {
    if (now[at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    if (top < 0) top = y;
    bottom = y;
  }
  return top < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function changedPixels(before: Uint8Array, now: Uint8Array, width: number, box: Box): Uint8Array {
  const pixels = new Uint8Array(box.width * box.height);
  for (let row = 0; row < box.height; row += 1)
    for (let x = 0; x < box.width; x += 1) {
      const at = (box.y + row) * width + box.x + x;
      pixels[row * box.width + x] = now[at] === before[at] ? unchanged : (now[at] ?? 0);
    }
  return pixels;
}
