import type { Job } from "../../../../src/api/resources/jobs.ts";
import { jobKey, type NeedsByJob } from "../../../../src/core/pipelines/jobKey.ts";
import { mulberry32 } from "../../../support/seed.ts";

/** A job as its CI file has it, with how long it takes. */
interface SimulatedJob {
  readonly name: string;
  readonly stage: number;
  readonly needs: readonly string[] | undefined;
  readonly seconds: number;
  /** Standard deviation of the duration's logarithm. */
  readonly noise: number;
  readonly queued: number;
  readonly manual: boolean;
}

/** When a job of one run was queued, started and ended, in seconds since the run began. */
interface SimulatedRun {
  readonly job: SimulatedJob;
  readonly id: number;
  readonly queuedAt: number;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Pipelines of one project with random stages, needs, durations and outliers, the same ones for the same seed. */
export class SimulatedProject {
  readonly jobs: readonly SimulatedJob[];
  private readonly random: () => number;
  private nextId = 1;

  constructor(seed: number) {
    this.random = mulberry32(seed);
    const usesNeeds = this.random() < 0.5;
    const stages = this.whole(2, 5);
    const jobs: SimulatedJob[] = [];
    for (let stage = 0; stage < stages; stage++) {
      const earlier = jobs.filter((job) => !job.manual).map(({ name }) => name);
      for (let count = this.whole(1, 6); count > 0; count--) {
        const needed = stage > 0 && usesNeeds && this.random() < 0.6;
        jobs.push({
          name: `job ${stage}.${count}`,
          stage,
          needs: needed ? Array.from({ length: this.whole(1, 2) }, () => this.oneOf(earlier)) : undefined,
          seconds: 10 * 60 ** this.random(),
          noise: 0.03 + 0.22 * this.random(),
          queued: 15 * this.random(),
          manual: stage === stages - 1 && count > 1 && this.random() < 0.3,
        });
      }
    }
    this.jobs = jobs;
  }

  /** Returns the needs as the CI file has them. */
  get needs(): NeedsByJob {
    const keys = new Map(this.jobs.map(({ name, stage }) => [name, jobKey(`stage ${stage}`, name)]));
    return new Map(
      this.jobs.flatMap(({ name, needs }) =>
        needs ? [[keys.get(name) ?? "", needs.flatMap((need) => keys.get(need) ?? [])] as const] : [],
      ),
    );
  }

  /** Runs all jobs. One in twenty takes twice as long as usual. */
  run(): SimulatedPipeline {
    const ended = new Map<string, SimulatedRun>();
    const runs = this.jobs.map((job): SimulatedRun => {
      const before = [...ended.values()].filter((other) =>
        job.needs ? job.needs.includes(other.job.name) : other.job.stage < job.stage && !other.job.manual,
      );
      const queuedAt = Math.max(0, ...before.map(({ endedAt }) => endedAt));
      const startedAt = queuedAt + job.queued * (0.5 + this.random());
      const outlier = this.random() < 0.05 ? 2 : 1;
      const endedAt = startedAt + job.seconds * outlier * Math.exp(job.noise * this.normal());
      const run = { job, id: this.nextId++, queuedAt, startedAt, endedAt };
      ended.set(job.name, run);
      return run;
    });
    return new SimulatedPipeline(this.nextId++, runs);
  }

  private whole(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1));
  }

  private oneOf<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!;
  }

  private normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random());
  }
}

/** One run, as the host shows it at any time. */
export class SimulatedPipeline {
  readonly seconds: number;
  private readonly id: number;
  private readonly runs: readonly SimulatedRun[];

  constructor(id: number, runs: readonly SimulatedRun[]) {
    this.id = id;
    this.runs = runs;
    this.seconds = Math.max(...runs.filter(({ job }) => !job.manual).map(({ endedAt }) => endedAt));
  }

  /** Returns the jobs at a time, in seconds since the run began at `start`, in ms since the epoch. */
  at(time: number, start: number): Job[] {
    const date = (seconds: number): string => new Date(start + seconds * 1_000).toISOString();
    return this.runs.map(({ job, id, queuedAt, startedAt, endedAt }): Job => {
      const has = { started: !job.manual && startedAt <= time, ended: !job.manual && endedAt <= time };
      return {
        id,
        name: job.name,
        stage: `stage ${job.stage}`,
        ref: "main",
        status: job.manual
          ? "manual"
          : has.ended
            ? "success"
            : has.started
              ? "running"
              : queuedAt <= time
                ? "pending"
                : "created",
        allow_failure: job.manual,
        started_at: has.started ? date(startedAt) : null,
        finished_at: has.ended ? date(endedAt) : null,
        duration: has.ended ? endedAt - startedAt : null,
        queued_duration: has.started ? startedAt - queuedAt : null,
        pipeline: { id: this.id },
      };
    });
  }
}
