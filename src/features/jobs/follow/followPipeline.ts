import type { ProjectId } from "../../../api/path.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { jobTimeLeft } from "../../../core/pipelines/timeLeft.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";
import type { Downstream, FollowPipelineOptions, PipelineEvent } from "./events.ts";
import { FollowedPipelines, FollowedRun } from "./followedRun.ts";
import { isPending, nextJob } from "./nextJob.ts";

/**
 * Follows a pipeline from job to job: the log of the one that decides when it ends, then that of what runs next, then the pipelines that it
 * started, until it has ended or waits for manual jobs.
 *
 * Each pipeline takes a request for its jobs at first and one at the end of each job and downstream pipeline, one for itself when no job
 * runs, and one for its trigger jobs, which is repeated at these times only if it has any. While nothing runs, there is one request as often
 * as the budget allows. At most ten downstream pipelines are followed, at most two levels below the first, and at most three logs are read
 * for the first errors of jobs that were not followed.
 * @throws UserError when the account has changed; ApiError for errors that are not temporary; CancelledError
 */
export async function* followPipeline(options: FollowPipelineOptions): AsyncGenerator<PipelineEvent, void> {
  const { connection, ref, signal } = options;
  const followed = new FollowedPipelines(ref.pipeline.id);
  const run = new FollowedRun(options, ref, followed, 0);
  const { durations } = connection.pipelineJobs;
  await Promise.all([
    run.begin(),
    // An estimate is not worth an error.
    isRunning(ref.pipeline.status) && durations.ensure(ref.project, signal).catch(() => undefined),
  ]);
  yield { type: "begin", pipeline: run.pipeline, times: run.times };
  yield* followRun(options, run, followed);
  yield { type: "end", pipeline: run.pipeline, times: run.times, ...run.left, leftOut: followed.leftOut };
}

async function* followRun(
  options: FollowPipelineOptions,
  run: FollowedRun,
  followed: FollowedPipelines,
): AsyncGenerator<PipelineEvent, void> {
  const { host, signal } = options;
  let awaited: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    host.check();
    yield* run.newlyEnded();
    const { times } = run;
    const next = nextJob(run.jobs.stages ?? [], run.told, times.path, (job) =>
      jobTimeLeft(job, run.usual(job), options.now()),
    );
    if (next) {
      awaited = undefined;
      run.told.add(next.id);
      const { project } = run.ref;
      yield { type: "job", job: next, project, usual: run.usual(next), times };
      yield* followJob(options, next, project);
      await run.lookAgain();
      continue;
    }
    const hasEnded = await run.hasEnded();
    const downstream = await run.nextDownstream(hasEnded);
    if (downstream) {
      awaited = undefined;
      yield* followDownstream(options, downstream, followed, run.depth + 1);
      if (!hasEnded) await run.lookAgain();
      continue;
    }
    if (hasEnded) {
      yield* run.newlyEnded();
      return;
    }
    const pending = run.latest.filter((job) => isPending(job));
    const key = JSON.stringify(pending.map(({ id }) => id));
    if (key !== awaited) yield { type: "waiting", jobs: pending };
    awaited = key;
    await options.turns.take((until) => run.poll(until), options.news);
  }
}

/** Follows a downstream pipeline. One that cannot be read does not end that of the pipeline that started it. */
async function* followDownstream(
  options: FollowPipelineOptions,
  { trigger, ref }: Downstream,
  followed: FollowedPipelines,
  depth: number,
): AsyncGenerator<PipelineEvent, void> {
  const run = new FollowedRun(options, ref, followed, depth);
  try {
    await run.begin();
    yield { type: "downstream", trigger, pipeline: run.pipeline, times: run.times };
    yield* followRun(options, run, followed);
    yield { type: "downstreamEnd", pipeline: run.pipeline, times: run.times, ...run.left };
  } catch (error) {
    if (options.signal.aborted || isCancelled(error) || error instanceof UserError) throw error;
    options.host.check();
    yield { type: "unreadableDownstream", trigger, pipeline: run.pipeline, error };
  }
}

/** Follows the log of one job until it looks complete. Later output is left to the job's own channel. */
async function* followJob(
  { follow, host, signal }: FollowPipelineOptions,
  job: Job,
  project: ProjectId,
): AsyncGenerator<PipelineEvent, void> {
  try {
    for await (const event of follow(job, project)) {
      yield { type: "log", event };
      if (event.type === "finished") return;
    }
  } catch (error) {
    if (signal.aborted || isCancelled(error) || error instanceof UserError) throw error;
    host.check();
    yield { type: "unreadable", job, error };
  }
}
