import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Download } from "../../api/request.ts";
import { saveDownload } from "../../api/saveDownload.ts";
import { limitSize } from "./limited.ts";
import { ArchiveError, type ByteSource } from "./zipDirectory.ts";

/** Limit in bytes for archives of unknown size. */
const maxUnknownSize = 4 * 1024 * 1024 * 1024;

/**
 * Saves an archive in a temporary file, which is deleted after `use`.
 * @throws ApiError, ArchiveError, and errors of the file system and of `use`
 */
export async function withArchiveFile<T>(
  download: Download,
  signal: AbortSignal,
  use: (source: ByteSource) => Promise<T>,
): Promise<T> {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(path.join(tmpdir(), "forgeline-artifacts-"));
    const file = path.join(folder, "archive.zip");
    const body = limitSize(download.body, download.length ?? maxUnknownSize, () => new ArchiveError("changed"));
    await saveDownload({ ...download, body }, file, { signal });
    return await reading(file, use);
  } finally {
    await download.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function reading<T>(file: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    return await use({
      size,
      read: async (start, end) => {
        const bytes = Buffer.alloc(end - start);
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
        if (bytesRead < bytes.length) throw new ArchiveError("notZip");
        return bytes;
      },
    });
  } finally {
    await handle.close();
  }
}
