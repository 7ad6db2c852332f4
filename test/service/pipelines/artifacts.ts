import { randomBytes } from "node:crypto";
import type { Hosting } from "../hosting.ts";
import type { ArchiveRecord } from "../records.ts";
import type { ArtifactFile } from "../types.ts";
import { zip, type ZipEntry, type ZipOptions } from "./zip.ts";

/** Packs uploaded files; undefined for none, as a job without matching files has no archive. */
export function makeArchive(
  name: string,
  files: readonly ZipEntry[],
  options: ZipOptions = {},
): ArchiveRecord | undefined {
  if (files.length === 0) return undefined;
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    filename: `${name}.zip`,
    zip: zip(sorted, options),
    metadataSize: 150 + sorted.length * 40,
    files: sorted.map(fileOf),
  };
}

const fileOf = ({ path, content, executable }: ZipEntry): ArtifactFile => ({
  path,
  content,
  ...(executable !== undefined && { executable }),
});

/** A file of an archive that a test makes up. */
export interface ArchiveFileSpec extends Pick<ZipEntry, "path" | "mode" | "stored" | "claimedSize"> {
  readonly text?: string;
  readonly base64?: string;
  /** As many bytes that cannot be packed any smaller. */
  readonly random?: number;
}

/** How tests steer artifacts. */
export interface ArtifactControl {
  /** Whether archives are sent in parts when a request asks for that: not every storage behind a host does. True at first. */
  artifactRanges(on: boolean): Promise<void>;
  /** Gives a job an archive; answers with its size in bytes. */
  setArchive(
    jobId: number,
    files: readonly ArchiveFileSpec[],
    options?: ZipOptions & { readonly count?: number },
  ): Promise<{ readonly size: number }>;
  /** Takes the artifacts of a job away, as their expiry does: at this time, milliseconds since the epoch. */
  expireArtifacts(jobId: number, at: number, gone: boolean): Promise<void>;
}

export function artifactControl({ artifactRanges, state }: Hosting): ArtifactControl {
  const jobNumbered = (id: number) => {
    const job = state.jobs.get(id);
    if (!job) throw new Error(`There is no job ${id}.`);
    return job;
  };
  return {
    artifactRanges: (on) => ((artifactRanges.honoured = on), Promise.resolve()),
    setArchive(jobId, files, { count = 0, ...options } = {}) {
      const many = Array.from({ length: count }, (_, at): ZipEntry => ({
        path: `many/${Math.floor(at / 1000)}/file ${at}.txt`,
        content: Buffer.from(`${at}\n`),
        stored: true,
      }));
      const given = files.map(({ text = "", base64, random, ...file }): ZipEntry => {
        const content =
          random === undefined
            ? base64 === undefined
              ? Buffer.from(text)
              : Buffer.from(base64, "base64")
            : randomBytes(random);
        return { ...file, content, ...(random !== undefined && { stored: true }) };
      });
      const job = jobNumbered(jobId);
      job.archive = makeArchive("artifacts", [...given, ...many], options);
      state.changed();
      return Promise.resolve({ size: job.archive?.zip.length ?? 0 });
    },
    expireArtifacts(jobId, at, gone) {
      const job = jobNumbered(jobId);
      job.artifactsExpireAt = at;
      if (gone) job.archive = undefined;
      state.changed();
      return Promise.resolve();
    },
  };
}
