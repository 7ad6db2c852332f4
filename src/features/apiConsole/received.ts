import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { AnyResponse } from "../../api/anyRequest.ts";

/** Largest part of a response that is shown, in bytes; all of it can be saved. */
export const maxShown = 2 * 1024 * 1024;

/** A complete response: the beginning of its text, and all of it in a file. */
export interface ReceivedResponse {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** Bytes. */
  readonly size: number;
  /** The text or its beginning; undefined for binary content. */
  readonly text: string | undefined;
  /** Whether `text` is complete. */
  readonly whole: boolean;
  /** Path of the temporary file that `discard` deletes. */
  readonly file: string;
  discard(): Promise<void>;
}

/**
 * Saves a response to a temporary file, so that its size does not matter.
 * @param onProgress called with the number of bytes received
 * @throws ApiError when the response breaks off, or a file system error; the file is deleted then
 */
export async function receive(
  response: AnyResponse,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<ReceivedResponse> {
  const folder = await mkdtemp(join(tmpdir(), "forgeline-answer-"));
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const file = join(folder, "response");
  const beginning: Uint8Array[] = [];
  let size = 0;
  try {
    await pipeline(
      response.body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          if (size < maxShown) beginning.push(chunk.subarray(0, maxShown - size));
          size += chunk.length;
          onProgress(size);
          yield chunk;
        }
      },
      // Readable by the current user only.
      createWriteStream(file, { mode: 0o600 }),
      { signal },
    );
  } catch (error) {
    await response.close();
    await discard();
    throw error;
  }
  const text = textOf(Buffer.concat(beginning), response.header("content-type") ?? "");
  return { status: response.status, header: response.header, size, text, whole: size <= maxShown, file, discard };
}

const binaryTypes =
  /^(image|audio|video|font)\/(?!svg)|^application\/(zip|gzip|x-tar|pdf|java-archive|x-.*compressed)/i;

/** Decodes text, whatever content type the host declares; returns undefined for binary content. */
function textOf(bytes: Uint8Array, contentType: string): string | undefined {
  if (binaryTypes.test(contentType) || bytes.includes(0)) return undefined;
  try {
    // The last character may be cut in two.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
