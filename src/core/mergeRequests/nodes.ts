import type { Commit } from "../../api/resources/commitTypes.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { FileChange } from "../../git/fileChange.ts";
import type { ProjectScope, WebRef } from "../base/refs.ts";
import type { CommitRef } from "../commits/refs.ts";
import type { ChangedFile, Changes } from "../comparisons/comparison.ts";
import type { ChangedFolder } from "../comparisons/folderTree.ts";
import { groupedRows, type JobAttempts, type JobGroup } from "../pipelines/jobGroups.ts";
import type { JobRef, PipelineRef } from "../pipelines/refs.ts";
import type { Stage } from "../pipelines/stages.ts";
import type { Folder } from "./folders.ts";
import type { QueryProblem } from "./queries.ts";
import type { MergeRequestRef } from "./refs.ts";

/** Every row has an id, a path of API ids: a merge request may be in several folders. */
interface Placed extends ProjectScope {
  readonly row: string;
}

/** A query with its merge requests below. */
export interface FolderNode extends Placed {
  readonly kind: "folder";
  readonly folder: Folder;
  /** Number of merge requests, once known. */
  readonly total?: number | undefined;
}

/** An invalid query of the settings. */
export interface ProblemNode extends Placed {
  readonly kind: "problem";
  readonly problem: QueryProblem;
}

/** The known fields of a merge request's pipeline. */
export type HeadPipeline = PipelineRef["pipeline"];

/** Is a MergeRequestRef and a WebRef, for commands. */
export interface MergeRequestNode extends Placed, MergeRequestRef, WebRef {
  readonly kind: "mergeRequest";
  readonly mergeRequest: MergeRequest;
  readonly pipeline?: HeadPipeline | undefined;
  /** Full path of the source fork, once known. */
  readonly fork?: string | undefined;
  /** Whether rows of other projects are in the same list, so that the row names its project. */
  readonly everywhere: boolean;
  /** Whether the target is the open project. */
  readonly here: boolean;
}

/** A row below a merge request; also a MergeRequestRef and a WebRef. */
interface Part extends Placed, MergeRequestRef, WebRef {
  readonly mergeRequest: MergeRequest;
}

export interface DescriptionNode extends Part {
  readonly kind: "description";
}

export interface FilesNode extends Part {
  readonly kind: "files";
  /** The changes, once read. */
  readonly changes?: Changes | undefined;
  /** Number of files that are shown, if they are filtered. */
  readonly filtered?: number | undefined;
}

export interface CommitsNode extends Part {
  readonly kind: "commits";
}

/** Is a PipelineRef once the pipeline is known; its project is then that of the pipeline. */
export interface HeadPipelineNode extends Part {
  readonly kind: "headPipeline";
  readonly pipeline?: HeadPipeline | undefined;
  /** The project of the merge request. */
  readonly target: ProjectScope["project"];
  /** Whether the pipeline belongs to the open project. */
  readonly here: boolean;
}

/** Is a CommitRef and a WebRef, for commands. */
export interface CommitNode extends Placed, CommitRef, WebRef {
  readonly kind: "commit";
  readonly commit: Commit;
}

export interface ChangedFolderNode extends Placed {
  readonly kind: "changedFolder";
  readonly changes: Changes;
  readonly folder: ChangedFolder;
  /** The merge request whose current changes these are; absent below a commit. */
  readonly mergeRequest?: MergeRequest | undefined;
  /** Whether it starts expanded. */
  readonly open: boolean;
}

/** Is a ChangedFile, for commands. */
export interface ChangedFileNode extends Placed, ChangedFile {
  readonly kind: "changedFile";
  readonly file: FileChange;
  /** The merge request whose current changes these are; absent below a commit. */
  readonly mergeRequest?: MergeRequest | undefined;
  /** Whether its folder is a row above it. */
  readonly inTree: boolean;
}

/** A note about changed files that are missing from the list. */
export interface MissingNode extends Placed {
  readonly kind: "missing";
  /** Absent below a commit. */
  readonly mergeRequest?: MergeRequest | undefined;
  /** Web URL of the complete list. */
  readonly webUrl?: string | undefined;
  readonly missing: string;
}

export interface StageNode extends Placed {
  readonly kind: "stage";
  readonly pipelineId: number;
  readonly stage: Stage;
}

/** Is a JobRef, for commands. */
export interface JobNode extends Placed, JobRef {
  readonly kind: "job";
  readonly pipelineId: number;
  readonly job: Job;
  readonly earlier: readonly Job[];
}

/** Jobs of a matrix, or of a parallel job. */
export interface JobGroupNode extends Placed {
  readonly kind: "jobGroup";
  readonly pipelineId: number;
  readonly jobGroup: JobGroup;
}

/** An earlier attempt of a job. Is a JobRef. */
export interface AttemptNode extends Placed, JobRef {
  readonly kind: "attempt";
  readonly pipelineId: number;
  readonly job: Job;
}

export type PartNode = DescriptionNode | FilesNode | CommitsNode | HeadPipelineNode;
export type ChangeNode = ChangedFolderNode | ChangedFileNode | MissingNode;
export type JobsNode = StageNode | JobGroupNode | JobNode | AttemptNode;
export type MergeRequestsNode =
  | FolderNode
  | ProblemNode
  | MergeRequestNode
  | PartNode
  | CommitNode
  | ChangeNode
  | JobsNode;

/** Returns the rows below a merge request, which need no request. */
export function partsOf({
  instance,
  project,
  row,
  mergeRequest,
  webUrl,
  pipeline,
  here,
}: MergeRequestNode): PartNode[] {
  const part = { instance, project, mergeRequest, webUrl };
  // The pipeline of a fork's branch may run in the fork.
  const elsewhere = typeof pipeline?.project_id === "number" && pipeline.project_id !== mergeRequest.project_id;
  const home = elsewhere ? pipeline.project_id : project;
  return [
    { kind: "description", ...part, row: `${row}/description` },
    { kind: "files", ...part, row: `${row}/files` },
    { kind: "commits", ...part, row: `${row}/commits` },
    {
      kind: "headPipeline",
      ...part,
      row: `${row}/pipeline`,
      project: home,
      target: project,
      here: here && !elsewhere,
      ...(pipeline === undefined ? {} : { pipeline }),
    },
  ];
}

export function stageNodes(
  { instance, project, row }: Placed,
  pipelineId: number,
  stages: readonly Stage[],
): StageNode[] {
  return stages.map((stage) => ({
    kind: "stage",
    instance,
    project,
    pipelineId,
    stage,
    row: `${row}/${encodeURIComponent(stage.name)}`,
  }));
}

/** Returns the rows of a stage: its jobs, those of a group below one row. */
export function jobNodes(node: StageNode): (JobGroupNode | JobNode)[] {
  const { instance, project, row, pipelineId, stage } = node;
  return groupedRows<JobGroupNode | JobNode>(stage, {
    job: (attempts) => jobNode(node, attempts),
    group: (jobGroup) => ({
      kind: "jobGroup",
      instance,
      project,
      pipelineId,
      jobGroup,
      row: `${row}?jobs/${encodeURIComponent(jobGroup.name)}`,
    }),
  });
}

/** Returns the rows of the jobs of a group. */
export const groupJobNodes = (node: JobGroupNode): JobNode[] =>
  node.jobGroup.jobs.map((attempts) => jobNode(node, attempts));

const jobNode = (
  { instance, project, row, pipelineId }: StageNode | JobGroupNode,
  { job, earlier }: JobAttempts,
): JobNode => ({ kind: "job", instance, project, pipelineId, job, earlier, row: `${row}/${job.id}` });

export function attemptNodes({ instance, project, row, pipelineId, earlier }: JobNode): AttemptNode[] {
  return earlier.map((job) => ({ kind: "attempt", instance, project, pipelineId, job, row: `${row}/${job.id}` }));
}
