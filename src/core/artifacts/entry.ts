import type { Entry } from "yauzl";
import { isPlainPath } from "./address.ts";

/** Why an entry is listed but cannot be opened. */
export type Refusal =
  /** Starts at the file system's root, or with a drive. */
  | "absolute"
  /** Leaves the archive, or contains `.` or empty parts. */
  | "escapes"
  | "backslash"
  /** Symbolic links and devices. */
  | "link"
  /** The name is not valid UTF-8, so no URI can contain it. */
  | "encoding"
  | "control"
  | "encrypted"
  /** Too long or too deep for file systems. */
  | "long"
  /** A file and a folder of the same name. */
  | "clash";

/** An entry of a ZIP directory. */
export type ReadEntry =
  | { readonly kind: "file"; readonly path: string; /** Bytes, unpacked. */ readonly size: number }
  | { readonly kind: "folder"; readonly path: string }
  /** `name` is for display only and must not be used as a path. */
  | { readonly kind: "refused"; readonly name: string; readonly why: Refusal };

/** Limits in characters and in nested folders. */
const [longestPath, deepest] = [1024, 64];
const unix = 3;
const [typeMask, regular, folder] = [0o170000, 0o100000, 0o040000];
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const control = /[\u0000-\u001f\u007f]/;

/** Validates an entry. Names are read as UTF-8, which hosts and runners write with or without the flag. */
export function readEntry(
  entry: Pick<
    Entry,
    "fileNameRaw" | "versionMadeBy" | "externalFileAttributes" | "uncompressedSize" | "generalPurposeBitFlag"
  >,
): ReadEntry {
  const name = entry.fileNameRaw.toString("utf8");
  const refused = (why: Refusal): ReadEntry => ({ kind: "refused", name, why });
  if (name.includes("\ufffd") && !Buffer.from(name, "utf8").equals(entry.fileNameRaw))
    return { kind: "refused", name: entry.fileNameRaw.toString("latin1"), why: "encoding" };
  const path = name.endsWith("/") ? name.slice(0, -1) : name;
  if (name.length > longestPath || path.split("/").length > deepest) return refused("long");
  if (control.test(name)) return refused("control");
  if (name.includes("\\")) return refused("backslash");
  if (/^\/|^[a-z]:/i.test(name)) return refused("absolute");
  if (!isPlainPath(path)) return refused("escapes");
  const type = entry.versionMadeBy >>> 8 === unix ? (entry.externalFileAttributes >>> 16) & typeMask : 0;
  if (type !== 0 && type !== regular && type !== folder) return refused("link");
  if (name.endsWith("/") || type === folder) return { kind: "folder", path };
  if ((entry.generalPurposeBitFlag & 1) !== 0) return refused("encrypted");
  return { kind: "file", path, size: entry.uncompressedSize };
}
