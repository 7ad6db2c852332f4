import type { Client } from "../../../api/client.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import type { OpenReport, OpenSuite } from "./openReport.ts";

/** A job to be run again, and the suites that come of it. */
export interface JobOfSuites {
  readonly id: number;
  readonly name: string;
  readonly suites: Set<OpenSuite>;
}

/**
 * The jobs that suites came from. Where a suite came from several, those of them that failed, if any did, for which the pipeline's jobs are
 * asked for; as also where the host tells no numbers and only the suite's name says whose it is.
 * @throws ApiError
 */
export async function jobsOf(
  client: Client,
  report: OpenReport,
  suites: readonly OpenSuite[],
  signal: AbortSignal,
): Promise<JobOfSuites[]> {
  const found = new Map<number, JobOfSuites>();
  const take = (id: number, name: string, suite: OpenSuite): void => {
    const there = found.get(id);
    if (there) there.suites.add(suite);
    else found.set(id, { id, name, suites: new Set([suite]) });
  };
  let jobs: readonly Job[] | undefined;
  for (const suite of suites) {
    const [only, ...others] = suite.jobIds;
    if (only !== undefined && others.length === 0) {
      take(only, suite.name, suite);
      continue;
    }
    const { ref } = report;
    jobs ??= (
      await client.jobs
        .listForPipeline(ref.project, ref.pipeline.id, {}, { perPage: 100, signal })
        .all({ max: 2_000, signal })
    ).items;
    const its = jobs.filter((job) =>
      suite.jobIds.length > 0 ? suite.jobIds.includes(job.id) : isOf(suite.name, job.name),
    );
    const failed = its.filter(({ status }) => status === "failed");
    for (const job of failed.length > 0 ? failed : its) take(job.id, job.name, suite);
  }
  return [...found.values()];
}

/** Suites are named after their jobs; those of parallel jobs have one suite: "rspec" of "rspec 1/3" and "rspec: [linux]". */
const isOf = (suite: string, job: string): boolean =>
  job === suite || (job.startsWith(suite) && /^(?:\s\d+\/\d+|:? \[.*\])$/.test(job.slice(suite.length)));
