import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FetchTrace } from "./reader.ts";

/** Age at which saved raw logs are deleted, in ms. */
const MAX_AGE = 7 * 24 * 3600 * 1000;
/** Age up to which saved raw logs are always kept, in ms. */
const RECENT = 24 * 3600 * 1000;
/** Size of all saved raw logs beyond which the oldest are deleted. */
const MAX_BYTES = 500_000_000;

/**
 * Streams a job's unmodified log into a file, which is written completely or not at all.
 * @param folder created if missing; swept first
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
  await sweepRawLogs(folder);
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

/**
 * Removes raw logs: those older than a week, and the oldest ones while all together are larger than the limit. Those of the last day
 * stay, since an editor may show them.
 * @param folder may be missing
 * @param limit in bytes
 * @throws the file system's error
 */
export async function sweepRawLogs(folder: string, limit = MAX_BYTES, now = Date.now()): Promise<void> {
  const files = ((await readdir(folder).catch(ifMissing)) ?? []).filter((file) => /\.(log|part)$/.test(file));
  const found = await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      // Another window may have deleted it.
      const { mtimeMs, size } = (await stat(path).catch(ifMissing)) ?? { mtimeMs: Infinity, size: 0 };
      return { path, age: now - mtimeMs, size };
    }),
  );
  let total = 0;
  for (const { path, age, size } of found.sort((a, b) => a.age - b.age)) {
    total += size;
    if (age > MAX_AGE || (total > limit && age > RECENT)) await rm(path, { force: true });
  }
}

/** Returns undefined for a missing file or folder. @throws every other error */
function ifMissing(error: unknown): undefined {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
