export const COMMIT_STATES = ["pending", "running", "success", "failed", "canceled", "skipped"] as const;
export type CommitState = (typeof COMMIT_STATES)[number];

/** What a program outside says of a commit; in pipelines it stands beside the jobs, in stage `external`. */
export interface CommitStatusRecord {
  readonly id: number;
  readonly projectId: number;
  readonly pipelineId: number;
  readonly sha: string;
  readonly ref: string;
  readonly name: string;
  readonly createdAt: number;
  userId: number;
  state: CommitState;
  targetUrl: string | null;
  description: string | null;
  coverage: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  /** A newer one of the same name has taken its place. */
  replaced: boolean;
}

export const EXTERNAL_STAGE = "external";

/** External statuses of the commits of all projects. */
export class CommitStatuses {
  readonly #statuses: CommitStatusRecord[] = [];

  /** Takes the place of the one of the same name in the same pipeline. */
  add(status: CommitStatusRecord): CommitStatusRecord {
    for (const older of this.ofPipeline(status.pipelineId))
      if (older.name === status.name && older.ref === status.ref) older.replaced = true;
    this.#statuses.push(status);
    return status;
  }

  /** Oldest first, replaced ones too. */
  ofPipeline(pipelineId: number): CommitStatusRecord[] {
    return this.#statuses.filter((status) => status.pipelineId === pipelineId);
  }

  /** Those that count for the pipeline's own status. */
  currentOfPipeline(pipelineId: number): CommitStatusRecord[] {
    return this.ofPipeline(pipelineId).filter((status) => !status.replaced);
  }

  /** Ends what has not ended; `at` in milliseconds since the epoch. */
  cancelOf(pipelineId: number, at: number): void {
    for (const status of this.currentOfPipeline(pipelineId)) {
      if (status.state !== "pending" && status.state !== "running") continue;
      status.state = "canceled";
      status.finishedAt = at;
    }
  }
}
