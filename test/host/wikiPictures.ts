/** Pictures that suites about wikis make. */
import { crc32, deflateSync } from "node:zlib";

/** A PNG of one colour. */
export function png(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number] = [40, 120, 200],
): Buffer {
  const line = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(Array.from({ length: width }, () => [red, green, blue]).flat()),
  ]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const part = (name: string, bytes: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), bytes]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(bytes.length, 0);
    around.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    part("IHDR", head),
    part("IDAT", deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    part("IEND", Buffer.alloc(0)),
  ]);
}
