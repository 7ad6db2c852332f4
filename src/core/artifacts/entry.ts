import type { Entry } from "yauzl";
import { isPlainPath } from "./address.ts";

/** Why an entry of an archive is shown, but not as a file that can be opened. */
export type Refusal =
  /** Starts at the root of a file system, or names a drive. */
  | "absolute"
  /** Leads out of the archive, or through `.` and empty parts. */
  | "escapes"
  | "backslash"
  /** Symbolic links and devices. */
  | "link"
  /** The name's bytes are no UTF-8, so no address can carry it. */
  | "encoding"
  | "control"
  | "encrypted"
  /** Longer or deeper than file systems and people bear. */
  | "long"
  /** A file and a folder of the same name. */
  | "clash";

/** What an entry of a zip archive's directory says. */
export type ReadEntry =
  | { readonly kind: "file"; readonly path: string; /** Bytes, unpacked. */ readonly size: number }
  | { readonly kind: "folder"; readonly path: string }
  /** `name` is what can be read of it, not to be used as a path. */
  | { readonly kind: "refused"; readonly name: string; readonly why: Refusal };

/** Characters, and folders one in the other. */
const [longestPath, deepest] = [1024, 64];
const unix = 3;
const [typeMask, regular, folder] = [0o170000, 0o100000, 0o040000];
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const control = /[\u0000-\u001f\u007f]/;

/** Judges an entry. Names are taken as UTF-8, which is what hosts and runners write whether they mark it or not. */
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
