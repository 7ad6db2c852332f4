import assert from "node:assert/strict";
import { deflateSync, inflateSync } from "node:zlib";
import { describe, it } from "mocha";
import { movingPng } from "../../../tools/movingPng.ts";
import { chunk, pngFile } from "../../../tools/palettePng.ts";

const [white, red, blue] = [0xffffff, 0xff0000, 0x0000ff];

/** A picture as browsers take them, of rows of colors. */
function picture(...rows: readonly (readonly number[])[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(rows[0]?.length ?? 0, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const bytes = rows.flatMap((row) => [0, ...row.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255])]);
  return pngFile([chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.from(bytes)))]);
}

interface Played {
  readonly milliseconds: number;
  readonly rows: readonly (readonly number[])[];
  /** Pixels that the frame has itself. */
  readonly size: number;
}

/** Plays a moving picture as the specification of APNG says. */
function play(png: Buffer): { readonly plays: number; readonly frames: readonly Played[] } {
  const frames: Played[] = [];
  let [count, plays, sequence] = [0, -1, 0];
  let table: number[] = [];
  let transparent = -1;
  let shown: number[][] = [];
  let control = Buffer.alloc(0);
  const draw = (data: Buffer): void => {
    const [w = 0, h = 0, left = 0, top = 0] = [4, 8, 12, 16].map((at) => control.readUInt32BE(at));
    assert.deepEqual([...control.subarray(24)], [0, 1], "keeps what was there, and draws over it");
    const pixels = inflateSync(data);
    shown = shown.map((row) => [...row]);
    for (let y = 0; y < h; y += 1)
      for (let x = 0; x < w; x += 1) {
        const index = pixels[y * (w + 1) + 1 + x] ?? -1;
        const row = shown[top + y];
        if (row && index !== transparent) row[left + x] = table[index] ?? -1;
      }
    const milliseconds = (control.readUInt16BE(20) * 1000) / control.readUInt16BE(22);
    frames.push({ milliseconds, rows: shown, size: w * h });
  };
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + length);
    switch (png.toString("latin1", at + 4, at + 8)) {
      case "IHDR":
        shown = Array.from({ length: data.readUInt32BE(4) }, () => new Array<number>(data.readUInt32BE(0)).fill(-1));
        break;
      case "acTL":
        [count, plays] = [data.readUInt32BE(0), data.readUInt32BE(4)];
        break;
      case "PLTE":
        table = Array.from({ length: length / 3 }, (_, color) => data.readUIntBE(color * 3, 3));
        break;
      case "tRNS":
        transparent = data.indexOf(0);
        break;
      case "fcTL":
        assert.equal(data.readUInt32BE(0), sequence++);
        control = Buffer.from(data);
        break;
      case "IDAT":
        draw(data);
        break;
      case "fdAT":
        assert.equal(data.readUInt32BE(0), sequence++);
        draw(data.subarray(4));
        break;
    }
    at += length + 12;
  }
  assert.equal(frames.length, count);
  return { plays, frames };
}

describe("movingPng", () => {
  const first = picture([white, white, white], [white, white, white]);
  const second = picture([white, white, white], [white, red, blue]);

  it("plays each frame in its time, without an end", () => {
    const { plays, frames } = play(
      movingPng([
        { png: first, milliseconds: 1200 },
        { png: second, milliseconds: 50 },
        { png: first, milliseconds: 70 },
      ]),
    );
    assert.equal(plays, 0);
    const blank = [
      [white, white, white],
      [white, white, white],
    ];
    assert.deepEqual(
      frames.map(({ milliseconds, rows }) => [milliseconds, rows]),
      [
        [1200, blank],
        [
          50,
          [
            [white, white, white],
            [white, red, blue],
          ],
        ],
        [70, blank],
      ],
    );
  });

  it("holds only what changed", () => {
    const { frames } = play(
      movingPng([
        { png: first, milliseconds: 1 },
        { png: second, milliseconds: 1 },
      ]),
    );
    assert.deepEqual(
      frames.map(({ size }) => size),
      [6, 2],
    );
  });

  it("shows a frame longer when the next is the same", () => {
    const { frames } = play(
      movingPng([
        { png: first, milliseconds: 30 },
        { png: first, milliseconds: 40 },
      ]),
    );
    assert.deepEqual(
      frames.map(({ milliseconds }) => milliseconds),
      [70],
    );
  });

  it("refuses frames of different sizes", () =>
    assert.throws(
      () =>
        movingPng([
          { png: first, milliseconds: 1 },
          { png: picture([white]), milliseconds: 1 },
        ]),
      /A frame of 1 × 1 among those of 3 × 2/,
    ));
});
