import { readCodeQualityReport } from "./codeQualityReport.ts";
import type { FindingsReport } from "./finding.ts";
import { type ReportType, reportTypes } from "./reportTypes.ts";
import { isSarif, readSarifReport } from "./sarifReport.ts";
import { readSecurityReport } from "./securityReport.ts";

/** Largest report that is read, in bytes. */
export const maxReportSize = 20 * 1024 * 1024;

/**
 * Reads a report, without regard to how long that takes: a thread of its own reads large ones.
 * @returns undefined if it is not of the documented format
 */
export function readReport(text: string, type: ReportType): FindingsReport | undefined {
  let report: unknown;
  const body = text.replace(/^\ufeff/, "");
  try {
    report = JSON.parse(body);
  } catch {
    return undefined;
  }
  const { kind } = reportTypes[type];
  if (isSarif(report)) return readSarifReport(report, type === "sarif" ? undefined : kind);
  if (type === "sarif") return undefined;
  return kind === "codeQuality" ? readCodeQualityReport(report) : readSecurityReport(report, kind);
}
