import { randomBytes } from "node:crypto";
import { lstatSync, rmdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Most bytes of the path of a socket: macOS takes 103, Linux 107. */
const pathLimit = 103;
const folderPrefix = "forgeline-mcp-";
const socketName = "window.sock";

/** Returns the path of a new socket in a new folder of mode 0700, or on Windows the name of a pipe that nobody can guess. */
export async function newSocketPath(temporary: readonly string[] = [tmpdir(), "/tmp"]): Promise<string> {
  if (process.platform === "win32") return `\\\\.\\pipe\\${folderPrefix}${randomBytes(16).toString("hex")}`;
  const [folder] = temporary.filter(
    (one) => Buffer.byteLength(path.join(one, `${folderPrefix}XXXXXX`, socketName)) <= pathLimit,
  );
  if (folder === undefined)
    throw new Error("No folder for temporary files has a path that is short enough for a socket");
  return path.join(await mkdtemp(path.join(folder, folderPrefix)), socketName);
}

/** Returns whether a path is one of `newSocketPath`. */
const isOurs = (socket: string): boolean =>
  process.platform !== "win32" &&
  path.isAbsolute(socket) &&
  path.basename(socket) === socketName &&
  path.basename(path.dirname(socket)).startsWith(folderPrefix);

/** Removes a socket of `newSocketPath` with its folder, at once: the process may be about to end. */
export function removeSocketFolder(socket: string): void {
  if (!isOurs(socket)) return;
  const folder = path.dirname(socket);
  try {
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return;
    rmSync(socket, { force: true });
    rmdirSync(folder);
  } catch {
    // It is gone, or there is something else in it, which stays.
  }
}
