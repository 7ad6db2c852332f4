/** What a scanner looks for. */
export const findingKinds = ["secrets", "sast", "iac", "dependencies", "containers", "dast", "codeQuality"] as const;
export type FindingKind = (typeof findingKinds)[number];

/** The most severe first. */
export const findingSeverities = ["critical", "high", "medium", "low", "info", "unknown"] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

/** An identifier of the kind of finding: a CVE, a CWE, a rule. */
export interface FindingIdentifier {
  readonly name: string;
  /** An http or https URL. */
  readonly url?: string;
}

/** One finding of a scanner in a CI report. All texts are the report's, cut to a bounded length. */
export interface Finding {
  readonly kind: FindingKind;
  readonly severity: FindingSeverity;
  readonly title: string;
  readonly description?: string;
  /** As the scanner wrote it: relative to the project, or absolute on the runner. */
  readonly file?: string;
  /** Counted from 1. */
  readonly startLine?: number;
  /** Counted from 1, not before `startLine`. */
  readonly endLine?: number;
  /** What is affected besides a file: a package with its version, an image, a URL. */
  readonly subject?: string;
  /** Name of the affected package. */
  readonly package?: string;
  readonly identifiers: readonly FindingIdentifier[];
  /** The http and https URLs of the report. */
  readonly links: readonly string[];
  readonly solution?: string;
  /** A patch that fixes it, as a unified diff. */
  readonly fix?: string;
  readonly scanner?: string;
  /** The same for the same finding in another version of the code, also if its lines moved. Several findings may share it. */
  readonly fingerprint: string;
  /** Tells findings of one fingerprint apart, as far as the report does: a hash or an excerpt of the code. */
  readonly evidence?: string;
}

/** The content of a report. */
export interface FindingsReport {
  readonly kind: FindingKind;
  readonly findings: readonly Finding[];
  /** Number of entries that are not of the documented shape. */
  readonly malformed: number;
  /** Number of entries beyond `maxFindings`. */
  readonly cut: number;
}

/** Limit of findings that are read from one report. */
export const maxFindings = 5_000;

/** Returns the rank of a severity: 0 for critical. */
export const severityOrder = (severity: FindingSeverity): number => findingSeverities.indexOf(severity);

/** Compares by severity, then by place. */
export function bySeverity(a: Finding, b: Finding): number {
  const [fileA, fileB] = [a.file ?? "", b.file ?? ""];
  return (
    severityOrder(a.severity) - severityOrder(b.severity) ||
    (fileA < fileB ? -1 : fileA > fileB ? 1 : 0) ||
    (a.startLine ?? 0) - (b.startLine ?? 0)
  );
}
