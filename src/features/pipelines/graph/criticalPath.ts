/** A job as far as its time and its place in the pipeline go. */
export interface TimedJob {
  readonly key: string;
  /** Which stage it is in, counted from 0. */
  readonly stage: number;
  /** How long it has run; undefined for one that has not begun. */
  readonly seconds: number | undefined;
  /** The keys of the jobs that it waits for; undefined when it waits for all jobs of earlier stages. */
  readonly needs: readonly string[] | undefined;
}

/** A job, or the gate before a stage, which opens when all earlier stages are over. */
interface Point {
  readonly seconds: number;
  readonly job: TimedJob | undefined;
  readonly next: Point[];
  /** How many of those before it have not been passed yet. */
  waits: number;
  /** Seconds of the longest chain that ends here. */
  total: number;
  /** The job before it on that chain. */
  before: Point | undefined;
  passed: boolean;
}

/**
 * The keys of the chain of jobs that took longest, first to last: each job after one that it needs, or after one of an earlier stage
 * where it needs none by name. What is needed and not there does not count; of jobs that need each other in a circle the one that is
 * told first comes first. Empty when no job has run.
 */
export function criticalPath(jobs: readonly TimedJob[]): string[] {
  const points = connected(jobs);
  const ready = points.filter(({ waits }) => waits === 0);
  let told = 0;
  for (let done = 0; done < points.length; done++) {
    let point = ready.pop();
    // Only circles are left: one of them goes first.
    while (point === undefined) {
      const candidate = points[told++];
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
  // In a circle a job goes first, not the gate that waits for it.
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

/** The key of the job that took longest, the first of equals; undefined when none has run. */
export function slowestJob(jobs: readonly TimedJob[]): string | undefined {
  let slowest: TimedJob | undefined;
  for (const job of jobs) if ((job.seconds ?? 0) > (slowest?.seconds ?? 0)) slowest = job;
  return slowest?.key;
}
