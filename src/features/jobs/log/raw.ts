import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FetchTrace } from "./reader.ts";

/** Age at which saved raw logs are deleted, in ms. */
const MAX_AGE = 7 * 24 * 3600 * 1000;

/**
 * Streams a job's unmodified log into a file, which is written completely or not at all.
 * @param folder created if missing; raw logs in it older than a week are removed
 * @param name without extension
 * @param progress receives the number of bytes so far
 * @returns the path of the file, or undefined when the log is empty
 * @throws ApiError from the request, or the file system's error
 */
export async function saveRawLog(
  trace: FetchTrace,
  folder: string,
  name: string,
  signal: AbortSignal,
  progress: (bytes: number) => void = () => undefined,
): Promise<string | undefined> {
  await mkdir(folder, { recursive: true });
  await removeOld(folder);
  return writeRawLog(trace, join(folder, `${name}.log`), signal, progress);
}

/**
 * Streams a job's unmodified log into a file, which is replaced completely or not at all.
 * @param progress receives the number of bytes so far
 * @returns the path, or undefined when the log is empty
 * @throws ApiError from the request, or the file system's error
 */
export async function writeRawLog(
  trace: FetchTrace,
  path: string,
  signal: AbortSignal,
  progress: (bytes: number) => void = () => undefined,
): Promise<string | undefined> {
  // Unique, because another window or command may write the same log.
  const partial = `${path}.${randomUUID()}.part`;
  let bytes = 0;
  const answer = await trace({ signal });
  try {
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of answer.body) {
        bytes += chunk.length;
        progress(bytes);
        yield chunk;
      }
    };
    await pipeline(Readable.from(counted()), createWriteStream(partial), { signal });
    if (bytes === 0) return undefined;
    await rename(partial, path);
    return path;
  } finally {
    await answer.close();
    await rm(partial, { force: true });
  }
}

async function removeOld(folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    if (!/\.(log|part)$/.test(file)) continue;
    const path = join(folder, file);
    // Another window may have deleted it.
    const written = await stat(path).catch(() => undefined);
    if (written && Date.now() - written.mtimeMs > MAX_AGE) await rm(path, { force: true });
  }
}
