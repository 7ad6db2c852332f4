import type { TraceFile } from "./pipelines/trace.ts";
import type { ArtifactFile, CiJob, UploadedReport } from "./types.ts";

export interface PipelineVariable {
  readonly key: string;
  readonly value: string;
  readonly variable_type: "env_var" | "file";
}

export interface PipelineRecord {
  readonly id: number;
  readonly iid: number;
  readonly projectId: number;
  readonly sha: string;
  readonly beforeSha: string;
  readonly ref: string;
  readonly tag: boolean;
  readonly source: string;
  /** Moves to the ghost user when the person is deleted. */
  userId: number;
  readonly createdAt: number;
  readonly variables: readonly PipelineVariable[];
  readonly yamlErrors: string | null;
  readonly stages: readonly string[];
  /** Global variables of the CI file. */
  readonly ciVariables: Readonly<Record<string, string>>;
  /** Made up by a test: its status is what the test says, no job runs. */
  readonly fabricated: boolean;
  readonly overrides: Readonly<Record<string, unknown>>;
  name: string | null;
  status: string;
  updatedAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  committedAt: number | null;
  coverage: string | null;
  /** Seconds; computed from the jobs unless fabricated. */
  duration: number | null;
}

export interface ArchiveRecord {
  readonly filename: string;
  readonly zip: Buffer;
  readonly metadataSize: number;
  readonly files: readonly ArtifactFile[];
}

export interface JobRecord {
  readonly id: number;
  readonly projectId: number;
  readonly pipelineId: number;
  readonly name: string;
  readonly stage: string;
  readonly stageIndex: number;
  /** What to run; absent for most fabricated jobs. */
  readonly ci: CiJob | undefined;
  readonly createdAt: number;
  /** Moves to the ghost user when the person is deleted. */
  userId: number;
  readonly trace: TraceFile;
  readonly overrides: Readonly<Record<string, unknown>>;
  allowFailure: boolean;
  /** Its state is what a test or the sample says; the scheduler leaves it alone until someone retries or plays it. */
  fabricated: boolean;
  status: string;
  queuedAt: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  /** Seconds, set for fabricated jobs; else computed. */
  duration: number | null | undefined;
  coverage: number | null;
  failureReason: string | undefined;
  /** An older attempt: the same job was retried. */
  retried: boolean;
  hasRunner: boolean;
  /** Started by a person though manual. */
  played: boolean;
  /** A trigger job: it starts another pipeline and is in no list of jobs. */
  readonly bridge: boolean;
  /** The pipeline it started. */
  downstreamId: number | null;
  variables: readonly PipelineVariable[];
  archive: ArchiveRecord | undefined;
  /** Milliseconds since the epoch; null when they are kept. */
  artifactsExpireAt: number | null;
  junit: readonly Buffer[];
  reports: readonly UploadedReport[];
}

/** Of jobs and pipelines, as hosts filter by them. */
export const STATUSES =
  "created waiting_for_resource preparing waiting_for_callback pending running success failed canceling canceled skipped manual scheduled".split(
    " ",
  );
export const FINAL_STATUSES: ReadonlySet<string> = new Set(["success", "failed", "canceled", "skipped"]);
