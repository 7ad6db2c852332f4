import { stat } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { isPackageName, isPackageVersion } from "./names.ts";
import { type Nuspec, readNuspec } from "./nuspec.ts";
import { PackageFileError } from "./packageFileError.ts";

/** A package on disk. */
export interface PackageFile {
  readonly nuspec: Nuspec;
  /** Bytes. */
  readonly size: number;
  /** Last modification, ms since 1970. */
  readonly modified: number;
  /** Number of files in the archive. */
  readonly files: number;
}

/** Maximum size of an unpacked manifest in bytes; real ones have a few thousand. */
const largestManifest = 1024 * 1024;

/**
 * Reads a package's manifest without unpacking anything else.
 * @param kind expected type: .nupkg or .snupkg
 * @throws PackageFileError, the signal's reason when it aborts
 */
export async function readPackageFile(
  file: string,
  kind: "package" | "symbols",
  signal?: AbortSignal,
): Promise<PackageFile> {
  const { size, modified } = await stateOf(file);
  const { openPromise } = (await import("yauzl")).default;
  const archive = await openPromise(file, { autoClose: false }).catch((cause: unknown) => {
    throw new PackageFileError("notZip", { cause });
  });
  try {
    const { nuspec, files, symbolFiles } = await contentsOf(archive, signal);
    if (kind === "package" && nuspec.symbols) throw new PackageFileError("symbols");
    if (kind === "symbols" && !nuspec.symbols) throw new PackageFileError("notSymbols");
    if (kind === "symbols" && symbolFiles === 0) throw new PackageFileError("noSymbolFiles");
    if (!isPackageName(nuspec.id)) throw new PackageFileError("badName", { found: nuspec.id });
    if (!isPackageVersion(nuspec.version)) throw new PackageFileError("badVersion", { found: nuspec.version });
    return { nuspec, size, modified, files };
  } finally {
    archive.close();
  }
}

/** Whether a file has not changed since it was read. */
export async function isUnchanged(
  file: string,
  { size, modified }: Pick<PackageFile, "size" | "modified">,
): Promise<boolean> {
  const now = await stateOf(file).catch(() => undefined);
  return now?.size === size && now.modified === modified;
}

async function stateOf(file: string): Promise<Pick<PackageFile, "size" | "modified">> {
  const found = await stat(file).catch((cause: unknown) => {
    throw new PackageFileError("unreadable", { cause });
  });
  if (!found.isFile()) throw new PackageFileError("unreadable");
  if (found.size === 0) throw new PackageFileError("empty");
  return { size: found.size, modified: found.mtimeMs };
}

async function contentsOf(
  archive: ZipFile,
  signal: AbortSignal | undefined,
): Promise<{ nuspec: Nuspec; files: number; symbolFiles: number }> {
  const manifests: Entry[] = [];
  let files = 0;
  let symbolFiles = 0;
  try {
    for await (const entry of archive.eachEntry()) {
      signal?.throwIfAborted();
      const { fileName } = entry;
      if (fileName.endsWith("/")) continue;
      files++;
      // Only the manifest in the root counts; others are content.
      if (/^[^/]+\.nuspec$/i.test(fileName)) manifests.push(entry);
      if (/\.pdb$/i.test(fileName)) symbolFiles++;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw new PackageFileError("notZip", { cause });
  }
  const [manifest, ...others] = manifests;
  if (!manifest) throw new PackageFileError("noManifest");
  if (others.length > 0) throw new PackageFileError("severalManifests");
  return { nuspec: readNuspec(await unpacked(archive, manifest)), files, symbolFiles };
}

/** Unpacks an entry; yauzl ensures that no more bytes arrive than the directory states. */
async function unpacked(archive: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > largestManifest) throw new PackageFileError("largeManifest");
  let bytes: Buffer;
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) chunks.push(chunk);
    bytes = Buffer.concat(chunks);
  } catch (cause) {
    throw new PackageFileError("notZip", { cause });
  }
  if (crc32(bytes) !== entry.crc32) throw new PackageFileError("notZip");
  return bytes;
}
