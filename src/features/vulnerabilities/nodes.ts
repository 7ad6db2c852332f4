import type { Vulnerability } from "../../api/resources/vulnerabilities.ts";
import { type FoundAt, foundAt, scannerName } from "./finding.ts";
import { reportName } from "./labels.ts";
import type { VulnerabilityRef } from "./refs.ts";
import { severityRank, isOpen } from "./states.ts";

/** Why the host does not return a vulnerability of the list. */
export type Withheld = "forbidden" | "notFound";

/** The row of a vulnerability; also the argument of its commands. */
export interface VulnerabilityNode extends VulnerabilityRef {
  readonly kind: "vulnerability";
  /** Set when the account cannot see it, or it does not exist. */
  readonly withheld?: Withheld;
  /** Path of its project, if it is not the open one. */
  readonly elsewhere?: string;
  /** URL of its page, if known. */
  readonly page?: string;
}

export const facts = ["state", "severity", "confidence", "report", "scanner", "location"] as const;
export type VulnerabilityFact = (typeof facts)[number];

/** The row of one property of a vulnerability; also the argument of its commands. */
export interface VulnerabilityFactNode extends VulnerabilityRef {
  readonly kind: "vulnerabilityFact";
  readonly fact: VulnerabilityFact;
  /** As the host spells it. */
  readonly value: string;
  readonly at?: FoundAt;
}

export const vulnerabilityId = ({ instance, project, vulnerability: { id } }: VulnerabilityRef): string =>
  `${instance} ${project}/vulnerabilities/${id}`;
export const factId = (node: VulnerabilityFactNode): string => `${vulnerabilityId(node)}/${node.fact}`;

const isFilled = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** Returns the properties that the host returned, in a fixed order. */
export function factNodes({ instance, project, vulnerability }: VulnerabilityNode): VulnerabilityFactNode[] {
  const at = foundAt(vulnerability.finding);
  const values: Readonly<Record<VulnerabilityFact, unknown>> = {
    state: vulnerability.state,
    severity: vulnerability.severity,
    confidence: vulnerability.confidence,
    report: reportName(vulnerability.report_type),
    scanner: scannerName(vulnerability.finding),
    location: at && (at.line === undefined ? at.path : `${at.path}:${at.line}`),
  };
  return facts.flatMap((fact) => {
    const value = values[fact];
    return isFilled(value)
      ? [
          {
            kind: "vulnerabilityFact" as const,
            instance,
            project,
            vulnerability,
            fact,
            value,
            ...(fact === "location" && at && { at }),
          },
        ]
      : [];
  });
}

/** Compares by urgency: open before settled, then by severity; unread and withheld ones last. */
export function byUrgency(a: VulnerabilityNode, b: VulnerabilityNode): number {
  return (
    rank(a) - rank(b) ||
    severityRank(a.vulnerability.severity) - severityRank(b.vulnerability.severity) ||
    a.vulnerability.id - b.vulnerability.id
  );
}

const rank = ({ withheld, vulnerability: { state } }: VulnerabilityNode): number =>
  withheld !== undefined ? 3 : state === undefined ? 2 : isOpen(state) ? 0 : 1;

/**
 * Returns the path of a vulnerability's project if it is not the open one.
 * @param number ID of the open project, if known
 */
export function projectElsewhere(
  project: Vulnerability["project"],
  open: string,
  number: number | undefined,
): string | undefined {
  if (
    !project?.full_path ||
    project.id === number ||
    project.full_path.toLowerCase() === open.toLowerCase() ||
    String(project.id) === open
  )
    return undefined;
  return project.full_path;
}
