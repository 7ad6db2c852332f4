/** Looks for secrets in files and memory: as they are, and in the forms that encoders give them. */
import { createReadStream } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Secret } from "../service/secrets.ts";

/** Bytes. What is shorter may be anywhere by chance, and no service issues it. */
export const shortestSecret = 12;

export interface Hit {
  readonly kind: string;
  /** Name of the encoding; empty for the value itself. */
  readonly form: string;
  /** The beginning of the value. */
  readonly hint: string;
  /** Where it begins, in bytes. */
  readonly at: number;
}

interface Pattern extends Omit<Hit, "at"> {
  readonly bytes: Buffer;
}

/** Base64 of whatever surrounds the value: three alignments, each without the characters that depend on its neighbours. */
const inBase64 = (bytes: Buffer): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return encoded.slice(Math.ceil((before * 8) / 6), whole);
  });

/** Returns a value in all forms that are looked for, by the name of the encoding. */
function formsOf(value: string): readonly (readonly [form: string, bytes: Buffer])[] {
  const bytes = Buffer.from(value);
  const encoded = encodeURIComponent(value);
  const base64 = inBase64(bytes);
  const texts: readonly (readonly [form: string, text: string])[] = [
    ["", value],
    ["URL-encoded", encoded],
    ["URL-encoded", encoded.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase())],
    ["URL-encoded", encoded.replace(/%20/g, "+")],
    ["URL-encoded twice", encodeURIComponent(encoded)],
    ["as JSON", JSON.stringify(value).slice(1, -1)],
    ["as JSON in JSON", JSON.stringify(JSON.stringify(value)).slice(3, -3)],
    ...base64.map((text) => ["in base64", text] as const),
    ...base64.map((text) => ["in base64url", text.replaceAll("+", "-").replaceAll("/", "_")] as const),
    ["in hexadecimal", bytes.toString("hex")],
    ["in hexadecimal", bytes.toString("hex").toUpperCase()],
  ];
  return [
    ...texts.map(([form, text]) => [form, Buffer.from(text)] as const),
    ["in UTF-16", Buffer.from(value, "utf16le")],
    ["in UTF-16, big-endian", Buffer.from(value, "utf16le").swap16()],
  ];
}

/** Bytes of the blocks that are looked up. */
const block = 4;
const bits = 20;
const slot = (bytes: number): number => Math.imul(bytes, 0x9e3779b1) >>> (32 - bits);

/**
 * Finds any of many secrets in one pass. Every pattern is as long as a stride and a block, so that one of its blocks begins at a multiple of
 * the stride wherever it is: only there a block is looked up.
 */
export class SecretSearch {
  /** How many different values are looked for. */
  readonly size: number;
  readonly #stride: number;
  readonly #longest: number;
  readonly #marked = new Uint8Array(1 << bits);
  readonly #blocks = new Map<number, { readonly pattern: Pattern; readonly offset: number }[]>();

  /** Leaves out what is too short to be told from other text. */
  constructor(secrets: readonly Secret[]) {
    const long = secrets.filter(({ value }) => Buffer.byteLength(value) >= shortestSecret);
    this.size = long.length;
    const patterns = long.flatMap(({ kind, value }) => {
      const seen = new Set<string>();
      return formsOf(value).flatMap(([form, bytes]): Pattern[] => {
        const key = bytes.toString("latin1");
        if (seen.has(key)) return [];
        seen.add(key);
        return [{ kind, form, hint: value.slice(0, 6), bytes }];
      });
    });
    this.#stride = shortestSecret - block + 1;
    this.#longest = Math.max(0, ...patterns.map(({ bytes }) => bytes.length));
    for (const pattern of patterns)
      for (let offset = 0; offset < this.#stride; offset += 1) {
        const key = pattern.bytes.readUInt32LE(offset);
        this.#marked[slot(key)] = 1;
        const known = this.#blocks.get(key);
        if (known) known.push({ pattern, offset });
        else this.#blocks.set(key, [{ pattern, offset }]);
      }
  }

  /** Returns what is in these bytes, each value in each form once. */
  in(data: Buffer): Hit[] {
    const found = new Set<string>();
    return this.allIn(data).filter(({ kind, form, hint }) => {
      const key = `${kind} ${hint} ${form}`;
      return !found.has(key) && found.add(key);
    });
  }

  /** Returns everything that is in these bytes. */
  allIn(data: Buffer): Hit[] {
    const found: Hit[] = [];
    const { buffer, byteOffset, length } = data;
    const view = new DataView(buffer, byteOffset, length);
    for (let at = 0; at + block <= length; at += this.#stride) {
      const key = view.getUint32(at, true);
      if (this.#marked[slot(key)] === 0) continue;
      for (const { pattern, offset } of this.#blocks.get(key) ?? []) {
        const start = at - offset;
        const end = start + pattern.bytes.length;
        if (start < 0 || end > length || pattern.bytes.compare(data, start, end) !== 0) continue;
        const { kind, form, hint } = pattern;
        found.push({ kind, form, hint, at: start });
      }
    }
    return found;
  }

  /**
   * Returns what is in a file, read in parts. Nothing where it is gone or cannot be read.
   * @param onRead hears how many bytes were read
   */
  async inFile(file: string, onRead?: (bytes: number) => void): Promise<Hit[]> {
    const hits = new Map<string, Hit>();
    let kept = Buffer.alloc(0);
    let before = 0;
    try {
      for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
        onRead?.((chunk as Buffer).length);
        const data: Buffer = kept.length === 0 ? (chunk as Buffer) : Buffer.concat([kept, chunk as Buffer]);
        for (const hit of this.in(data)) {
          const key = `${hit.kind} ${hit.hint} ${hit.form}`;
          if (!hits.has(key)) hits.set(key, { ...hit, at: before + hit.at });
        }
        const keep = Math.min(data.length, Math.max(this.#longest - 1, 0));
        kept = Buffer.from(data.subarray(data.length - keep));
        before += data.length - keep;
      }
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    return [...hits.values()];
  }
}

/** Yields the paths of all files below a folder, without following links. @param skip told by their path */
export async function* filesBelow(
  folder: string,
  skip: (path: string) => boolean = () => false,
): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isGone(error)) return [];
    throw error;
  });
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (skip(path)) continue;
    if (entry.isDirectory()) yield* filesBelow(path, skip);
    else if (entry.isFile()) yield path;
  }
}

/** Whether a file went away while it was looked for, or others may not read it. */
const isGone = (error: unknown): boolean =>
  ["ENOENT", "EACCES", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
