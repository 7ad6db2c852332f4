import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Download } from "./request.ts";

/**
 * Streams a download to a file. Writes to a temporary file beside it first, so that the file is either complete or absent.
 * @throws ApiError when the download fails, or an error of the file system; the download is closed in both cases.
 */
export async function saveDownload(
  download: Download,
  file: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const partial = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    const signal = options.signal ? { signal: options.signal } : {};
    await pipeline(download.body, createWriteStream(partial, { flags: "wx" }), signal);
    await rename(partial, file);
  } catch (error) {
    await download.close();
    await rm(partial, { force: true });
    throw error;
  }
}
