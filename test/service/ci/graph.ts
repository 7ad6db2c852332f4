import type { Need } from "./job.ts";
import type { CiJob } from "./types.ts";

export interface JobWithNeeds {
  readonly job: CiJob;
  readonly needs: readonly Need[];
}

/**
 * Checks what jobs say about each other: stages, needs, dependencies, cycles. Returns the jobs with optional needs
 * that do not exist left out; what is wrong goes into `errors`.
 */
export function checkGraph(found: readonly JobWithNeeds[], stages: readonly string[], errors: string[]): CiJob[] {
  const byName = new Map(found.map(({ job }) => [job.name, job]));
  const jobs = found.map(({ job, needs }) => {
    const gone = new Set(needs.filter((need) => need.optional && !byName.has(need.job)).map((need) => need.job));
    if (gone.size === 0) return job;
    const left = (names: readonly string[] = []) => names.filter((name) => !gone.has(name));
    return {
      ...job,
      needs: left(job.needs),
      ...(job.dependencies === undefined ? {} : { dependencies: left(job.dependencies) }),
    };
  });
  const stageOf = (job: CiJob) => stages.indexOf(job.stage);
  for (const job of jobs) {
    if (stageOf(job) < 0) {
      errors.push(
        `${job.name} job: chosen stage ${job.stage} does not exist; available stages are ${stages.join(", ")}`,
      );
      continue;
    }
    for (const [kind, names] of [
      ["need", job.needs ?? []],
      ["dependency", job.dependencies ?? []],
    ] as const) {
      for (const name of names) {
        const other = byName.get(name);
        if (other === undefined) errors.push(`${job.name} job: undefined ${kind}: ${name}`);
        else if (stageOf(other) > stageOf(job))
          errors.push(`${job.name} job: ${kind} ${name} is not defined in current or prior stages`);
      }
    }
  }
  if (errors.length === 0 && hasCycle(jobs)) errors.push("The pipeline has circular dependencies");
  return jobs;
}

function hasCycle(jobs: readonly CiJob[]): boolean {
  const waiting = new Map(jobs.map((job) => [job.name, new Set(job.needs ?? [])]));
  for (;;) {
    const free = [...waiting].filter(([, needs]) => ![...needs].some((need) => waiting.has(need)));
    if (free.length === 0) return waiting.size > 0;
    for (const [name] of free) waiting.delete(name);
  }
}
