import { compareFindings } from "./compare.ts";
import { bySeverity, type Finding, type FindingKind, findingKinds } from "./finding.ts";
import type { JobReport } from "./reportReader.ts";
import { reportTypes } from "./reportTypes.ts";

/** A finding of a pipeline, compared with the target branch. */
export interface ComparedFinding {
  readonly finding: Finding;
  /** Whether the target branch does not have it; undefined if there is no report to compare with. */
  readonly isNew: boolean | undefined;
}

/** The findings of a pipeline. */
export interface PipelineFindings {
  /** The most severe first. */
  readonly findings: readonly ComparedFinding[];
  /** Those of the target branch that the pipeline no longer has. */
  readonly fixed: readonly Finding[];
  /** Reports that could not be read. */
  readonly gaps: readonly JobReport[];
  /** Number of entries in the reports that were left out: malformed, or too many. */
  readonly leftOut: number;
}

/** Limit of findings of one pipeline. */
export const maxPipelineFindings = 10_000;

/**
 * Combines the reports of a pipeline and compares them with those of the target branch, each kind of finding for itself.
 * @param before the reports of the target branch
 */
export function pipelineFindings(reports: readonly JobReport[], before: readonly JobReport[] = []): PipelineFindings {
  const now = byKind(reports);
  const then = byKind(before);
  const findings: ComparedFinding[] = [];
  const fixed: Finding[] = [];
  for (const kind of findingKinds) {
    // What is missing in the target branch's reports would count as new.
    const [all, old] = [now.get(kind), isWhole(before, kind) ? then.get(kind) : undefined];
    const difference = all && old && compareFindings(all, old);
    for (const finding of all ?? []) findings.push({ finding, isNew: difference?.added.has(finding) });
    if (difference && isWhole(reports, kind)) fixed.push(...difference.fixed);
  }
  const leftOut = reports.reduce(
    (sum, { content }) => sum + (content.kind === "read" ? content.report.malformed + content.report.cut : 0),
    0,
  );
  findings.sort((a, b) => bySeverity(a.finding, b.finding));
  return {
    findings: findings.slice(0, maxPipelineFindings),
    fixed: fixed.sort(bySeverity).slice(0, maxPipelineFindings),
    gaps: reports.filter(({ content }) => content.kind !== "read"),
    leftOut: leftOut + Math.max(0, findings.length - maxPipelineFindings),
  };
}

/** Whether all findings of a kind could be read. */
const isWhole = (reports: readonly JobReport[], kind: FindingKind): boolean =>
  reports.every(
    ({ content, type }) => !kindsOf(type).includes(kind) || (content.kind === "read" && content.report.cut === 0),
  );

/** Returns the kinds of findings that a type of report may have. */
const kindsOf = (type: JobReport["type"]): readonly FindingKind[] =>
  type === "sarif"
    ? ["sast", "iac", "secrets", "dependencies", "codeQuality"]
    : type === "sast"
      ? ["sast", "iac"]
      : [reportTypes[type].kind];

function byKind(reports: readonly JobReport[]): Map<FindingKind, Finding[]> {
  const kinds = new Map<FindingKind, Finding[]>();
  for (const { content } of reports) {
    if (content.kind !== "read") continue;
    const { kind, findings } = content.report;
    kinds.set(kind, [...(kinds.get(kind) ?? []), ...findings]);
  }
  return kinds;
}
