import { lstat, mkdir } from "node:fs/promises";

/** Whether the system has owners and modes of files as POSIX defines them. */
const hasModes = process.platform !== "win32";

/** Returns whether a file or folder belongs to the user alone. Windows protects the folders of a user by itself. */
const isPrivate = ({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean =>
  !hasModes || (uid === process.getuid?.() && (mode & 0o077) === 0);

/** @throws Error if it is missing, a symbolic link, no folder, or if others may use it */
export async function checkPrivateFolder(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory()) throw new Error(`Not a folder: ${folder}`);
  if (!isPrivate(found)) throw new Error(`Not only yours (mode 0700): ${folder}`);
}

/** Creates a folder of mode 0700. @throws Error if there is something else in its place */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await checkPrivateFolder(folder);
}

/** Returns whether there is a file, no link, that belongs to the user alone and is not longer. */
export async function isPrivateFile(file: string, maxBytes: number): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined);
  return found !== undefined && found.isFile() && isPrivate(found) && found.size <= maxBytes;
}
