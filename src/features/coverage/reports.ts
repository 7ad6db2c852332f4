import { l10n } from "vscode";
import type { Job } from "../../api/resources/jobs.ts";
import { MAX_ARTIFACT_SIZE, MAX_AUTO_DOWNLOAD } from "../../core/artifacts/artifactFiles.ts";
import { artifactError } from "../../core/artifacts/labels.ts";
import { limitSize } from "../../core/artifacts/limited.ts";
import type { ListedFile } from "../../core/artifacts/listing.ts";
import { ArchiveError } from "../../core/artifacts/zipDirectory.ts";
import { isCancelled, UserError } from "../../core/base/errors.ts";
import { unpackReport } from "../../core/coverage/packedReport.ts";
import type { ArtifactReport } from "../../core/coverage/placing.ts";
import { readReport } from "../../core/coverage/readReport.ts";
import type { CoverageReport } from "../../core/coverage/report.ts";
import { reportFiles, uploadsCoverage } from "../../core/coverage/reportNames.ts";
import { inWorker, WorkerStopped } from "../../core/lazy/inWorker.ts";
import { hasArtifacts } from "../../core/pipelines/rowContext.ts";
import { plainText } from "../../core/ui/plainText.ts";
import type { Step } from "../../core/ui/progress.ts";
import type { CoverageContext } from "./context.ts";
import type { CoverageSource } from "./source.ts";

/** Limits of one command. */
const maxArchives = 40;
const maxBytes = 200 * 1024 * 1024;
/** Largest report that is read in this thread, in bytes. */
const maxHere = 200 * 1024;
const atOnce = 4;

export interface FoundReports {
  readonly reports: readonly ArtifactReport[];
  /** Paths of reports that are too large, damaged or of unknown format. */
  readonly unreadable: readonly string[];
  /** Number of jobs whose artifacts could not be read. */
  readonly failed: number;
}

/**
 * Reads the coverage reports in the artifacts of jobs.
 * @throws UserError that says how to get a report where there is none; ApiError
 */
export async function readReports(
  context: CoverageContext,
  source: CoverageSource,
  signal: AbortSignal,
  step: Step,
  inThread = inWorker,
): Promise<FoundReports> {
  const reading = new Reading(context, source, signal, inThread);
  const jobs = withArchives(source.jobs);
  for (let at = 0; at < jobs.length; at += atOnce) {
    const part = jobs.slice(at, at + atOnce);
    step(part.map(({ name }) => plainText(name, 60)).join(", "));
    await Promise.all(part.map((job) => reading.readJob(job)));
  }
  const { reports, unreadable, slow, failures } = reading;
  if (reports.length > 0) return { reports, unreadable, failed: failures.length };
  if (slow[0] !== undefined)
    throw new UserError(
      l10n.t(
        "The coverage report {0} takes more than two seconds or too much memory to read. Have the job write several smaller reports, for example one for each package.",
        plainText(slow[0], 200),
      ),
    );
  if (unreadable[0] !== undefined)
    throw new UserError(
      l10n.t(
        "The coverage report {0} could not be read. It may be damaged, too large, or of a format other than LCOV, Cobertura, JaCoCo and Clover.",
        plainText(unreadable[0], 200),
      ),
    );
  if (failures[0]) throw failures[0];
  throw new UserError(missingText(source));
}

/** Returns the jobs with archives, those that are likely to have coverage first. */
function withArchives(jobs: readonly Job[]): readonly Job[] {
  const rank = (job: Job): number => (uploadsCoverage(job) ? 0 : typeof job.coverage === "number" ? 1 : 2);
  return jobs
    .filter(hasArtifacts)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, maxArchives);
}

class Reading {
  readonly reports: ArtifactReport[] = [];
  readonly unreadable: string[] = [];
  /** Those among them that take too long. */
  readonly slow: string[] = [];
  /** Why archives could not be read. */
  readonly failures: Error[] = [];
  private bytes = 0;
  private readonly context: CoverageContext;
  private readonly source: CoverageSource;
  private readonly signal: AbortSignal;
  private readonly inThread: typeof inWorker;

  constructor(context: CoverageContext, source: CoverageSource, signal: AbortSignal, inThread: typeof inWorker) {
    [this.context, this.source, this.signal, this.inThread] = [context, source, signal, inThread];
  }

  async readJob(job: Job): Promise<void> {
    const { instance, jobsProject: project } = this.source;
    const { signal } = this;
    try {
      const { listings } = await this.context.artifacts.load();
      const size = job.artifacts_file?.size ?? undefined;
      // A single job was chosen for it.
      const whole = this.source.jobs.length === 1 ? Infinity : MAX_AUTO_DOWNLOAD;
      const listing = await listings.list({ instance, project, job: job.id, size }, { signal, whole });
      for (const file of reportFiles(listing.all())) await this.readFile(job, file);
    } catch (error) {
      if (isCancelled(error)) throw error;
      // Other jobs may have reports: artifacts expire job by job.
      const ref = { instance, project, job: { ...job, name: job.name ?? "", status: job.status ?? "", web_url: "" } };
      const failure = artifactError(error, ref);
      this.failures.push(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }

  private async readFile(job: Job, { path, size }: ListedFile): Promise<void> {
    this.bytes += size;
    if (size > MAX_ARTIFACT_SIZE || this.bytes > maxBytes) {
      this.unreadable.push(path);
      return;
    }
    const report = await this.readBytes(await this.download(job, path, size)).catch((error: unknown) => {
      if (!(error instanceof WorkerStopped)) throw error;
      this.slow.push(path);
      return undefined;
    });
    if (report === undefined || report.files.length === 0) this.unreadable.push(path);
    else this.reports.push({ path, report });
  }

  private async readBytes(bytes: Uint8Array<ArrayBuffer>): Promise<CoverageReport | undefined> {
    const { signal } = this;
    // A thread takes longer to start than a small report to read.
    if (bytes.length <= maxHere)
      return readReport(Buffer.from(bytes).toString(), { loadXml: () => import("@rgrove/parse-xml"), signal });
    const packed = await this.inThread({ kind: "coverage" }, bytes, signal);
    return packed && unpackReport(packed, signal);
  }

  private async download(job: Job, path: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
    const { instance, jobsProject } = this.source;
    const { jobs } = this.context.connections.get(instance).client;
    const { body } = await jobs.artifactFile(jobsProject, job.id, path, { signal: this.signal });
    const chunks: Uint8Array[] = [];
    for await (const chunk of limitSize(body, size, () => new ArchiveError("changed"))) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}

/** Returns why there is no report, and what to change in the CI file. */
function missingText({ name, jobs, isRunning }: CoverageSource): string {
  const uploader = jobs.find(uploadsCoverage);
  if (uploader)
    return l10n.t(
      "Job “{0}” uploads a coverage report, which the host does not offer for download. Add the file to artifacts:paths of this job in the CI file, for example: artifacts: paths: [coverage/cobertura-coverage.xml]",
      plainText(uploader.name, 60),
    );
  if (isRunning) return l10n.t("No coverage yet: {0} has no coverage report in its artifacts so far.", name);
  const job =
    jobs.find((one) => typeof one.coverage === "number") ??
    jobs.find(({ name: one }) => /test|spec|coverage/i.test(one ?? ""));
  if (job)
    return l10n.t(
      "No coverage: {0} has no coverage report in its artifacts. Add the report to artifacts:paths of job “{1}” in the CI file, for example: artifacts: paths: [coverage/lcov.info]",
      name,
      plainText(job.name, 60),
    );
  return l10n.t(
    "No coverage: {0} has no coverage report in its artifacts. Add the report to artifacts:paths of a job in the CI file, for example: artifacts: paths: [coverage/lcov.info]",
    name,
  );
}
