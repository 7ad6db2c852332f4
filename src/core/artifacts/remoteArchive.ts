import { ApiError } from "../../api/errors.ts";
import type { Download } from "../../api/request.ts";
import { ArchiveError, type ByteSource, tailSize } from "./zipDirectory.ts";

/** Asks a host for an archive, or for some of its bytes, `end` exclusive. */
export type AskArchive = (range?: { readonly start: number; readonly end: number }) => Promise<Download>;

/** An archive that its host sends in parts, or the whole of it, which is on its way: whoever gets that reads or closes it. */
export type RemoteArchive =
  | { readonly kind: "parts"; readonly source: ByteSource }
  | { readonly kind: "whole"; readonly download: Download };

/**
 * Opens an archive at its end, where its directory is. Whether the host sends parts shows with the first request: when it does not, what
 * comes is the archive itself, and nothing is asked for twice.
 * @param size bytes, where it is known. Hosts need not take a range that counts from the end, so without it a request more is due
 * @throws ApiError, ArchiveError
 */
export async function openArchive(ask: AskArchive, size: number | undefined): Promise<RemoteArchive> {
  const known = size !== undefined && size > 0 ? size : undefined;
  try {
    return await openAtEnd(ask, known);
  } catch (error) {
    // The storage knows no such range, or the archive is shorter than the job says.
    if (!(error instanceof ApiError) || error.kind !== "invalidRequest") throw error;
    if (known === undefined || error.status !== 416) return { kind: "whole", download: await ask() };
    return openArchive(ask, undefined);
  }
}

async function openAtEnd(ask: AskArchive, size: number | undefined, again = false): Promise<RemoteArchive> {
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

function partsOf(ask: AskArchive, { total, etag, tail }: Opened): ByteSource {
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

/** Reads a part, and no more than was asked for. */
async function readPart(
  { body }: Download,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    // Leaving the loop gives the connection back.
    if (length > end - start) throw new ArchiveError("changed");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
