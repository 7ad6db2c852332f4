import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { ApiError, type RuleCode } from "./errors.ts";

/** A file to send, read anew for each attempt. */
export interface Upload {
  readonly filename: string;
  /** `application/octet-stream` unless told. */
  readonly contentType?: string | undefined;
  /** Bytes. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

/** Bytes at hand as a file to send. */
export function uploadBytes(filename: string, bytes: Uint8Array, contentType?: string): Upload {
  return {
    filename,
    contentType,
    size: bytes.length,
    // eslint-disable-next-line @typescript-eslint/require-await -- the form of all uploads, here without a wait
    open: async function* () {
      yield bytes;
    },
  };
}

/**
 * A file on disk to send, never whole in memory.
 * @throws ApiError `invalidArgument`, rule `unreadableFile`, when it is no readable file; `open` too, when it cannot be read or changed its size meanwhile.
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
      // The length was promised in the header already.
      if (sent !== found.size) throw unreadable("changed while it was being sent");
    },
  };
}
