import assert from "node:assert/strict";
import { inflateSync, deflateSync } from "node:zlib";
import { describe, it } from "mocha";
import { withPalette } from "../../../tools/palettePng.ts";

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
};

/** A picture of RGB rows, each beginning with its filter. */
function picture(width: number, rows: readonly (readonly number[])[], format = [8, 2, 0, 0, 0]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set(format, 8);
  return Buffer.concat([
    Buffer.alloc(8),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from(rows.flat()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The colors of a picture with a palette, row by row. */
function colorsOf(png: Buffer, width: number): number[][] {
  const part = (type: string): Buffer => {
    const at = png.indexOf(type, 0, "latin1");
    return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  };
  const [table, rows] = [part("PLTE"), inflateSync(part("IDAT"))];
  return Array.from({ length: rows.length / (width + 1) }, (_row, row) =>
    Array.from({ length: width }, (_pixel, x) => table.readUIntBE((rows[row * (width + 1) + 1 + x] ?? 0) * 3, 3)),
  );
}

describe("withPalette", () => {
  it("keeps the colors of rows with each filter", () => {
    const png = picture(2, [
      [0, 10, 20, 30, 200, 100, 50],
      [1, 10, 20, 30, 190, 80, 20],
      [2, 0, 0, 0, 0, 0, 0],
      [3, 5, 10, 15, 95, 40, 10],
      [4, 0, 0, 0, 0, 0, 0],
    ]);
    const row = [0x0a141e, 0xc86432];
    assert.deepEqual(colorsOf(withPalette(png), 2), [row, row, row, row, row]);
  });

  it("takes pictures with an alpha channel, which it drops", () => {
    const rows = [
      [1, 10, 20, 30, 255, 190, 80, 20, 0],
      [4, 0, 0, 0, 0, 0, 0, 0, 0],
    ];
    const row = [0x0a141e, 0xc86432];
    assert.deepEqual(colorsOf(withPalette(picture(2, rows, [8, 6, 0, 0, 0])), 2), [row, row]);
  });

  it("keeps colors of large surfaces as they are, and a rare one that is like no other", () => {
    const surfaces = [0xfafafd, 0xf8f8f8];
    const shades = Array.from({ length: 400 }, (_, at) => (at % 20) * 0x800 + Math.floor(at / 20) * 8);
    const row = [...surfaces.flatMap((color) => new Array<number>(90).fill(color)), ...shades, ...shades, 0xff0000];
    const bytes = row.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]);
    const [kept = []] = colorsOf(withPalette(picture(row.length, [[0, ...bytes]])), row.length);
    assert.deepEqual([kept[0], kept[90], kept.at(-1)], [...surfaces, 0xff0000]);
    assert.ok(new Set(kept).size <= 256);
  });

  it("refuses pictures of other formats", () =>
    assert.throws(() => withPalette(picture(1, [[0, 1]], [8, 0, 0, 0, 0])), /another format/));
});
