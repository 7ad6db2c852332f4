import { crc32, deflateRawSync } from "node:zlib";
import type { ArtifactFile } from "../types.ts";

// A fixed date (2026-01-01 00:00) keeps the archive of equal files equal, and with it the strong ETag.
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;
const UTF8_NAMES = 0x0800;

/** A zip archive of the files: deflate, UTF-8 names, Unix modes; below 4 GiB (no zip64). */
export function zip(files: readonly ArtifactFile[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.path, "utf8");
    const packed = deflateRawSync(file.content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0); // version needed
    shared.writeUInt16LE(UTF8_NAMES, 2);
    shared.writeUInt16LE(8, 4); // deflate
    shared.writeUInt16LE(0, 6); // time
    shared.writeUInt16LE(DATE, 8);
    shared.writeUInt32LE(crc32(file.content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(file.content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), shared, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((file.executable === true ? 0o100755 : 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), Buffer.from([20, 3]), shared, rest, name]));
    bodies.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, index, end]);
}
