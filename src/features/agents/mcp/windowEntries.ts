/** The windows that agents can connect to: each has a file in a private folder that says where. */
import { chmod, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { hasEnded, ownIdentity, parseIdentity, type ProcessIdentity } from "../../../core/base/processIdentity.ts";
import { checkPrivateFolder, isPrivateFile } from "./privateFolder.ts";
import { removeSocketFolder } from "./socketPlace.ts";

/** Most bytes of an entry, and most entries that are read. */
const limits = { bytes: 256 * 1024, entries: 256 };

/** What a window says of itself. */
export interface WindowEntry {
  readonly process: ProcessIdentity;
  /** Paths of the workspace folders by which agents outside of VS Code find it; none if it is only for those in VS Code. */
  readonly folders: readonly string[];
  /** Path of its socket, or name of its pipe. */
  readonly socket: string;
  /** What a connection has to begin with. */
  readonly secret: string;
}

/** Returns the folder of the entries. @param folder that of the installed server */
export const entriesFolder = (folder: string): string => path.join(folder, "windows");

/** Returns the identity of this process, with the pid alone where the system says no more. */
export const processIdentity = async (): Promise<ProcessIdentity> =>
  (await ownIdentity()) ?? { pid: process.pid, place: "" };

/** Writes an entry, at once for whoever reads it, with mode 0600. */
export async function writeEntry(file: string, entry: WindowEntry): Promise<void> {
  const part = `${file}.part`;
  await rm(part, { force: true });
  await writeFile(part, JSON.stringify(entry), { flag: "wx", mode: 0o600 });
  // Whatever the umask is.
  await chmod(part, 0o600);
  await rename(part, file);
}

/** An entry and its file. */
export interface FoundEntry extends WindowEntry {
  readonly file: string;
}

/** Returns the entries of windows whose process may still run; none without a folder. @throws Error for a folder that others may use */
export async function runningWindows(folder: string): Promise<FoundEntry[]> {
  const own = await processIdentity();
  const entries = await readEntries(folder);
  const ended = await Promise.all(entries.map((entry) => hasEnded(entry.process, own)));
  return entries.filter((_, at) => ended[at] === false);
}

/** Removes the entries and sockets of windows whose process has ended. @throws Error for a folder that others may use */
export async function removeEndedWindows(folder: string): Promise<void> {
  const own = await processIdentity();
  for (const entry of await readEntries(folder)) {
    if (!(await hasEnded(entry.process, own))) continue;
    await rm(entry.file, { force: true });
    removeSocketFolder(entry.socket);
  }
}

async function readEntries(folder: string): Promise<FoundEntry[]> {
  const names = await readdir(folder).catch(() => undefined);
  if (!names) return [];
  await checkPrivateFolder(folder);
  const files = names.filter((name) => name.endsWith(".json")).slice(0, limits.entries);
  const read = await Promise.all(files.map((name) => readEntry(path.join(folder, name))));
  return read.filter((entry) => entry !== undefined);
}

async function readEntry(file: string): Promise<FoundEntry | undefined> {
  if (!(await isPrivateFile(file, limits.bytes))) return undefined;
  try {
    const value = JSON.parse(await readFile(file, "utf8")) as Readonly<Record<string, unknown>> | null;
    const identity = parseIdentity(value?.["process"]);
    const { folders, socket, secret } = value ?? {};
    if (!identity || typeof socket !== "string" || typeof secret !== "string" || !Array.isArray(folders))
      return undefined;
    return {
      file,
      process: identity,
      folders: folders.filter((one): one is string => typeof one === "string"),
      socket,
      secret,
    };
  } catch {
    // Half written, or removed meanwhile.
    return undefined;
  }
}
