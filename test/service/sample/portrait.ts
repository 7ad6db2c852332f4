import { crc32, deflateSync } from "node:zlib";

const SIZE = 32;

/** A small PNG: a head and shoulders in white on the colour, which is 0xRRGGBB. */
export function portrait(colour: number): Buffer {
  const rows = Buffer.alloc(SIZE * (1 + SIZE * 3));
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const at = y * (1 + SIZE * 3) + 1 + x * 3;
      rows.writeUIntBE(isPerson(x + 0.5 - SIZE / 2, y + 0.5) ? 0xffffff : colour, at, 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits per channel, RGB, no interlacing.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

/** `x` is measured from the middle, `y` from the top. */
function isPerson(x: number, y: number): boolean {
  const head = x ** 2 + (y - 12) ** 2 < 36;
  const shoulders = (x / 11) ** 2 + ((y - 32) / 11) ** 2 < 1;
  return head || shoulders;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
