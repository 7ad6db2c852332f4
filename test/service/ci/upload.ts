import { basename } from "node:path";
import type { RunnableJob, UploadedArtifacts, UploadedReport } from "../types.ts";
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
    const files = await collectFiles(folder, expanded(artifacts.paths), expanded(artifacts.exclude));
    const junit = await collectFiles(folder, expanded(artifacts.junit));
    const reports: UploadedReport[] = [];
    for (const [type, globs] of Object.entries(artifacts.reports ?? {}))
      for (const { path, content } of await collectFiles(folder, expanded(globs)))
        reports.push({ type, filename: basename(path), content });
    log.step("Uploading artifacts...");
    const kinds = [...(files.length > 0 ? ["archive"] : []), ...(junit.length > 0 ? ["junit"] : [])];
    const sent = [...kinds, ...new Set(reports.map(({ type }) => type))];
    if (sent.length === 0) {
      log.error("No files to upload");
      return;
    }
    await send({
      name: expand(artifacts.name ?? "", env) || "artifacts",
      files,
      junit: junit.map(({ content }) => content),
      ...(reports.length > 0 ? { reports } : {}),
    });
    for (const type of sent)
      log.line(
        `Uploading artifacts as "${type}" to coordinator... 201 Created\x1b[0;m  id\x1b[0;m=${job.id} responseStatus\x1b[0;m=201 Created`,
      );
  });
}
