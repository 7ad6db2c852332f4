import type { ProjectScope } from "../../../core/base/refs.ts";
import { type FindingKind, findingKinds } from "../../../core/findings/finding.ts";
import type { JobReport } from "../../../core/findings/reportReader.ts";
import { type FindingRef, findingRef, fixedRef, type ShownFindings } from "./shown.ts";

/** The findings of a pipeline. */
export interface FindingsNode extends ProjectScope {
  readonly kind: "findings";
  readonly shown: ShownFindings;
}

/** Findings of one kind, or those that the target branch has and the pipeline no longer. */
export interface FindingsGroupNode extends ProjectScope {
  readonly kind: "findingsGroup";
  readonly shown: ShownFindings;
  readonly of: FindingKind | "fixed";
}

/** One finding; also the argument of its commands. */
export interface FindingNode extends FindingRef {
  readonly kind: "finding";
  /** ID of the row. */
  readonly row: string;
  readonly isFixed: boolean;
}

/** A report that cannot be read, as command argument. */
export interface GapRef extends ProjectScope {
  readonly gap: JobReport;
  readonly sha: string | undefined;
}

/** A report that cannot be read. */
export interface FindingsGapNode extends GapRef {
  readonly kind: "findingsGap";
  readonly pipeline: number;
}

export type FindingsViewNode = FindingsNode | FindingsGroupNode | FindingNode | FindingsGapNode;

export const findingsId = ({
  instance,
  project,
  shown,
}: Pick<FindingsNode, "instance" | "project" | "shown">): string =>
  `${instance} ${project}/findings/${shown.pipeline.id}`;
export const findingsGroupId = (node: FindingsGroupNode): string => `${findingsId(node)}/${node.of}`;
export const gapId = ({ instance, project, pipeline, gap }: FindingsGapNode): string =>
  `${instance} ${project}/findings/${pipeline}/gaps/${gap.job.id}/${gap.type}`;

/** Returns the rows of a pipeline: its kinds of findings, what was fixed, and what cannot be read. */
export function groupNodes({ instance, project, shown }: FindingsNode): (FindingsGroupNode | FindingsGapNode)[] {
  const { findings, fixed, gaps } = shown.result;
  const kinds = new Set(findings.map(({ finding }) => finding.kind));
  const group = (of: FindingsGroupNode["of"]): FindingsGroupNode => ({
    kind: "findingsGroup",
    instance,
    project,
    shown,
    of,
  });
  return [
    ...findingKinds.filter((kind) => kinds.has(kind)).map(group),
    ...(fixed.length > 0 ? [group("fixed")] : []),
    ...gaps.map((gap) => ({
      kind: "findingsGap" as const,
      instance,
      project,
      pipeline: shown.pipeline.id,
      sha: shown.pipeline.sha ?? undefined,
      gap,
    })),
  ];
}

/** Returns the rows of a group: new findings first, then by severity. */
export function findingNodes(group: FindingsGroupNode): FindingNode[] {
  const { shown, of } = group;
  const { findings, fixed } = shown.result;
  const row = (at: number): string => `${findingsGroupId(group)}/${at}`;
  if (of === "fixed")
    return fixed.map((finding, at) => ({ kind: "finding", row: row(at), isFixed: true, ...fixedRef(shown, finding) }));
  const nodes = findings.flatMap(({ finding, isNew }, at): FindingNode[] =>
    finding.kind === of
      ? [{ kind: "finding", row: row(at), isFixed: false, ...findingRef(shown, finding, isNew) }]
      : [],
  );
  return [...nodes.filter(({ isNew }) => isNew === true), ...nodes.filter(({ isNew }) => isNew !== true)];
}
