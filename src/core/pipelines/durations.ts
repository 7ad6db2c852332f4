import type { Job } from "../../api/resources/jobs.ts";
import { groupName } from "./jobGroups.ts";

/** The fields of a job that its duration and its name are read from. */
export type TimedRun = Pick<Job, "id"> &
  Partial<Pick<Job, "name" | "stage" | "status" | "ref" | "duration" | "queued_duration" | "pipeline">>;

/** A past run that succeeded. */
interface Run {
  readonly id: number;
  readonly ref: string;
  readonly pipeline: number;
  readonly seconds: number;
  readonly queued: number | undefined;
}

interface KnownJob {
  readonly group: string;
  readonly stage: string;
  /** Newest first, one per pipeline. */
  readonly runs: Run[];
}

/** What a job usually takes, from its past runs. */
export interface Usual {
  /** Median duration in seconds. */
  readonly seconds: number;
  /** Median time in the queue in seconds; 0 if unknown. */
  readonly queued: number;
  /** Number of past runs of this very job; 0 if other jobs stand in for it. */
  readonly runs: number;
  /** Durations in seconds, in ascending order. */
  readonly durations: readonly number[];
}

/** Runs that count: enough to be robust to outliers, few enough to follow a job that has become slower. */
const counted = 10;
/** Runs of the same branch from which on those of other branches do not count. */
const enough = 3;
/** Limits of what is kept: runs of a job, so that a busy branch does not displace the others at once, and jobs. */
const maxRuns = 40;
const maxJobs = 2_000;

/** Returns the median; 0 without values. @param ascending in ascending order */
function median(ascending: readonly number[]): number {
  const at = ascending.length >> 1;
  const middle = ascending[at] ?? 0;
  return ascending.length % 2 === 1 ? middle : (middle + (ascending[at - 1] ?? middle)) / 2;
}

const sorted = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b);
/** Returns whether a value is a duration: hosts may send null. */
export const isTime = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

/** How long the jobs of one project take: the durations of their past successful runs. */
export class JobDurations {
  /** By full name: the parts of a matrix take different times. The least recently changed first. */
  private readonly jobs = new Map<string, KnownJob>();
  private changes = 0;
  private others: { readonly at: number; readonly groups: Fallbacks; readonly stages: Fallbacks } | undefined;

  /** Increases whenever what is usual may have changed. */
  get version(): number {
    return this.changes;
  }

  /** Adds a job if it succeeded. Of the attempts in one pipeline the last one counts. */
  add({ id, name, stage, status, ref, duration, queued_duration: queued, pipeline }: TimedRun): void {
    if (status !== "success" || typeof name !== "string" || name === "" || !isTime(duration)) return;
    const known = this.jobs.get(name) ?? { group: groupName(name), stage: stage ?? "", runs: [] };
    const { runs } = known;
    if (runs.some((run) => run.id === id)) return;
    const run: Run = {
      id,
      ref: ref ?? "",
      pipeline: pipeline?.id ?? -id,
      seconds: duration,
      queued: isTime(queued) ? queued : undefined,
    };
    const attempt = runs.findIndex((other) => other.pipeline === run.pipeline);
    if (attempt >= 0 && (runs[attempt]?.id ?? 0) > id) return;
    if (attempt >= 0) runs.splice(attempt, 1);
    const older = runs.findIndex((other) => other.id < id);
    runs.splice(older < 0 ? runs.length : older, 0, run);
    runs.length = Math.min(runs.length, maxRuns);
    this.changes++;
    this.jobs.delete(name);
    this.jobs.set(name, known);
    if (this.jobs.size > maxJobs)
      for (const first of this.jobs.keys()) if (this.jobs.size > maxJobs) this.jobs.delete(first);
  }

  /**
   * Returns what a job usually takes: from its runs before this one, those of its branch if there are several; if it
   * never ran, from the other parts of its matrix, else from the jobs of its stage. Undefined if nothing is known.
   */
  usual(job: TimedRun): Usual | undefined {
    const name = job.name ?? "";
    const runs = (this.jobs.get(name)?.runs ?? []).filter(({ id }) => id < job.id);
    const own = runs.filter(({ ref }) => ref === job.ref);
    const past = (own.length >= enough ? own : runs).slice(0, counted);
    if (past.length > 0) return usualOf(past);
    const { groups, stages } = this.fallbacks();
    return groups.get(groupName(name)) ?? stages.get(job.stage ?? "");
  }

  /** Returns what stands in for jobs that never ran, by group and by stage. */
  private fallbacks(): { readonly groups: Fallbacks; readonly stages: Fallbacks } {
    if (this.others?.at === this.changes) return this.others;
    const groups = new Map<string, Usual[]>();
    const stages = new Map<string, Usual[]>();
    for (const { group, stage, runs } of this.jobs.values()) {
      const usual = usualOf(runs.slice(0, counted));
      put(groups, group, usual);
      put(stages, stage, usual);
    }
    this.others = { at: this.changes, groups: together(groups), stages: together(stages) };
    return this.others;
  }
}

type Fallbacks = ReadonlyMap<string, Usual>;

function usualOf(runs: readonly Run[]): Usual {
  const durations = sorted(runs.map(({ seconds }) => seconds));
  const queued = median(sorted(runs.flatMap((run) => run.queued ?? [])));
  return { seconds: median(durations), queued, runs: runs.length, durations };
}

function put(map: Map<string, Usual[]>, key: string, usual: Usual): void {
  const list = map.get(key);
  if (list) list.push(usual);
  else map.set(key, [usual]);
}

const together = (lists: ReadonlyMap<string, readonly Usual[]>): Fallbacks =>
  new Map(
    [...lists].map(([key, list]) => {
      const durations = sorted(list.map(({ seconds }) => seconds));
      const queued = median(sorted(list.map((one) => one.queued)));
      return [key, { seconds: median(durations), queued, runs: 0, durations }];
    }),
  );

/** Least part of what is usual that a job still takes, however long it has run. */
const least = 0.1;

/** Returns how long a job still runs in seconds: as the past runs that took longer. */
export function remaining(usual: Usual, elapsed: number): number {
  const longer = usual.durations.filter((seconds) => seconds > elapsed);
  return Math.max(longer.length > 0 ? median(longer) - elapsed : 0, least * usual.seconds);
}

/** By how much something was slower than usual. */
export interface Slower {
  readonly seconds: number;
  /** 1.5: it took half as long again. */
  readonly ratio: number;
}

/** What is below these is noise: number of past runs, part and seconds above what is usual. */
const minRuns = 3;
const minPart = 0.25;
const minSeconds = 10;

const isAbove = (actual: number, usual: number, part: number): boolean =>
  actual - usual >= Math.max(minSeconds, part * usual);

/** Part above the longest past run from which on a guess is worth nothing. */
const overdue = 0.5;

/** Returns whether a job has run so much longer than ever before that how long it still takes cannot be said. */
export const isOverdue = ({ durations }: Usual, elapsed: number): boolean =>
  isAbove(elapsed, durations.at(-1) ?? Infinity, overdue);

/** Returns by how much a duration is above the usual one; undefined if it is not clearly so. */
export function slower(
  actual: number | null | undefined,
  usual: Pick<Usual, "seconds" | "runs"> | undefined,
): Slower | undefined {
  if (usual === undefined || usual.runs < minRuns || !isTime(actual)) return undefined;
  if (!isAbove(actual, usual.seconds, minPart)) return undefined;
  return { seconds: actual - usual.seconds, ratio: usual.seconds > 0 ? actual / usual.seconds : Infinity };
}
