import { ApiError } from "../../api/errors.ts";
import type { Download } from "../../api/request.ts";
import { ArchiveError, type ByteSource, tailSize } from "./zipDirectory.ts";

/** Requests an archive, or a range of its bytes with exclusive `end`. */
export type RequestArchive = (range?: { readonly start: number; readonly end: number }) => Promise<Download>;

/** An archive with range support, or its whole download, which the receiver must read or close. */
export type RemoteArchive =
  | { readonly kind: "parts"; readonly source: ByteSource }
  | { readonly kind: "whole"; readonly download: Download };

/**
 * Opens an archive by its end, which contains the directory. The first response shows whether the host supports ranges;
 * if not, it is the archive itself, so nothing is requested twice.
 * @param size bytes, if known; otherwise takes another request, because hosts need not support ranges from the end
 * @throws ApiError, ArchiveError
 */
export async function openArchive(ask: RequestArchive, size: number | undefined): Promise<RemoteArchive> {
  const known = size !== undefined && size > 0 ? size : undefined;
  try {
    return await openAtEnd(ask, known);
  } catch (error) {
    // The range is invalid for the storage, or the archive is shorter than stated.
    if (!(error instanceof ApiError) || error.kind !== "invalidRequest") throw error;
    if (known === undefined || error.status !== 416) return { kind: "whole", download: await ask() };
    return openArchive(ask, undefined);
  }
}

async function openAtEnd(ask: RequestArchive, size: number | undefined, again = false): Promise<RemoteArchive> {
  const range = size === undefined ? { start: 0, end: 1 } : { start: Math.max(0, size - tailSize), end: size };
  const first = await ask(range);
  if (!first.part) return { kind: "whole", download: first };
  const { start, total = size } = first.part;
  const bytes = await readPart(first, range);
  if (total === undefined) throw new ArchiveError("notZip");
  if (start + bytes.length !== total) {
    if (again) throw new ArchiveError("changed");
    return openAtEnd(ask, total, true);
  }
  return { kind: "parts", source: partsOf(ask, { total, etag: first.etag, tail: { start, bytes } }) };
}

interface Opened {
  readonly total: number;
  readonly etag: string | undefined;
  readonly tail: { readonly start: number; readonly bytes: Buffer };
}

function partsOf(ask: RequestArchive, { total, etag, tail }: Opened): ByteSource {
  return {
    size: total,
    read: async (start, upTo) => {
      const atHand = tail.bytes.subarray(Math.max(0, start - tail.start), Math.max(0, upTo - tail.start));
      const end = Math.min(upTo, tail.start);
      if (start >= end) return atHand;
      const answer = await ask({ start, end });
      const same =
        answer.part?.start === start &&
        (answer.part.total ?? total) === total &&
        (answer.etag ?? etag) === (etag ?? answer.etag);
      if (!same) {
        await answer.close();
        throw new ArchiveError("changed");
      }
      const bytes = await readPart(answer, { start, end });
      if (bytes.length !== end - start) throw new ArchiveError("changed");
      return atHand.length === 0 ? bytes : Buffer.concat([bytes, atHand]);
    },
  };
}

/** Reads a range, and fails on excess bytes. */
async function readPart(
  { body }: Download,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > end - start) throw new ArchiveError("changed");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
