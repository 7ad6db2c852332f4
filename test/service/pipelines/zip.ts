import { crc32, deflateRawSync } from "node:zlib";
import type { ArtifactFile } from "../types.ts";

// A fixed date (2026-01-01 00:00) keeps the archive of equal files equal, and with it the strong ETag.
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;
const UTF8_NAMES = 0x0800;
const ENCRYPTED = 0x0001;
const FULL = 0xffffffff;

/** A file as it is to stand in an archive, also as no honest packer would write it. */
export interface ZipEntry extends ArtifactFile {
  /** The name as bytes of an encoding of its own, in place of the path in UTF-8. */
  readonly rawName?: Buffer;
  /** Unix mode with the type; a regular file's unless told. `0o120777` is a symbolic link. */
  readonly mode?: number;
  /** Not deflated. */
  readonly stored?: boolean;
  /** Marked as encrypted; its bytes are not. */
  readonly encrypted?: boolean;
  /** What the directory says of its unpacked size. */
  readonly claimedSize?: number;
}

export interface ZipOptions {
  /** With the records of zip64, and sizes and offsets in them, however small they are. */
  readonly zip64?: boolean;
}

/** A zip archive of the files: UTF-8 names, Unix modes; below 4 GiB. */
export function zip(files: readonly ZipEntry[], { zip64 = false }: ZipOptions = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = file.rawName ?? Buffer.from(file.path, "utf8");
    const packed = file.stored === true ? file.content : deflateRawSync(file.content);
    const size = file.claimedSize ?? file.content.length;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0); // version needed
    shared.writeUInt16LE((file.rawName ? 0 : UTF8_NAMES) | (file.encrypted === true ? ENCRYPTED : 0), 2);
    shared.writeUInt16LE(file.stored === true ? 0 : 8, 4); // deflate
    shared.writeUInt16LE(0, 6); // time
    shared.writeUInt16LE(DATE, 8);
    shared.writeUInt32LE(crc32(file.content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), shared, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((file.mode ?? (file.executable === true ? 0o100755 : 0o100644)) << 16) >>> 0, 6);
    rest.writeUInt32LE(zip64 ? FULL : offset, 10);
    const extra = zip64 ? zip64Extra(size, packed.length, offset) : Buffer.alloc(0);
    const listed = Buffer.from(shared);
    if (zip64) listed.fill(0xff, 14, 22);
    listed.writeUInt16LE(extra.length, 24);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), Buffer.from([20, 3]), listed, rest, name, extra]),
    );
    bodies.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(zip64 ? 0xffff : files.length, 8);
  end.writeUInt16LE(zip64 ? 0xffff : files.length, 10);
  end.writeUInt32LE(zip64 ? FULL : index.length, 12);
  end.writeUInt32LE(zip64 ? FULL : offset, 16);
  return Buffer.concat([...bodies, index, ...(zip64 ? [zip64End(files.length, index.length, offset)] : []), end]);
}

function zip64Extra(size: number, packed: number, offset: number): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  [size, packed, offset].forEach((value, at) => extra.writeBigUInt64LE(BigInt(value), 4 + at * 8));
  return extra;
}

/** The end record of zip64 and what points to it. */
function zip64End(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.write("PK\x06\x06", 0, "latin1");
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  [count, count, size, offset].forEach((value, at) => end.writeBigUInt64LE(BigInt(value), 24 + at * 8));
  end.write("PK\x06\x07", 56, "latin1");
  end.writeBigUInt64LE(BigInt(offset + size), 56 + 8);
  end.writeUInt32LE(1, 56 + 16);
  return end;
}
