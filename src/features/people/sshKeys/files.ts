import { readdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { type KeysRead, readPublicKeys } from "./text.ts";

/** A file with its keys, or the reason why it was not read. */
export interface KeyFile {
  readonly path: string;
  readonly read: KeysRead | "tooLarge" | "unreadable";
}

/** Bytes; a key has fewer than a thousand. */
const maxSize = 256 * 1024;

/** Returns OpenSSH's folder of keys, on the machine that the extension runs on. */
export const keyFolder = (): string => path.join(homedir(), ".ssh");

/** Reads the `*.pub` files of a folder, sorted by name, without certificates. */
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

/** Reads the public keys of a file; none from a file with a private key. */
export async function readKeyFile(file: string): Promise<KeyFile> {
  try {
    const info = await stat(file);
    if (!info.isFile()) return { path: file, read: "unreadable" };
    if (info.size > maxSize) return { path: file, read: "tooLarge" };
    return { path: file, read: readPublicKeys(decode(await readFile(file))) };
  } catch {
    return { path: file, read: "unreadable" };
  }
}

/** PowerShell writes UTF-16. */
const decode = (bytes: Buffer): string =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.subarray(2).toString("utf16le") : bytes.toString("utf8");
