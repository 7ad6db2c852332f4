import type { Commit } from "../../api/resources/commitTypes.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";

/** Since when a branch is red. */
export interface RedSince {
  /** The last pipeline that passed before; undefined if none of those that were read did. */
  readonly lastGreen: Pipeline | undefined;
  /** The first failed pipeline after it. */
  readonly firstRed: Pipeline;
  /** Number of failed pipelines from the first one on, this one included. */
  readonly redCount: number;
  /** Number of earlier pipelines that were read. */
  readonly read: number;
}

/**
 * Returns since when a branch or tag has been red, based on its pipelines.
 * @param pipelines finished pipelines of the same branch, in any order
 */
export function redSince(pipeline: Pipeline, pipelines: readonly Pipeline[]): RedSince {
  const earlier = pipelines.filter(({ id }) => id < pipeline.id).sort((a, b) => b.id - a.id);
  const green = earlier.findIndex(({ status }) => status === "success");
  const since = (green < 0 ? earlier : earlier.slice(0, green)).filter(({ status }) => status === "failed");
  return {
    lastGreen: earlier[green],
    firstRed: since.at(-1) ?? pipeline,
    redCount: since.length + 1,
    read: earlier.length,
  };
}

/** Commits that may have made a branch red, and the merge requests that brought them. */
export interface Suspects {
  /** Whether they came after the last green pipeline, or are those of the branch that its target lacks. */
  readonly since: "green" | "target";
  /** Newest first. */
  readonly commits: readonly Commit[];
  /** Whether there are more commits than were read. */
  readonly isCut: boolean;
  readonly mergeRequests: readonly MergeRequest[];
}

/** Returns the merge requests that brought one of the commits: by their merge commit, their squashed commit or their head. */
export function broughtBy(commits: readonly Commit[], merged: readonly MergeRequest[]): MergeRequest[] {
  const known = new Set(commits.map(({ id }) => id));
  return merged.filter(({ merge_commit_sha, squash_commit_sha, sha }) =>
    [merge_commit_sha, squash_commit_sha, sha].some((one) => typeof one === "string" && known.has(one)),
  );
}

/** A commit on which a job has both passed and failed. */
export interface Flip {
  readonly sha: string;
  readonly passed: Job;
  readonly failed: Job;
}

/**
 * Returns the commits on which jobs of a name have both passed and failed, the newest first.
 * @param jobs of any pipelines of the project; earlier attempts count as well
 */
export function flipsOf(name: string, jobs: readonly Job[]): Flip[] {
  const byCommit = new Map<string, { passed?: Job; failed?: Job }>();
  for (const job of jobs.filter((one) => one.name === name).sort((a, b) => b.id - a.id)) {
    const sha = shaOf(job);
    if (sha === undefined) continue;
    const known = byCommit.get(sha) ?? {};
    byCommit.set(sha, known);
    if (job.status === "success") known.passed ??= job;
    // Runner failures and canceled jobs say nothing about the code.
    else if (job.status === "failed" && !isRunnerFailure(job)) known.failed ??= job;
  }
  return [...byCommit].flatMap(([sha, { passed, failed }]) => (passed && failed ? [{ sha, passed, failed }] : []));
}

const isRunnerFailure = ({ failure_reason: reason }: Job): boolean =>
  typeof reason === "string" && /^(?:runner_|stuck_|api_failure|scheduler_failure|data_integrity)/.test(reason);

/** Returns the commit that a job ran for. */
function shaOf({ commit, pipeline }: Job): string | undefined {
  const sha = commit?.id ?? pipeline?.sha;
  return typeof sha === "string" && sha !== "" ? sha : undefined;
}
