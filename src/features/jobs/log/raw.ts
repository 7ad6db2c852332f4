import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FetchTrace } from "./reader.ts";

/** Raw logs are copies: after a week they go. */
const KEPT = 7 * 24 * 3600 * 1000;

/**
 * Streams a job's log as it is into a file, which is complete or not there at all.
 *
 * @param folder made if missing; raw logs in it older than a week are removed.
 * @param name without extension.
 * @param progress is told the bytes so far.
 * @returns the path of the file, or undefined when the log is empty.
 * @throws ApiError from the request, or the file system's error.
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
 * Streams a job's log as it is into a file, which is complete or left as it was.
 *
 * @param progress is told the bytes so far.
 * @returns the path, or undefined when the log is empty.
 * @throws ApiError from the request, or the file system's error.
 */
export async function writeRawLog(
  trace: FetchTrace,
  path: string,
  signal: AbortSignal,
  progress: (bytes: number) => void = () => undefined,
): Promise<string | undefined> {
  // Another window, or a second command, may be writing the same log.
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
    // Another window may have swept it a moment ago.
    const written = await stat(path).catch(() => undefined);
    if (written && Date.now() - written.mtimeMs > KEPT) await rm(path, { force: true });
  }
}
