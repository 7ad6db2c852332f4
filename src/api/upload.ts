import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { ApiError, type RuleCode } from "./errors.ts";

/** A file to send, opened for each attempt. */
export interface Upload {
  readonly filename: string;
  /** Default: `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** Bytes. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

/** Returns bytes in memory as a file to send. */
export function uploadBytes(filename: string, bytes: Uint8Array, contentType?: string): Upload {
  return {
    filename,
    contentType,
    size: bytes.length,
    // eslint-disable-next-line @typescript-eslint/require-await -- uploads are async iterables; this one has nothing to wait for
    open: async function* () {
      yield bytes;
    },
  };
}

/**
 * Returns a file on disk to send as a stream.
 * @throws ApiError `invalidArgument`, rule `unreadableFile`, if it is not a readable file; `open` too, if it cannot be read or its size changed.
 */
export async function uploadFile(file: string, contentType?: string): Promise<Upload> {
  const filename = basename(file);
  const unreadable = (why: string, cause?: unknown): ApiError =>
    new ApiError({
      kind: "invalidArgument",
      code: "unreadableFile" satisfies RuleCode,
      message: `Not sent: ${filename} ${why}`,
      request: { method: "", url: filename },
      fields: { file: [why] },
      cause,
    });
  const found = await stat(file).catch((error: unknown) => {
    throw unreadable("cannot be read", error);
  });
  if (!found.isFile()) throw unreadable("is no file");
  return {
    filename,
    contentType,
    size: found.size,
    open: async function* () {
      let sent = 0;
      try {
        for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
          sent += chunk.length;
          if (sent > found.size) break;
          yield chunk;
        }
      } catch (error) {
        throw unreadable("cannot be read", error);
      }
      // The Content-Length header was already sent.
      if (sent !== found.size) throw unreadable("changed while it was being sent");
    },
  };
}
