import { crc32, inflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly path: string;
  /** Bytes when unpacked. */
  readonly size: number;
  /** Unpacks. Throws an Error when the data is broken or longer than it says. */
  readonly content: () => Buffer;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** The files of a zip archive by its directory (stored and deflated, no zip64). Throws an Error for anything else. */
export function unzip(bytes: Buffer): ZipEntry[] {
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY)
      throw new Error("The directory of the archive is broken.");
    const [nameLength, extraLength, commentLength] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const path = bytes.subarray(at + 46, at + 46 + nameLength).toString("utf8");
    const size = bytes.readUInt32LE(at + 24);
    const place = {
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size,
      local: bytes.readUInt32LE(at + 42),
    };
    if (!path.endsWith("/")) entries.push({ path, size, content: () => unpack(bytes, place) });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** The end record is the last thing, before a comment of at most 64 KiB. */
function endOfDirectory(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at -= 1)
    if (bytes.readUInt32LE(at) === END) return at;
  throw new Error("This is no zip archive.");
}

function unpack(
  bytes: Buffer,
  place: {
    readonly method: number;
    readonly crc: number;
    readonly packed: number;
    readonly size: number;
    readonly local: number;
  },
): Buffer {
  const { local, packed, size } = place;
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL)
    throw new Error("An entry of the archive is broken.");
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const raw = bytes.subarray(start, start + packed);
  if (place.method !== 0 && place.method !== 8)
    throw new Error("An entry of the archive is compressed in an unknown way.");
  // The limit keeps a small archive from filling the memory.
  const content = place.method === 8 ? inflateRawSync(raw, { maxOutputLength: Math.max(size, 1) }) : raw;
  if (content.length !== size || crc32(content) !== place.crc) throw new Error("An entry of the archive is broken.");
  return content;
}
