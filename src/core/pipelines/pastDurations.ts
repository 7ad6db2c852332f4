import type { Client } from "../../api/client.ts";
import type { ProjectId } from "../../api/path.ts";
import type { RecordStore } from "../records/recordStore.ts";
import { JobDurations, type TimedRun, type Usual } from "./durations.ts";

/** Time in ms until the past runs of a project are read again: what runs here is seen anyway. */
const freshFor = 30 * 60_000;
/** Number of pipelines whose jobs are enough for an estimate, and of pages that are read to find them. */
const enoughPipelines = 5;
const maxPages = 2;
/** Limit of projects, above those that are looked at in one session. */
const maxProjects = 50;

/**
 * How long jobs usually take, for one account on one host: from its list of successful jobs, which is read at most twice
 * an hour for a project, and from every job that other answers contain.
 */
export class PastDurations {
  private readonly client: Pick<Client, "jobs">;
  private readonly now: () => number;
  /** By the project's number. The least recently changed first. */
  private readonly projects = new Map<string, JobDurations>();
  /** The number of projects that are known by path, and when each project was last asked for. */
  private readonly numbers = new Map<string, string>();
  private readonly askedAt = new Map<string, number>();

  constructor(client: Pick<Client, "jobs">, records: RecordStore, now: () => number = Date.now) {
    this.client = client;
    this.now = now;
    records.onDidChange(({ job }) => {
      for (const id of job) {
        const known = records.get("job", id);
        if (known?.status === "success") this.add(known);
      }
    });
  }

  /** Returns what a job usually takes; undefined if nothing is known. @param project that the job was read from */
  usual(project: ProjectId, job: TimedRun): Usual | undefined {
    return this.of(project, job)?.usual(job);
  }

  /** Returns a number that increases whenever what is usual in a project may have changed. */
  version(project: ProjectId): number {
    return this.of(project, undefined)?.version ?? 0;
  }

  /** Returns whether the past runs of a project should be read. */
  isDue(project: ProjectId): boolean {
    return this.now() - (this.askedAt.get(String(project)) ?? -Infinity) >= freshFor;
  }

  /**
   * Reads the past runs of a project if that is due: one request, two where few pipelines fill a page. Not retried: the next read is as for
   * an answer.
   * @throws ApiError, CancelledError
   */
  async ensure(project: ProjectId, signal: AbortSignal): Promise<void> {
    if (!this.isDue(project)) return;
    this.askedAt.set(String(project), this.now());
    try {
      await this.read(project, signal);
    } catch (error) {
      if (signal.aborted) this.askedAt.delete(String(project));
      throw error;
    }
  }

  private async read(project: ProjectId, signal: AbortSignal): Promise<void> {
    const pages = this.client.jobs.list(project, { scope: ["success"] }, { perPage: 100, repeat: false, signal });
    const seen = new Set<number>();
    let page = await pages.page();
    for (let read = 1; ; read++) {
      for (const job of page.items) {
        this.add(job, project);
        if (job.pipeline) seen.add(job.pipeline.id);
      }
      if (page.next === undefined || read >= maxPages || seen.size >= enoughPipelines) return;
      page = await pages.page(page.next);
    }
  }

  /** @param project that the job was asked for in; unknown for jobs that others read */
  private add(job: TimedRun, project?: ProjectId): void {
    const number = numberOf(job) ?? (project === undefined ? undefined : String(project));
    if (number === undefined) return;
    if (project !== undefined) this.numbers.set(String(project), number);
    const durations = this.projects.get(number) ?? new JobDurations();
    this.projects.delete(number);
    this.projects.set(number, durations);
    durations.add(job);
    for (const oldest of this.projects.keys()) {
      if (this.projects.size <= maxProjects) return;
      this.projects.delete(oldest);
    }
  }

  private of(project: ProjectId, job: TimedRun | undefined): JobDurations | undefined {
    const given = String(project);
    const number = (job && numberOf(job)) ?? this.numbers.get(given) ?? given;
    return this.projects.get(number);
  }
}

const numberOf = ({ pipeline }: TimedRun): string | undefined =>
  typeof pipeline?.project_id === "number" ? String(pipeline.project_id) : undefined;
