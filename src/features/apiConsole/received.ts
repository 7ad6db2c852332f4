import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { AnyResponse } from "../../api/anyRequest.ts";

/** Bytes of an answer that are shown at most; all of them can be saved. */
export const longestShown = 2 * 1024 * 1024;

/** A whole answer: its beginning, and all of it in a file. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** Bytes. */
  readonly size: number;
  /** Its text, or the beginning of it; undefined for what is none. */
  readonly text: string | undefined;
  /** Whether the text is all of it. */
  readonly whole: boolean;
  /** Where all of it is until `discard`. */
  readonly file: string;
  discard(): Promise<void>;
}

/**
 * Takes an answer to a temporary file, so that its length does not matter.
 * @param onProgress hears how many bytes have come
 * @throws ApiError when it breaks off, or what the file system throws; nothing is left then
 */
export async function receive(
  answer: AnyResponse,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<ReceivedAnswer> {
  const folder = await mkdtemp(join(tmpdir(), "forgeline-answer-"));
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const file = join(folder, "answer");
  const beginning: Uint8Array[] = [];
  let size = 0;
  try {
    await pipeline(
      answer.body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          if (size < longestShown) beginning.push(chunk.subarray(0, longestShown - size));
          size += chunk.length;
          onProgress(size);
          yield chunk;
        }
      },
      // Nobody else on the machine reads it.
      createWriteStream(file, { mode: 0o600 }),
      { signal },
    );
  } catch (error) {
    await answer.close();
    await discard();
    throw error;
  }
  const text = textOf(Buffer.concat(beginning), answer.header("content-type") ?? "");
  return { status: answer.status, header: answer.header, size, text, whole: size <= longestShown, file, discard };
}

const binaryTypes =
  /^(image|audio|video|font)\/(?!svg)|^application\/(zip|gzip|x-tar|pdf|java-archive|x-.*compressed)/i;

/** Bytes as text where that is what they are, whatever the host calls them. */
function textOf(bytes: Uint8Array, contentType: string): string | undefined {
  if (binaryTypes.test(contentType) || bytes.includes(0)) return undefined;
  try {
    // A character may be cut in two at the end of what is shown.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
