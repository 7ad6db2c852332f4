import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import type { CallOptions, Download } from "../../api/request.ts";
import type { Job } from "../../api/resources/jobs.ts";
import { type ArchiveListings, WholeDownloadNeeded } from "../artifacts/archiveListings.ts";
import { limitSize } from "../artifacts/limited.ts";
import { ArchiveError } from "../artifacts/zipDirectory.ts";
import type { ProjectScope } from "../base/refs.ts";
import { inWorker, WorkerStopped } from "../lazy/inWorker.ts";
import type { FindingsReport } from "./finding.ts";
import { maxReportSize, readReport } from "./readReport.ts";
import { type DeclaredReport, hasFindingsReport, maxReports } from "./reportTypes.ts";

/** Why a report that a job declares cannot be read. */
export type ReportGap =
  /** The archive does not contain it, or there is none: the job lists it under `reports` only. */
  | "notInArchive"
  /** The artifacts were deleted after their time. */
  | "expired"
  | "forbidden"
  | "tooLarge"
  /** Takes too long to read. */
  | "tooSlow"
  /** Not of the documented format. */
  | "invalid";

export type ReportContent =
  | { readonly kind: "read"; readonly report: FindingsReport; /** Path in the archive. */ readonly path: string }
  | { readonly kind: ReportGap };

/** A report of a job, as far as it could be read. */
export interface JobReport extends DeclaredReport {
  readonly content: ReportContent;
}

/** Access to the artifacts of jobs with one account. */
export interface ReportSource {
  readonly jobs: {
    artifactFile(project: ProjectId, id: number, path: string, options: CallOptions): Promise<Download>;
  };
  readonly listings: Pick<ArchiveListings, "list">;
}

/** Limits of what is kept. */
const maxKept = 200;
const maxKeptFindings = 50_000;
/** Largest archive, in bytes, that is downloaded to look for a report where the host supports no ranges. */
const maxWhole = 4 * 1024 * 1024;
/** Archives of one pipeline that are looked through. */
const maxArchives = 20;
/** Maximum number of parallel requests. */
const concurrency = 4;

/** Largest report that is read in this thread, in bytes. */
const maxHere = 200 * 1024;

class ReportTooLarge extends Error {}

/** Reads reports from the archives of jobs. They never change, and are kept. */
export class ReportReader {
  private readonly source: ReportSource;
  private readonly now: () => number;
  private readonly inThread: typeof inWorker;
  private readonly kept = new Map<string, ReportContent>();

  constructor(source: ReportSource, now: () => number = Date.now, inThread = inWorker) {
    this.source = source;
    this.now = now;
    this.inThread = inThread;
  }

  /**
   * Reads reports, several at a time.
   * @param step called with the number of reports that are read
   * @throws ApiError, CancelledError
   */
  async readAll(
    scope: ProjectScope,
    declared: readonly DeclaredReport[],
    signal: AbortSignal,
    step: (done: number) => void = () => undefined,
  ): Promise<JobReport[]> {
    const contents: ReportContent[] = [];
    let [next, done] = [0, 0];
    const work = async (): Promise<void> => {
      for (let at = next++; at < declared.length; at = next++) {
        const one = declared[at];
        if (one === undefined) return;
        contents[at] = await this.read(scope, one, signal);
        step(++done);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return declared.flatMap((one, at) => {
      const content = contents[at];
      return content ? [{ ...one, content }] : [];
    });
  }

  /**
   * Returns the SARIF reports in the archives of jobs that declare no report: the host does not know them. Archives that cannot be listed
   * have none.
   * @throws ApiError, CancelledError
   */
  async findSarif(scope: ProjectScope, jobs: readonly Job[], signal: AbortSignal): Promise<DeclaredReport[]> {
    const found: DeclaredReport[][] = [];
    const archives = jobs
      .filter((job) => job.artifacts_file && !hasFindingsReport(job) && !this.isExpired({ job }))
      .slice(0, maxArchives);
    let next = 0;
    const work = async (): Promise<void> => {
      for (let at = next++; at < archives.length; at = next++) {
        const job = archives[at];
        if (job === undefined) return;
        const paths = await this.pathsOf(scope, job, ({ name }) => /\.sarif(?:\.json)?$/i.test(name), signal);
        found[at] = paths.map((path) => ({ job, type: "sarif", file: path.slice(path.lastIndexOf("/") + 1), path }));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return found.flat().slice(0, maxReports);
  }

  private async read(scope: ProjectScope, declared: DeclaredReport, signal: AbortSignal): Promise<ReportContent> {
    const { job, type, file, path = file } = declared;
    const key = `${String(scope.project)} ${job.id} ${type} ${path}`;
    const known = this.kept.get(key);
    if (known) return known;
    const content = await this.request(scope, declared, signal);
    if (
      content.kind === "read" ||
      content.kind === "invalid" ||
      content.kind === "tooLarge" ||
      content.kind === "tooSlow"
    )
      this.keep(key, content);
    return content;
  }

  private async request(scope: ProjectScope, declared: DeclaredReport, signal: AbortSignal): Promise<ReportContent> {
    const { job, file, path: known = file } = declared;
    const missing: ReportContent = { kind: this.isExpired(declared) ? "expired" : "notInArchive" };
    if (job.artifacts_file === undefined || job.artifacts_file === null) return missing;
    const there = await this.download(scope, declared, known, signal);
    if (there !== undefined) return there;
    // It may be in a folder, whose name no answer contains.
    const path = await this.findPath(scope, declared, signal);
    return (path === undefined ? undefined : await this.download(scope, declared, path, signal)) ?? missing;
  }

  /** @returns undefined if the archive has no such file */
  private async download(
    { project }: ProjectScope,
    { job, type }: DeclaredReport,
    path: string,
    signal: AbortSignal,
  ): Promise<ReportContent | undefined> {
    try {
      const { body, length, close } = await this.source.jobs.artifactFile(project, job.id, path, { signal });
      try {
        if (length !== undefined && length > maxReportSize) return { kind: "tooLarge" };
        const chunks: Uint8Array[] = [];
        for await (const chunk of limitSize(body, maxReportSize, () => new ReportTooLarge())) chunks.push(chunk);
        signal.throwIfAborted();
        const bytes = Buffer.concat(chunks);
        // A thread takes longer to start than a small report to read.
        const report =
          bytes.length <= maxHere
            ? readReport(bytes.toString("utf8"), type)
            : await this.inThread({ kind: "findings", type }, bytes, signal);
        return report ? { kind: "read", report, path } : { kind: "invalid" };
      } finally {
        await close();
      }
    } catch (error) {
      if (error instanceof ReportTooLarge) return { kind: "tooLarge" };
      if (error instanceof WorkerStopped) return { kind: "tooSlow" };
      if (error instanceof ApiError && error.kind === "notFound") return undefined;
      if (error instanceof ApiError && error.kind === "forbidden") return { kind: "forbidden" };
      throw error;
    }
  }

  /** Returns the path of the only file with the report's name. */
  private async findPath(
    scope: ProjectScope,
    { job, file }: DeclaredReport,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const found = await this.pathsOf(scope, job, ({ name }) => name === file, signal);
    return found.length === 1 ? found[0] : undefined;
  }

  private async pathsOf(
    scope: ProjectScope,
    job: Job,
    isWanted: (file: { readonly name: string }) => boolean,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { size } = job.artifacts_file ?? {};
    try {
      const archive = { ...scope, job: job.id, ...(typeof size === "number" && { size }) };
      const listing = await this.source.listings.list(archive, { signal, whole: maxWhole });
      const found: string[] = [];
      for (const file of listing.all()) if (isWanted(file)) found.push(file.path);
      return found;
    } catch (error) {
      if (error instanceof WholeDownloadNeeded || error instanceof ArchiveError) return [];
      if (error instanceof ApiError && (error.kind === "notFound" || error.kind === "forbidden")) return [];
      throw error;
    }
  }

  private isExpired({ job }: Pick<DeclaredReport, "job">): boolean {
    return Date.parse(job.artifacts_expire_at ?? "") < this.now();
  }

  private keep(key: string, content: ReportContent): void {
    this.kept.set(key, content);
    let findings = 0;
    for (const one of this.kept.values()) findings += one.kind === "read" ? one.report.findings.length : 0;
    for (const [oldest, one] of this.kept) {
      if (this.kept.size <= maxKept && (findings <= maxKeptFindings || this.kept.size === 1)) return;
      this.kept.delete(oldest);
      findings -= one.kind === "read" ? one.report.findings.length : 0;
    }
  }
}
