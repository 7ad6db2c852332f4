import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import type { FileChange } from "../../git/fileChange.ts";
import type { FileLines } from "./completeness.ts";

/** Access to files, with the remaining budget of files and bytes. */
export interface LineBudget {
  readonly client: Client;
  readonly project: ProjectId;
  files: number;
  bytes: number;
}

/** Creates a budget for checking whether a list is complete. */
export const createLineBudget = (client: Client, project: ProjectId): LineBudget => ({
  client,
  project,
  files: 10,
  bytes: 5 * 1024 * 1024,
});

/** Git treats files with a null byte in these first bytes as binary, without lines. */
const headBytes = 8_000;

/**
 * Counts the lines of files before and after; undefined if the budget is exceeded or the host fails.
 * @param base full SHA, or undefined without parent
 * @throws ApiError `cancelled`
 */
export async function countFileLines(
  reading: LineBudget,
  { base, head }: { readonly base: string | undefined; readonly head: string },
  files: readonly FileChange[],
  signal: AbortSignal,
): Promise<ReadonlyMap<FileChange, FileLines> | undefined> {
  if (files.length > reading.files) return undefined;
  reading.files -= files.length;
  const lines = new Map<FileChange, FileLines>();
  try {
    for (const file of files) {
      const before =
        file.status === "added" || base === undefined
          ? 0
          : file.submodule === true
            ? 1
            : await countLines(reading, file.oldPath, base, signal);
      const after =
        file.status === "deleted"
          ? 0
          : file.submodule === true
            ? 1
            : await countLines(reading, file.path, head, signal);
      if (before === undefined || after === undefined) return undefined;
      lines.set(file, { before, after });
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "cancelled") throw error;
    return undefined;
  }
  return lines;
}

async function countLines(
  reading: LineBudget,
  path: string,
  ref: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { body, length, close } = await reading.client.repositoryFiles.raw(reading.project, path, { ref }, { signal });
  if (length !== undefined && length > reading.bytes) {
    await close();
    return undefined;
  }
  let [lines, size, last] = [0, 0, 0x0a];
  for await (const part of body) {
    reading.bytes -= part.length;
    // Leaving the loop closes the connection.
    if (reading.bytes < 0) return undefined;
    if (size < headBytes && part.subarray(0, headBytes - size).includes(0)) return 0;
    size += part.length;
    for (let at = part.indexOf(0x0a); at >= 0; at = part.indexOf(0x0a, at + 1)) lines += 1;
    last = part.at(-1) ?? last;
  }
  return last === 0x0a ? lines : lines + 1;
}
