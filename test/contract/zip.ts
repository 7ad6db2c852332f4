import { buffer } from "node:stream/consumers";

/** Path of the first file that a zip archive's directory names. */
export async function fileIn(archive: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const bytes = await buffer(archive as NodeJS.ReadableStream & AsyncIterable<Uint8Array>);
  let at = bytes.indexOf("PK\u0001\u0002", 0, "latin1");
  while (at >= 0 && bytes.readUInt32LE(at) === 0x02014b50) {
    const [name, extra, comment] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const path = bytes.toString("utf8", at + 46, at + 46 + name);
    if (!path.endsWith("/")) return path;
    at += 46 + name + extra + comment;
  }
  return undefined;
}
