import { setImmediate as breathe } from "node:timers/promises";
import type { RandomAccessReader } from "yauzl";
import { readEntry } from "./entry.ts";
import { ArchiveListing } from "./listing.ts";

/** Where the bytes of an archive come from. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** The bytes from `start` on, `end` exclusive: exactly these. */
  read(start: number, end: number): Promise<Buffer>;
}

/** Why an archive cannot be listed. The words for it are the caller's. */
export type ArchiveProblem =
  /** No zip archive, or a broken one. */
  | "notZip"
  /** More entries, or a larger directory, than anybody would look through. */
  | "tooMany"
  /** Another archive came in between, or more of it than was told. */
  | "changed";

export class ArchiveError extends Error {
  readonly why: ArchiveProblem;

  constructor(why: ArchiveProblem, cause?: unknown) {
    super(`The archive cannot be listed: ${why}`, cause === undefined ? {} : { cause });
    this.name = "ArchiveError";
    this.why = why;
  }
}

/** Entries, the folders that they name, and bytes of the directory, beyond which an archive is not listed. */
export const mostEntries = 250_000;
const mostFolders = 100_000;
const largestDirectory = 64 * 1024 * 1024;

/** Bytes asked for at once: few requests, and not much that is not needed. */
const piece = 1024 * 1024;
/** The end record with the longest comment, and the directory of most archives. */
export const tailSize = 128 * 1024;
/** Entries after which other work gets a turn. */
const turn = 500;

/**
 * Lists an archive by the directory at its end; nothing is unpacked.
 * @throws ArchiveError, what the source throws, or the signal's reason
 */
export async function listArchive(source: ByteSource, signal: AbortSignal): Promise<ArchiveListing> {
  const { fromRandomAccessReaderPromise, RandomAccessReader: Base } = (await import("yauzl")).default;
  const pieces = new Pieces(source);
  const reader = readingFrom(Base, pieces);
  const told = (error: unknown): unknown => {
    signal.throwIfAborted();
    return pieces.failure
      ? pieces.failure.error
      : error instanceof ArchiveError
        ? error
        : new ArchiveError("notZip", error);
  };
  const archive = await fromRandomAccessReaderPromise(reader, source.size, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: false,
  }).catch((error: unknown) => {
    throw told(error);
  });
  try {
    if (archive.entryCount > mostEntries) throw new ArchiveError("tooMany");
    const listing = new ArchiveListing();
    let read = 0;
    for await (const entry of archive.eachEntry()) {
      listing.add(readEntry(entry));
      // A short path may name dozens of folders.
      if (listing.folderCount > mostFolders) throw new ArchiveError("tooMany");
      read += 1;
      if (read % turn === 0) {
        await breathe();
        signal.throwIfAborted();
      }
    }
    return listing;
  } catch (error) {
    throw told(error);
  } finally {
    archive.close();
  }
}

/** Reads a source forwards in pieces, of which the last two are kept. */
class Pieces {
  failure: { readonly error: unknown } | undefined;
  private readonly source: ByteSource;
  private readonly kept: { start: number; bytes: Buffer }[] = [];
  private total = 0;

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** Copies what is asked for when it is at hand. */
  copy(target: Buffer, offset: number, length: number, position: number): boolean {
    const found = this.kept.find(({ start, bytes }) => position >= start && position + length <= start + bytes.length);
    found?.bytes.copy(target, offset, position - found.start, position - found.start + length);
    return found !== undefined;
  }

  async fetch(position: number, length: number): Promise<void> {
    const { size } = this.source;
    if (position + length > size) throw new ArchiveError("notZip");
    // What is read first is the end, where everything that is needed may already be: it stays at hand.
    const first = this.kept.length === 0;
    const start = position;
    const next = this.kept.map((one) => one.start).filter((at) => at > position);
    const end = first ? size : Math.max(position + length, Math.min(size, position + piece, ...next));
    this.total += end - start;
    if (this.total > largestDirectory) throw new ArchiveError("tooMany");
    const bytes = await this.source.read(start, end);
    if (this.kept.length === 2) this.kept.splice(1, 1);
    this.kept.push({ start, bytes });
  }
}

/** What yauzl reads by: at once where the bytes are at hand, so that thousands of small reads cost nothing. */
function readingFrom(Base: typeof RandomAccessReader, pieces: Pieces): RandomAccessReader {
  class PieceReader extends Base {
    override read(
      buffer: Buffer,
      offset: number,
      length: number,
      position: number,
      callback: (error: Error | null, read?: number) => void,
    ): void {
      if (pieces.copy(buffer, offset, length, position)) {
        callback(null, length);
        return;
      }
      void pieces
        .fetch(position, length)
        .then(
          () => {
            pieces.copy(buffer, offset, length, position);
            return null;
          },
          (error: unknown) => {
            pieces.failure ??= { error };
            return error instanceof Error ? error : new Error(String(error));
          },
        )
        .then((failed) => callback(failed, length));
    }
  }
  return new PieceReader();
}
