import { readdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { type KeysRead, readPublicKeys } from "./text.ts";

/** What a file holds, or why it was not read. */
export interface KeyFile {
  readonly path: string;
  readonly read: KeysRead | "tooLarge" | "unreadable";
}

/** The largest file that is read, in bytes: a key has less than a thousand. */
const largest = 256 * 1024;

/** Where OpenSSH keeps the keys of the person, on the machine that the extension runs on. */
export const keyFolder = (): string => path.join(homedir(), ".ssh");

/** The files `*.pub` in a folder, by name. Certificates, which stand beside their keys, are left out. */
export async function publicKeyFiles(folder: string): Promise<KeyFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith(".pub"))
      .sort()
      .map((name) => readKeyFile(path.join(folder, name))),
  );
  return files.filter(({ read }) => typeof read === "string" || read.problem !== "certificate");
}

/** Reads a file that may hold keys. Nothing is kept of one that holds a private key. */
export async function readKeyFile(file: string): Promise<KeyFile> {
  try {
    const about = await stat(file);
    if (!about.isFile()) return { path: file, read: "unreadable" };
    if (about.size > largest) return { path: file, read: "tooLarge" };
    return { path: file, read: readPublicKeys(decode(await readFile(file))) };
  } catch {
    return { path: file, read: "unreadable" };
  }
}

/** Shells of Windows write UTF-16. */
const decode = (bytes: Buffer): string =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.subarray(2).toString("utf16le") : bytes.toString("utf8");
