import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import { type DeclaredReport, reportsOf, type ReportType } from "./reportTypes.ts";

/** Statuses of pipelines whose scanners have run; one that waits for a person at a later stage has run them, too. */
const finished: ReadonlySet<string> = new Set(["success", "failed", "manual"]);
/** Pipelines that are looked through for reports: where scanners run on a schedule, many that were pushed are newer. */
const maxPipelines = 20;
/** Pipelines whose jobs are requested at once when the newest has no reports. */
const atOnce = 4;

/** The pipeline that findings are compared with. */
export interface Baseline {
  readonly pipeline: Pipeline;
  readonly reports: readonly DeclaredReport[];
}

export interface BaselineSource {
  readonly client: Pick<Client, "pipelines">;
  /** Returns the latest attempts of the jobs of a pipeline. @throws ApiError */
  readonly jobs: (project: ProjectId, pipeline: Pipeline, signal: AbortSignal) => Promise<readonly Job[]>;
  /** Returns the SARIF reports in the archives of jobs. @throws ApiError */
  readonly sarif: (project: ProjectId, jobs: readonly Job[], signal: AbortSignal) => Promise<readonly DeclaredReport[]>;
}

/**
 * Returns the newest finished pipeline of a branch, but for one, that has reports of these types; undefined if none of the newest has.
 * @throws ApiError, CancelledError
 */
export async function findBaseline(
  { client, jobs: jobsOf, sarif }: BaselineSource,
  {
    project,
    ref,
    types,
    before,
  }: {
    readonly project: ProjectId;
    readonly ref: string;
    /** All types if absent. */
    readonly types?: ReadonlySet<ReportType>;
    /** ID of the pipeline that is left out. */
    readonly before: number;
  },
  signal: AbortSignal,
): Promise<Baseline | undefined> {
  const { items } = await client.pipelines.list(project, { ref }, { perPage: maxPipelines, signal }).page();
  const candidates = items.filter(({ id, status }) => id !== before && finished.has(status ?? ""));
  const read = async (pipeline: Pipeline): Promise<Baseline> => {
    const jobs = await jobsOf(project, pipeline, signal);
    const declared = reportsOf(jobs).filter(({ type }) => types?.has(type) !== false);
    // Archives are only opened for what there is to compare: that takes requests of its own.
    const found = types?.has("sarif") === true ? await sarif(project, jobs, signal) : [];
    return { pipeline, reports: [...declared, ...found] };
  };
  for (let from = 0; from < candidates.length; from += from === 0 ? 1 : atOnce) {
    const some = await Promise.all(candidates.slice(from, from === 0 ? 1 : from + atOnce).map(read));
    const found = some.find(({ reports }) => reports.length > 0);
    if (found) return found;
  }
  return undefined;
}

/**
 * Returns the default branch of a project: that of its latest pipeline, else that of the project's record.
 * @throws ApiError other than that the account cannot see it
 */
export async function findDefaultBranch(
  { pipelines, extras }: Pick<Client, "pipelines" | "extras">,
  project: ProjectId,
  signal: AbortSignal,
): Promise<string | undefined> {
  const latest = await pipelines.latest(project, {}, { signal });
  if (latest?.ref) return latest.ref;
  if (extras.available("project") === false) return undefined;
  try {
    return (await extras.project(project, { signal })).default_branch ?? undefined;
  } catch (error) {
    if (error instanceof ApiError && error.kind !== "cancelled") return undefined;
    throw error;
  }
}
