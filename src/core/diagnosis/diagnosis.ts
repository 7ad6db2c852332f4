import type { Bridge } from "../../api/resources/extraTypes.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline, PipelineDetails } from "../../api/resources/pipelines.ts";
import { groupName } from "../pipelines/jobGroups.ts";
import { type Ending, endingOf } from "./ending.ts";
import { type FailedSuite, isSuiteOf } from "./failedTests.ts";
import { type Flip, flipsOf, type RedSince, redSince, type Suspects } from "./history.ts";
import type { LogFacts } from "./logFacts.ts";

/** What the host answered about a failed pipeline, as far as it was asked. */
export interface Facts {
  /** Undefined until the pipeline was read. */
  readonly pipeline: PipelineDetails | undefined;
  /** Latest attempts that failed or were canceled; undefined until they were read. */
  readonly jobs: readonly Job[] | undefined;
  /** Whether more jobs failed than were read. */
  readonly areJobsCut: boolean;
  /** Trigger jobs that failed, with their downstream pipelines. */
  readonly bridges: readonly Bridge[];
  /** Undefined until the test report was read. */
  readonly tests: readonly FailedSuite[] | undefined;
  /** Logs by job ID; the message of why one could not be read. */
  readonly logs: ReadonlyMap<number, LogFacts | { readonly unreadable: string }>;
  /** Undefined until the target branch was asked for; null if there is none to compare with. */
  readonly target: TargetFacts | null | undefined;
  /** Finished pipelines of the same branch; undefined until they were read. */
  readonly pipelines: readonly Pipeline[] | undefined;
  /** Undefined until they were read. */
  readonly suspects: Suspects | undefined;
  /** The newest jobs of the project, with all attempts; undefined until they were read. */
  readonly recentJobs: readonly Job[] | undefined;
}

/** The latest finished pipeline of the branch that changes go to. */
export interface TargetFacts {
  readonly ref: string;
  /** Undefined if it has none. */
  readonly pipeline: Pipeline | undefined;
  /** Its failed jobs. */
  readonly failed: readonly Job[];
}

/** Why a pipeline failed. */
export interface Diagnosis {
  readonly pipeline: PipelineDetails | undefined;
  readonly state: "reading" | "invalidCiFile" | "failed" | "noFailure";
  /** What is wrong with the CI file. */
  readonly ciFileErrors: string | undefined;
  /** Jobs that made the pipeline fail, in the order that matters. */
  readonly failures: readonly FailedJob[];
  /** Failed jobs that are allowed to fail. */
  readonly allowed: readonly FailedJob[];
  /** Canceled jobs. */
  readonly canceled: readonly FailedJob[];
  readonly areJobsCut: boolean;
  /** Downstream pipelines that failed. */
  readonly downstream: readonly Bridge[];
  /** Failed suites of no job that is listed. */
  readonly otherSuites: readonly FailedSuite[];
  readonly target: TargetFacts | null | undefined;
  /** Undefined until it is known. */
  readonly since: RedSince | undefined;
  readonly suspects: Suspects | undefined;
}

/** A job that failed or was canceled. */
export interface FailedJob {
  readonly job: Job;
  readonly ending: Ending;
  /** Undefined until it was read. */
  readonly log: LogFacts | { readonly unreadable: string } | undefined;
  readonly suites: readonly FailedSuite[];
  /** Whether the same job fails on the target branch; undefined while unknown. */
  readonly onTarget: "fails" | "passes" | undefined;
  /** Commits on which the job has both passed and failed; undefined while unknown. */
  readonly flips: readonly Flip[] | undefined;
  /** Other jobs with the same first error. */
  readonly alike: readonly Job[];
}

/** Returns why a pipeline failed, based on the facts read so far. */
export function diagnose(facts: Facts): Diagnosis {
  const { pipeline, jobs, areJobsCut, bridges, tests = [], target } = facts;
  const ciFileErrors = typeof pipeline?.yaml_errors === "string" ? pipeline.yaml_errors.trim() || undefined : undefined;
  const read = (jobs ?? []).map((job) => failedJob(job, facts));
  const failed = read.filter(({ job }) => job.status === "failed");
  const failures = withoutAlike(inOrder(failed.filter(({ job }) => job.allow_failure !== true)));
  const listed = read.map(({ suites }) => suites).flat();
  return {
    pipeline,
    state: stateOf(facts, ciFileErrors, failures.length),
    ciFileErrors,
    failures,
    allowed: withoutAlike(inOrder(failed.filter(({ job }) => job.allow_failure === true))),
    canceled: inOrder(read.filter(({ job }) => job.status !== "failed")),
    areJobsCut,
    downstream: bridges,
    otherSuites: tests.filter((suite) => !listed.includes(suite)),
    target,
    since:
      pipeline && facts.pipelines && pipeline.status === "failed" ? redSince(pipeline, facts.pipelines) : undefined,
    suspects: facts.suspects,
  };
}

function stateOf({ pipeline, jobs, bridges }: Facts, errors: string | undefined, count: number): Diagnosis["state"] {
  if (errors !== undefined && (jobs?.length ?? 0) === 0) return "invalidCiFile";
  if (pipeline === undefined || jobs === undefined) return "reading";
  return count > 0 || bridges.length > 0 || pipeline.status === "failed" ? "failed" : "noFailure";
}

function failedJob(job: Job, { tests = [], logs, target, recentJobs }: Facts): FailedJob {
  const name = job.name ?? "";
  return {
    job,
    ending: endingOf(job),
    log: logs.get(job.id),
    suites: job.status === "failed" ? tests.filter((suite) => isSuiteOf(suite, name, groupName(name))) : [],
    onTarget: onTargetOf(job, target),
    flips: recentJobs && flipsOf(name, recentJobs),
    alike: [],
  };
}

function onTargetOf(job: Job, target: TargetFacts | null | undefined): FailedJob["onTarget"] {
  if (!target?.pipeline) return undefined;
  if (target.failed.some((one) => one.name === job.name)) return "fails";
  // Failures that are allowed do not show in a green pipeline, whose jobs are not read.
  return job.allow_failure === true && target.pipeline.status === "success" ? undefined : "passes";
}

/** Returns the number of jobs, those with the same error included. */
export const countJobs = (jobs: readonly FailedJob[]): number =>
  jobs.reduce((sum, { alike }) => sum + 1 + alike.length, 0);

/**
 * Sorts by what most likely explains the failure: new failures before those that the target branch has as well and before flaky ones,
 * scripts before runners, then by when jobs ended.
 */
function inOrder(jobs: readonly FailedJob[]): FailedJob[] {
  return jobs.toSorted((a, b) => weight(a) - weight(b) || endOf(a.job) - endOf(b.job) || a.job.id - b.job.id);
}

function weight({ ending, onTarget, flips }: FailedJob): number {
  const isDoubtful = onTarget === "fails" || (flips !== undefined && flips.length > 0);
  return (isDoubtful ? 10 : 0) + (ending.kind === "script" || ending.kind === "timeout" ? 0 : 1);
}

const endOf = ({ finished_at: finished }: Job): number => {
  const at = Date.parse(finished ?? "");
  return Number.isNaN(at) ? Infinity : at;
};

/** Puts jobs with the same first error together, below the first of them. */
function withoutAlike(jobs: readonly FailedJob[]): FailedJob[] {
  const byError = new Map<string, FailedJob[]>();
  for (const one of jobs) {
    const error = errorOf(one);
    const key = error === undefined ? `#${one.job.id}` : error;
    byError.set(key, [...(byError.get(key) ?? []), one]);
  }
  return [...byError.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, alike: others.map(({ job }) => job) }] : [],
  );
}

/** Returns the first error of jobs that failed for no other known reason, for comparison. */
function errorOf({ log, ending, suites, job }: FailedJob): string | undefined {
  if (!log || "unreadable" in log || suites.length > 0 || ending.kind !== "script") return undefined;
  const text = log.firstError?.text.trim();
  return text === undefined || text === "" ? undefined : `${groupName(job.name ?? "")}\n${text.replace(/\d+/g, "0")}`;
}
