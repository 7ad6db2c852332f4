import type { Commit } from "../../api/resources/commitTypes.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { FileChange } from "../../git/fileChange.ts";
import type { ProjectScope, WebRef } from "../base/refs.ts";
import type { CommitRef } from "../commits/refs.ts";
import type { ChangedFile, Changes } from "../comparisons/comparison.ts";
import type { ChangedFolder } from "../comparisons/folderTree.ts";
import type { JobRef, PipelineRef } from "../pipelines/refs.ts";
import type { JobAttempts, Stage } from "../pipelines/stages.ts";
import type { Folder } from "./folders.ts";
import type { QueryProblem } from "./queries.ts";
import type { MergeRequestRef } from "./refs.ts";

/** Every row knows its id, a path of API ids: one merge request may stand in several folders. */
interface Placed extends ProjectScope {
  readonly row: string;
}

/** A query with its merge requests below. */
export interface FolderNode extends Placed {
  readonly kind: "folder";
  readonly folder: Folder;
  /** How many there are, once the host has told. */
  readonly total?: number | undefined;
}

/** An entry of the settings that is no query. */
export interface ProblemNode extends Placed {
  readonly kind: "problem";
  readonly problem: QueryProblem;
}

/** What is known of the pipeline of a merge request. */
export type HeadPipeline = PipelineRef["pipeline"];

/** Is a MergeRequestRef and a WebRef, for commands. */
export interface MergeRequestNode extends Placed, MergeRequestRef, WebRef {
  readonly kind: "mergeRequest";
  readonly mergeRequest: MergeRequest;
  readonly pipeline?: HeadPipeline | undefined;
  /** Full path of the fork that it comes from, once that is known. */
  readonly fork?: string | undefined;
  /** Rows of other projects stand beside it: it says where it belongs. */
  readonly everywhere: boolean;
  /** It is to be merged into the open project. */
  readonly here: boolean;
}

/** A part of a merge request that stands below it; is a MergeRequestRef and a WebRef, too. */
interface Part extends Placed, MergeRequestRef, WebRef {
  readonly mergeRequest: MergeRequest;
}

export interface DescriptionNode extends Part {
  readonly kind: "description";
}

export interface FilesNode extends Part {
  readonly kind: "files";
}

export interface CommitsNode extends Part {
  readonly kind: "commits";
}

/** Is a PipelineRef once the pipeline is known; its project is that of the pipeline then. */
export interface HeadPipelineNode extends Part {
  readonly kind: "headPipeline";
  readonly pipeline?: HeadPipeline | undefined;
  /** The project of the merge request. */
  readonly target: ProjectScope["project"];
  /** The pipeline is one of the open project. */
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
  /** Whether it stands open until the person closes it. */
  readonly open: boolean;
}

/** Is a ChangedFile, for commands. */
export interface ChangedFileNode extends Placed, ChangedFile {
  readonly kind: "changedFile";
  readonly file: FileChange;
  /** In a tree the folder stands above it. */
  readonly inTree: boolean;
}

/** Says what a list of changed files lacks. */
export interface MissingNode extends Placed {
  readonly kind: "missing";
  /** Absent below a commit. */
  readonly mergeRequest?: MergeRequest | undefined;
  /** The page on the host that shows all of it. */
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

/** An attempt at a job that a later one replaced. Is a JobRef. */
export interface AttemptNode extends Placed, JobRef {
  readonly kind: "attempt";
  readonly pipelineId: number;
  readonly job: Job;
}

export type PartNode = DescriptionNode | FilesNode | CommitsNode | HeadPipelineNode;
export type ChangeNode = ChangedFolderNode | ChangedFileNode | MissingNode;
export type JobsNode = StageNode | JobNode | AttemptNode;
export type MergeRequestsNode =
  | FolderNode
  | ProblemNode
  | MergeRequestNode
  | PartNode
  | CommitNode
  | ChangeNode
  | JobsNode;

/** What stands below a merge request, known without asking. */
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
  // Of a fork's branch it may run in the fork.
  const elsewhere = pipeline?.project_id !== undefined && pipeline.project_id !== mergeRequest.project_id;
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

export function jobNodes({ instance, project, row, pipelineId, stage }: StageNode): JobNode[] {
  return stage.jobs.map(({ job, earlier }: JobAttempts) => ({
    kind: "job",
    instance,
    project,
    pipelineId,
    job,
    earlier,
    row: `${row}/${job.id}`,
  }));
}

export function attemptNodes({ instance, project, row, pipelineId, earlier }: JobNode): AttemptNode[] {
  return earlier.map((job) => ({ kind: "attempt", instance, project, pipelineId, job, row: `${row}/${job.id}` }));
}
