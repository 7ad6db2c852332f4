import { setImmediate as breathe } from "node:timers/promises";
import type { RandomAccessReader } from "yauzl";
import { readEntry } from "./entry.ts";
import { ArchiveListing } from "./listing.ts";

/** Random access to the bytes of an archive. */
export interface ByteSource {
  /** Size in bytes. */
  readonly size: number;
  /** Returns exactly the bytes from `start` to `end`, exclusive. */
  read(start: number, end: number): Promise<Buffer>;
}

/** Why an archive cannot be listed. */
export type ArchiveProblem =
  /** Not a ZIP archive, or damaged. */
  | "notZip"
  /** Too many entries, or too large a directory. */
  | "tooMany"
  /** The archive was replaced, or its size is wrong. */
  | "changed";

export class ArchiveError extends Error {
  readonly why: ArchiveProblem;

  constructor(why: ArchiveProblem, cause?: unknown) {
    super(`The archive cannot be listed: ${why}`, cause === undefined ? {} : { cause });
    this.name = "ArchiveError";
    this.why = why;
  }
}

/** Limits of entries, folders and bytes of the directory. */
export const maxEntries = 250_000;
const maxFolders = 100_000;
const maxDirectorySize = 64 * 1024 * 1024;

/** Number of bytes requested at once, a compromise between requests and excess data. */
const piece = 1024 * 1024;
/** Size of the end record with the longest comment, and of most directories. */
export const tailSize = 128 * 1024;
/** Number of entries after which other work gets a turn. */
const turn = 500;

/**
 * Lists an archive by its directory, without unpacking.
 * @throws ArchiveError, errors of the source, or the signal's reason
 */
export async function listArchive(source: ByteSource, signal: AbortSignal): Promise<ArchiveListing> {
  const { fromRandomAccessReaderPromise, RandomAccessReader: Base } = (await import("yauzl")).default;
  const pieces = new Pieces(source);
  const reader = readingFrom(Base, pieces);
  const asArchiveError = (error: unknown): unknown => {
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
    throw asArchiveError(error);
  });
  try {
    if (archive.entryCount > maxEntries) throw new ArchiveError("tooMany");
    const listing = new ArchiveListing();
    let read = 0;
    for await (const entry of archive.eachEntry()) {
      listing.add(readEntry(entry));
      // A short path may contain dozens of folders.
      if (listing.folderCount > maxFolders) throw new ArchiveError("tooMany");
      read += 1;
      if (read % turn === 0) {
        await breathe();
        signal.throwIfAborted();
      }
    }
    return listing;
  } catch (error) {
    throw asArchiveError(error);
  } finally {
    archive.close();
  }
}

/** Reads a source forwards in pieces and keeps the last two. */
class Pieces {
  failure: { readonly error: unknown } | undefined;
  private readonly source: ByteSource;
  private readonly kept: { start: number; bytes: Buffer }[] = [];
  private total = 0;

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** Copies a range if it was read already. */
  copy(target: Buffer, offset: number, length: number, position: number): boolean {
    const found = this.kept.find(({ start, bytes }) => position >= start && position + length <= start + bytes.length);
    found?.bytes.copy(target, offset, position - found.start, position - found.start + length);
    return found !== undefined;
  }

  async fetch(position: number, length: number): Promise<void> {
    const { size } = this.source;
    if (position + length > size) throw new ArchiveError("notZip");
    // The first read is at the end, and often contains all that is needed, so it is kept.
    const first = this.kept.length === 0;
    const start = position;
    const next = this.kept.map((one) => one.start).filter((at) => at > position);
    const end = first ? size : Math.max(position + length, Math.min(size, position + piece, ...next));
    this.total += end - start;
    if (this.total > maxDirectorySize) throw new ArchiveError("tooMany");
    const bytes = await this.source.read(start, end);
    if (this.kept.length === 2) this.kept.splice(1, 1);
    this.kept.push({ start, bytes });
  }
}

/** Returns yauzl's reader, which answers synchronously from read pieces to make thousands of small reads fast. */
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
