import type { Job } from "../../api/resources/jobs.ts";
import { isPlainPath } from "../artifacts/address.ts";
import type { FindingKind } from "./finding.ts";

/** The reports that are read, by the `file_type` of a job's artifact: the kind of finding, and the usual file name. */
export const reportTypes = {
  sast: { kind: "sast", file: "gl-sast-report.json" },
  secret_detection: { kind: "secrets", file: "gl-secret-detection-report.json" },
  dependency_scanning: { kind: "dependencies", file: "gl-dependency-scanning-report.json" },
  container_scanning: { kind: "containers", file: "gl-container-scanning-report.json" },
  cluster_image_scanning: { kind: "containers", file: "gl-cluster-image-scanning-report.json" },
  dast: { kind: "dast", file: "gl-dast-report.json" },
  api_fuzzing: { kind: "dast", file: "gl-api-fuzzing-report.json" },
  codequality: { kind: "codeQuality", file: "gl-code-quality-report.json" },
  sarif: { kind: "sast", file: "results.sarif" },
} as const satisfies Readonly<Record<string, { readonly kind: FindingKind; readonly file: string }>>;
export type ReportType = keyof typeof reportTypes;

const isReportType = (type: unknown): type is ReportType =>
  typeof type === "string" && Object.hasOwn(reportTypes, type);

/** A report that a job says it has. */
export interface DeclaredReport {
  readonly job: Job;
  readonly type: ReportType;
  /** Name of the file, without its folder. */
  readonly file: string;
  /** Its path in the archive, if it was found there. */
  readonly path?: string;
}

/** Limit of reports of one pipeline. */
export const maxReports = 50;

/** Returns the reports of jobs that are read, at most `maxReports`. */
export const reportsOf = (jobs: readonly Job[]): DeclaredReport[] =>
  jobs
    .flatMap((job) =>
      (job.artifacts ?? []).flatMap((artifact) =>
        isReportType(artifact.file_type)
          ? [
              {
                job,
                type: artifact.file_type,
                file: fileName(artifact.filename) ?? reportTypes[artifact.file_type].file,
              },
            ]
          : [],
      ),
    )
    .slice(0, maxReports);

/** Returns whether a job has a report that is read. */
export const hasFindingsReport = ({
  artifacts,
}: {
  readonly artifacts?: readonly { readonly file_type?: string | null | undefined }[] | null | undefined;
}): boolean => artifacts?.some(({ file_type: type }) => isReportType(type)) === true;

/** Hosts store reports under the name that they had in the job, some of them compressed. */
function fileName(name: string | null | undefined): string | undefined {
  const plain = (name ?? "").replace(/\.gz$/, "");
  return /\.(?:json|sarif)$/.test(plain) && isPlainPath(plain) && !plain.includes("/") ? plain : undefined;
}
