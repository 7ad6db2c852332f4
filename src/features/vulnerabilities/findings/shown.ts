import type { ProjectId } from "../../../api/path.ts";
import type { Pipeline } from "../../../api/resources/pipelines.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Finding } from "../../../core/findings/finding.ts";
import type { PipelineFindings } from "../../../core/findings/pipelineFindings.ts";

/** The findings of a pipeline that are shown for a project. */
export interface ShownFindings extends ProjectScope {
  readonly pipeline: Pick<Pipeline, "id" | "ref" | "sha" | "status">;
  /** The project of the pipeline: a fork, for a merge request from one. */
  readonly pipelineProject: ProjectId;
  /** What the findings are compared with; absent for the target branch itself. */
  readonly target?: {
    readonly ref: string;
    /** Absent if no pipeline there has such reports. */
    readonly pipeline?: Pick<Pipeline, "id" | "sha">;
  };
  readonly result: PipelineFindings;
}

/** Argument of finding commands; rows have these fields. */
export interface FindingRef extends ProjectScope {
  /** ID of the pipeline. */
  readonly pipeline: number;
  readonly pipelineProject: ProjectId;
  /** Commit of the pipeline. */
  readonly sha: string | undefined;
  readonly finding: Finding;
  readonly isNew?: boolean;
  /** Branch that the finding was compared with. */
  readonly against?: string;
}

/** Returns the argument for a finding of a pipeline. */
export function findingRef(shown: ShownFindings, finding: Finding, isNew?: boolean): FindingRef {
  const { instance, project, pipeline, pipelineProject, target } = shown;
  return {
    instance,
    project,
    pipeline: pipeline.id,
    pipelineProject,
    sha: pipeline.sha ?? undefined,
    finding,
    ...(isNew !== undefined && { isNew }),
    ...(target && { against: target.ref }),
  };
}

/** Returns the argument for a finding that only the target branch has. */
export function fixedRef(shown: ShownFindings, finding: Finding): FindingRef {
  const { instance, project, pipeline, target } = shown;
  const sha = target?.pipeline?.sha ?? undefined;
  return { instance, project, pipeline: target?.pipeline?.id ?? pipeline.id, pipelineProject: project, sha, finding };
}

/** Returns what the row and the messages call the findings of a pipeline. */
export const shownRef = ({ pipeline: { ref } }: ShownFindings): string => {
  const [, iid] = /^refs\/merge-requests\/(\d+)\//.exec(ref ?? "") ?? [];
  return iid === undefined ? (ref ?? "") : `!${iid}`;
};
