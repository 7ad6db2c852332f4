import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** Creates a folder of ours, with its parents, that only the current OS user looks into. @throws Error from the file system */
export const privateFolder = (folder: string): Promise<unknown> => mkdir(folder, { recursive: true, mode: 0o700 });

/** Replaces a file of ours (`DraftStore` does the same itself, since activation loads it), which only the current OS user reads, completely or not at all. @throws Error from the file system */
export async function writePrivateFile(file: string, content: string | Uint8Array): Promise<void> {
  await privateFolder(path.dirname(file));
  const whole = `${file}.${process.pid}`;
  await writeFile(whole, content, { mode: 0o600 });
  await rename(whole, file);
}
