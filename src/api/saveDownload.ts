import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Download } from "./request.ts";

/**
 * Writes a download to a file, piece by piece. The file appears whole or not at all: until then it has another name beside it.
 * @throws ApiError when the download breaks off, or what the file system throws; the download is closed either way.
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
