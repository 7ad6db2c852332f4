import type { Client } from "../../../api/client.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import { unnamedJob } from "../../../core/pipelines/jobItem.ts";
import { wholeList } from "../../../core/ui/partialList.ts";
import type { OpenReport, OpenSuite } from "./openReport.ts";

/** A job to retry, and the suites that it produces. */
export interface JobOfSuites {
  readonly id: number;
  readonly name: string;
  readonly suites: Set<OpenSuite>;
}

/**
 * Returns the jobs that produced suites; of several jobs of a suite, only failed ones if there are any. Reads the pipeline's jobs if a
 * suite has several, or if the host states no IDs, to match jobs by the suite's name.
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
    // In a part, the job of a suite may be missing.
    jobs ??= wholeList(
      await client.jobs
        .listForPipeline(ref.project, ref.pipeline.id, {}, { perPage: 100, signal })
        .all({ max: 10_000, signal }),
    );
    const its = jobs.filter((job) =>
      suite.jobIds.length > 0 ? suite.jobIds.includes(job.id) : isOf(suite.name, job.name ?? ""),
    );
    const failed = its.filter(({ status }) => status === "failed");
    for (const job of failed.length > 0 ? failed : its) take(job.id, job.name ?? unnamedJob(job.id), suite);
  }
  return [...found.values()];
}

/** Whether a suite, which is named after its job, belongs to a job; parallel jobs ("rspec 1/3", "rspec: [linux]") share one. */
const isOf = (suite: string, job: string): boolean =>
  job === suite || (job.startsWith(suite) && /^(?:\s\d+\/\d+|:? \[.*\])$/.test(job.slice(suite.length)));
