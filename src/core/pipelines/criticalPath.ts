/** Duration and dependencies of a job. */
export interface TimedJob {
  readonly key: string;
  /** Index of the stage. */
  readonly stage: number;
  /** Duration so far; undefined if it has not started. */
  readonly seconds: number | undefined;
  /** Keys of the jobs that it needs; undefined if it waits for all jobs of earlier stages. */
  readonly needs: readonly string[] | undefined;
}

/** A job, or the gate before a stage, which is passed after all earlier stages. */
interface Point {
  readonly seconds: number;
  readonly job: TimedJob | undefined;
  readonly next: Point[];
  /** Number of predecessors not passed yet. */
  waits: number;
  /** Duration of the longest chain that ends here, in seconds. */
  total: number;
  /** The previous job on that chain. */
  before: Point | undefined;
  passed: boolean;
}

/**
 * Returns the keys of the longest chain of jobs by duration, in order: each job follows one that it needs, or one of an earlier stage if
 * it has no `needs`. Ignores missing jobs; cycles are broken at the job listed first. Empty if no job has run.
 */
export function criticalPath(jobs: readonly TimedJob[]): string[] {
  const points = connected(jobs);
  const ready = points.filter(({ waits }) => waits === 0);
  let index = 0;
  for (let done = 0; done < points.length; done++) {
    let point = ready.pop();
    // Only cycles are left: break one.
    while (point === undefined) {
      const candidate = points[index++];
      if (candidate?.passed === false) point = candidate;
    }
    pass(point, ready);
  }
  let last: Point | undefined;
  for (const point of points) if (point.job && point.total > (last?.total ?? 0)) last = point;
  const chain: TimedJob[] = [];
  for (let at = last; at; at = at.before) if (at.job) chain.unshift(at.job);
  return chain
    .slice(
      Math.max(
        0,
        chain.findIndex(({ seconds }) => (seconds ?? 0) > 0),
      ),
    )
    .map(({ key }) => key);
}

function connected(jobs: readonly TimedJob[]): Point[] {
  const point = (job: TimedJob | undefined): Point => ({
    seconds: Math.max(0, job?.seconds ?? 0),
    job,
    next: [],
    waits: 0,
    total: 0,
    before: undefined,
    passed: false,
  });
  const link = (from: Point | undefined, to: Point | undefined): void => {
    if (!from || !to || from === to) return;
    from.next.push(to);
    to.waits += 1;
  };
  const stages = jobs.reduce((most, { stage }) => Math.max(most, stage + 1), 0);
  const gates = Array.from({ length: stages }, () => point(undefined));
  gates.forEach((gate, at) => link(gates[at - 1], gate));
  const byKey = new Map(jobs.map((job) => [job.key, point(job)]));
  for (const own of byKey.values()) {
    if (!own.job) continue;
    const { stage, needs } = own.job;
    link(own, gates[stage + 1]);
    if (needs === undefined) link(gates[stage], own);
    else for (const need of new Set(needs)) link(byKey.get(need), own);
  }
  // Jobs before gates, so that a cycle is broken at a job.
  return [...byKey.values(), ...gates];
}

function pass(point: Point, ready: Point[]): void {
  point.passed = true;
  point.total += point.seconds;
  const last = point.job ? point : point.before;
  for (const next of point.next) {
    if (next.passed) continue;
    if (point.total > next.total || (next.before === undefined && last !== undefined && point.total === next.total)) {
      next.total = point.total;
      next.before = last;
    }
    next.waits -= 1;
    if (next.waits === 0) ready.push(next);
  }
}

/** Returns the key of the slowest job, the first of equals; undefined if none has run. */
export function slowestJob(jobs: readonly TimedJob[]): string | undefined {
  let slowest: TimedJob | undefined;
  for (const job of jobs) if ((job.seconds ?? 0) > (slowest?.seconds ?? 0)) slowest = job;
  return slowest?.key;
}
