import type { ArchiveRecord } from "../records.ts";
import type { ArtifactFile } from "../types.ts";
import { zip } from "./zip.ts";

/** Packs uploaded files; undefined for none, as a job without matching files has no archive. */
export function makeArchive(name: string, files: readonly ArtifactFile[]): ArchiveRecord | undefined {
  if (files.length === 0) return undefined;
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { filename: `${name}.zip`, zip: zip(sorted), metadataSize: 150 + sorted.length * 40, files: sorted };
}
