import type { ProjectId } from "../../../api/path.ts";
import type { Bridge } from "../../../api/resources/extraTypes.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import type { Event } from "../../../core/base/events.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Excerpt } from "../../../core/diagnosis/logExcerpts.ts";
import type { Slower, Usual } from "../../../core/pipelines/durations.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import type { PipelineTimes } from "../../../core/pipelines/timeLeft.ts";
import type { AccountGuard } from "../log/accountGuard.ts";
import type { FollowEvent } from "../log/follow.ts";
import type { PollTurns } from "./pollTurns.ts";

export interface FollowPipelineOptions {
  readonly ref: PipelineRef;
  readonly connection: Pick<Connection, "client" | "records" | "pipelineJobs">;
  readonly host: Pick<AccountGuard, "request" | "check">;
  /** Follows the log of a job. */
  readonly follow: (job: Job, project: ProjectId) => AsyncGenerator<FollowEvent, void>;
  /** Reads the first error in the log of a failed job; undefined if there is none, or the log cannot be read. */
  readonly firstError: (job: Job, project: ProjectId) => Promise<JobError | undefined>;
  readonly turns: Pick<PollTurns, "take">;
  /** Something of the pipeline has changed, as other answers show. */
  readonly news: Event<unknown>;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export type PipelineEvent =
  /** The jobs are known. */
  | { readonly type: "begin"; readonly pipeline: PipelineRef["pipeline"]; readonly times: PipelineTimes }
  /** A job whose log was not shown has ended. */
  | {
      readonly type: "ended";
      readonly job: Job;
      readonly slower: Slower | undefined;
      readonly error: JobError | undefined;
    }
  /** The log of a job follows. */
  | {
      readonly type: "job";
      readonly job: Job;
      readonly project: ProjectId;
      readonly usual: Usual | undefined;
      readonly times: PipelineTimes;
    }
  | { readonly type: "log"; readonly event: FollowEvent }
  /** The log of a job cannot be read. */
  | { readonly type: "unreadable"; readonly job: Job; readonly error: unknown }
  /** What follows is of a pipeline that another one started, until its end. */
  | {
      readonly type: "downstream";
      readonly trigger: Bridge;
      readonly pipeline: PipelineRef["pipeline"];
      readonly times: PipelineTimes;
    }
  | ({ readonly type: "downstreamEnd" } & PipelineEnd)
  /** A downstream pipeline cannot be read, or not any longer. */
  | {
      readonly type: "unreadableDownstream";
      readonly trigger: Bridge;
      readonly pipeline: PipelineRef["pipeline"];
      readonly error: unknown;
    }
  /** Nothing runs. Sent again when other jobs are about to. */
  | { readonly type: "waiting"; readonly jobs: readonly Job[] }
  /** The last event: it ended, or waits for somebody. */
  | ({
      readonly type: "end";
      /** Number of downstream pipelines that were not followed. */
      readonly leftOut: number;
    } & PipelineEnd);

/** How a pipeline ended. */
export interface PipelineEnd {
  readonly pipeline: PipelineRef["pipeline"];
  readonly times: PipelineTimes;
  readonly manual: readonly Job[];
  readonly skipped: readonly Job[];
}

/** A pipeline that another one started. */
export interface Downstream {
  readonly trigger: Bridge;
  readonly ref: PipelineRef;
}

/** The line that is most likely the cause of a job's failure, with some around it. Zero-based. */
export interface JobError {
  readonly line: number;
  /** Whether its evidence leaves no doubt. */
  readonly isSure: boolean;
  readonly around: Excerpt;
}
