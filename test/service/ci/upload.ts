import { basename } from "node:path";
import type { RunnableJob, UploadedArtifacts } from "../types.ts";
import { collectFiles, unpackFiles } from "./artifacts.ts";
import { expand } from "./environment.ts";
import type { JobLog } from "./jobLog.ts";

/** Puts the artifacts of earlier jobs into the clone. */
export async function unpackInputs(log: JobLog, job: RunnableJob, folder: string): Promise<void> {
  for (const { jobId, jobName, files } of job.inputs) {
    log.step(`Downloading artifacts for ${jobName} (${jobId})...`);
    await unpackFiles(folder, files);
    log.line(
      `Downloading artifacts from coordinator... ok        \x1b[0;m  id\x1b[0;m=${jobId} responseStatus\x1b[0;m=200 OK`,
    );
  }
}

export interface Upload {
  readonly log: JobLog;
  readonly job: RunnableJob;
  /** The clone. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly succeeded: boolean;
  readonly send: (artifacts: UploadedArtifacts) => Promise<void>;
}

/** Collects and sends a job's artifacts and reports, if its outcome calls for them, in a log section of its own. */
export async function uploadArtifacts({ log, job, folder, env, succeeded, send }: Upload): Promise<void> {
  const { artifacts } = job.ci;
  const [when, word] = succeeded ? (["on_success", "successful"] as const) : (["on_failure", "failed"] as const);
  if (artifacts === undefined || (artifacts.when !== "always" && artifacts.when !== when)) return;
  await log.section(`upload_artifacts_${when}`, `Uploading artifacts for ${word} job`, async () => {
    const expanded = (globs: readonly string[]) => globs.map((glob) => expand(glob, env));
    const archive = await collectFiles(folder, expanded(artifacts.paths), expanded(artifacts.exclude));
    const reports = await collectFiles(folder, expanded(artifacts.junit));
    const others = await Promise.all(
      Object.entries(artifacts.reports ?? {}).map(
        async ([type, globs]) => [type, globs, await collectFiles(folder, expanded(globs))] as const,
      ),
    );
    const kinds = [
      ["archive", artifacts.paths, archive] as const,
      ["junit", artifacts.junit, reports] as const,
      ...others,
    ].filter(([, globs]) => globs.length > 0);
    for (const [, globs, { counts, outside }] of kinds) {
      log.step("Uploading artifacts...");
      for (const [index, glob] of globs.entries()) {
        const count = counts[index] ?? 0;
        if (count > 0) log.line(`${glob}: found ${count} matching artifact files and directories\x1b[0;m `);
        else
          log.warning(
            `${glob}: no matching files. Ensure that the artifact path is relative to the working directory (${folder})`,
          );
      }
      for (const path of outside) log.warning(`${path}: symbolic link leads out of the project, left out`);
    }
    if (kinds.some(([, , { files }]) => files.length > 0)) {
      const name = expand(artifacts.name ?? "", env) || "artifacts";
      const kept = others.flatMap(([type, , { files }]) =>
        files.map(({ path, content }) => ({ type, filename: basename(path), content })),
      );
      await send({
        name,
        files: archive.files,
        junit: reports.files.map((file) => file.content),
        ...(kept.length > 0 ? { reports: kept } : {}),
      });
    }
    for (const [type, , { files }] of kinds) {
      if (files.length > 0)
        log.line(
          `Uploading artifacts as "${type}" to coordinator... 201 Created\x1b[0;m  id\x1b[0;m=${job.id} responseStatus\x1b[0;m=201 Created`,
        );
      else log.error("No files to upload");
    }
  });
}
