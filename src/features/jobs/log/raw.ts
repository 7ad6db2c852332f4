import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { privateFolder } from "../../../core/base/privateFiles.ts";
import type { FetchTrace } from "./reader.ts";

/** Age at which saved raw logs are deleted, in ms. */
const MAX_AGE = 7 * 24 * 3600 * 1000;
/** Age up to which a log may still be on its way, in ms. */
const RECENT = 24 * 3600 * 1000;
/** Size of all saved raw logs beyond which the oldest are deleted, and of the largest one. */
const MAX_BYTES = 500 * 1024 * 1024;

/** A log that is larger than all saved ones together may be. */
export class LogTooLargeError extends Error {
  /** Bytes. */
  readonly limit: number;

  constructor(limit: number) {
    super(`the log has more than ${limit} bytes`);
    this.limit = limit;
  }
}

interface FileOptions {
  readonly mode?: number;
  /** Bytes that the log may have. */
  readonly limit?: number;
}

/**
 * Streams a job's unmodified log into a file of ours, which is written completely or not at all.
 * @param folder created if missing; swept afterwards
 * @param name without extension
 * @param progress receives the number of bytes so far
 * @returns the path of the file, or undefined when the log is empty
 * @throws LogTooLargeError beyond the limit; ApiError from the request, or the file system's error
 */
export async function saveRawLog(
  trace: FetchTrace,
  folder: string,
  name: string,
  signal: AbortSignal,
  progress: (bytes: number) => void = () => undefined,
  limit = MAX_BYTES,
): Promise<string | undefined> {
  await privateFolder(folder);
  // Earlier versions let others read it. Some file systems have no modes.
  await chmod(folder, 0o700).catch(() => undefined);
  const path = join(folder, `${name}.log`);
  const saved = await writeRawLog(trace, path, signal, progress, { mode: 0o600, limit });
  await sweepRawLogs(folder, limit);
  return saved;
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
  { mode, limit = Infinity }: FileOptions = {},
): Promise<string | undefined> {
  // Unique, because another window or command may write the same log.
  const partial = `${path}.${randomUUID()}.part`;
  let bytes = 0;
  const answer = await trace({ signal });
  try {
    if ((answer.total ?? 0) > limit) throw new LogTooLargeError(limit);
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of answer.body) {
        bytes += chunk.length;
        if (bytes > limit) throw new LogTooLargeError(limit);
        progress(bytes);
        yield chunk;
      }
    };
    await pipeline(Readable.from(counted()), createWriteStream(partial, { mode }), { signal });
    if (bytes === 0) return undefined;
    await rename(partial, path);
    return path;
  } finally {
    await answer.close();
    await rm(partial, { force: true });
  }
}

/**
 * Removes raw logs: those older than a week, and the oldest ones while all together are larger than the limit. An editor keeps the text of
 * one that it shows.
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
    if (age > MAX_AGE || (total > limit && (age > RECENT || path.endsWith(".log")))) await rm(path, { force: true });
  }
}

/** Returns undefined for a missing file or folder. @throws every other error */
function ifMissing(error: unknown): undefined {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
