import type { Vulnerability } from "../../api/resources/vulnerabilities.ts";
import { type FoundAt, foundAt, scannerName } from "./finding.ts";
import { severityRank, isOpen } from "./judgment.ts";
import { reportName } from "./labels.ts";
import type { VulnerabilityRef } from "./refs.ts";

/** Why a host shows none of what is on the list. */
export type Withheld = "forbidden" | "notFound";

/** Is a VulnerabilityRef, for commands. */
export interface VulnerabilityNode extends VulnerabilityRef {
  readonly kind: "vulnerability";
  /** The account may not see it, or it is not there (any more). */
  readonly withheld?: Withheld;
  /** Path of its project, where that is not the open one. */
  readonly elsewhere?: string;
  /** Address of its page, where one is known. */
  readonly page?: string;
}

export const facts = ["state", "severity", "confidence", "report", "scanner", "location"] as const;
export type VulnerabilityFact = (typeof facts)[number];

/** One thing that is known of a vulnerability. Is a VulnerabilityRef too, for commands. */
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

const told = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** The rows below a vulnerability: what is told of it, in a fixed order. */
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
    return told(value)
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

/** What should be looked at first stands first: open before settled, grave before slight; what is not known stands last. */
export function byUrgency(a: VulnerabilityNode, b: VulnerabilityNode): number {
  return (
    rank(a) - rank(b) ||
    severityRank(a.vulnerability.severity) - severityRank(b.vulnerability.severity) ||
    a.vulnerability.id - b.vulnerability.id
  );
}

const rank = ({ withheld, vulnerability: { state } }: VulnerabilityNode): number =>
  withheld !== undefined ? 3 : state === undefined ? 2 : isOpen(state) ? 0 : 1;

/** Path of its project, where that is another than the open one. @param number the open project's, where that is known */
export function projectElsewhere(
  { project }: Pick<Vulnerability, "project">,
  open: string,
  number: number | undefined,
): string | undefined {
  if (
    project === null ||
    project.id === number ||
    project.full_path.toLowerCase() === open.toLowerCase() ||
    String(project.id) === open
  )
    return undefined;
  return project.full_path;
}
