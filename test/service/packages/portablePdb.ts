import { createHash } from "node:crypto";

const SIGNATURE = 0x424a5342; // "BSJB"
const ID_BYTES = 20;
const VERSION = "PDB v1.0\0\0\0\0";
/** #Blob comes last, so that its header is followed by the data of the first stream, where some readers look for the id. */
const STREAMS = ["#Pdb", "#~", "#Strings", "#US", "#GUID", "#Blob"];

/** The least portable .pdb: metadata root, an id made from `seed`, and streams without a single row. */
export function writePortablePdb(seed: string): Buffer {
  const id = createHash("sha256").update(seed).digest().subarray(0, ID_BYTES);
  const pdb = Buffer.concat([id, Buffer.alloc(12)]); // no entry point, no referenced tables
  const tables = Buffer.alloc(24);
  tables.writeUInt8(2, 4); // version 2.0 of the table schema
  tables.writeUInt8(1, 7);
  const contents = [pdb, tables, Buffer.alloc(4), Buffer.alloc(4), Buffer.alloc(16), Buffer.alloc(4)];
  const headers = STREAMS.map((name) =>
    Buffer.concat([Buffer.alloc(8), Buffer.from(name.padEnd(Math.ceil((name.length + 1) / 4) * 4, "\0"), "latin1")]),
  );
  const root = Buffer.alloc(20 + VERSION.length);
  root.writeUInt32LE(SIGNATURE, 0);
  root.writeUInt16LE(1, 4);
  root.writeUInt16LE(1, 6);
  root.writeUInt32LE(VERSION.length, 12);
  root.write(VERSION, 16, "latin1");
  root.writeUInt16LE(STREAMS.length, 16 + VERSION.length + 2);
  let offset = root.length + headers.reduce((sum, header) => sum + header.length, 0);
  for (const [index, header] of headers.entries()) {
    header.writeUInt32LE(offset, 0);
    header.writeUInt32LE(contents[index]!.length, 4);
    offset += contents[index]!.length;
  }
  return Buffer.concat([root, ...headers, ...contents, Buffer.from(`\0${seed}`)]);
}

export interface SymbolKey {
  /** The id as symbol servers write it: the GUID's parts as numbers, then `FFFFFFFF`. */
  readonly signature: string;
  /** SHA-256 in hexadecimal, over the file with the id zeroed. */
  readonly checksum: string;
}

/** What a symbol file is asked for by. Undefined for what is no portable .pdb. */
export function symbolKey(bytes: Buffer): SymbolKey | undefined {
  const at = idOffset(bytes);
  if (at === undefined) return undefined;
  const id = bytes.subarray(at, at + ID_BYTES);
  const part = (from: number, to: number): string => Buffer.from(id.subarray(from, to)).reverse().toString("hex");
  const zeroed = Buffer.from(bytes);
  zeroed.fill(0, at, at + ID_BYTES);
  return {
    signature: `${part(0, 4)}${part(4, 6)}${part(6, 8)}${id.subarray(8, 16).toString("hex")}FFFFFFFF`,
    checksum: createHash("sha256").update(zeroed).digest("hex"),
  };
}

/** Where the #Pdb stream begins, which is with the id. */
function idOffset(bytes: Buffer): number | undefined {
  try {
    if (bytes.readUInt32LE(0) !== SIGNATURE) return undefined;
    let at = 16 + bytes.readUInt32LE(12) + 2;
    const count = bytes.readUInt16LE(at);
    at += 2;
    for (let index = 0; index < count; index += 1) {
      const end = bytes.indexOf(0, at + 8);
      const offset = bytes.readUInt32LE(at);
      if (bytes.subarray(at + 8, end).toString("latin1") === "#Pdb")
        return offset + ID_BYTES <= bytes.length ? offset : undefined;
      at += 8 + Math.ceil((end - at - 8 + 1) / 4) * 4;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}
