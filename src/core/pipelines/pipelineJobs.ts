import type { PageCursor, Pages } from "../../api/pages.ts";
import type { CallOptions } from "../../api/request.ts";
import type { Job } from "../../api/resources/jobs.ts";
import { CancelledError } from "../base/errors.ts";
import type { NewestRecords } from "../records/recordStore.ts";
import { isRunning } from "../ui/statusStyle.ts";
import { type Stage, stagesOf } from "./stages.ts";

const pageSize = 100;

/** Limit of jobs per pipeline, above those of any host. */
const maxJobs = 10_000;

/**
 * The jobs of one pipeline. The first read takes one request per hundred jobs; later polls take one request each, for
 * the page with unfinished jobs that was not read for longest.
 */
export class PipelineJobs {
  private readonly source: (options: CallOptions) => Pages<Job>;
  private readonly now: () => number;
  private readonly records: NewestRecords<Job> | undefined;
  private version = 0;
  private readonly jobs = new Map<number, { job: Job; page: number }>();
  /** Known page cursors; the first page needs none. */
  private cursors: (PageCursor | undefined)[] = [undefined];
  private readTimes: number[] = [];
  private grouped: readonly Stage[] | undefined;
  /** Replaced when all jobs are read, to drop the responses of older polls. */
  private generation = {};
  private isCapped = false;

  /**
   * Creates an empty list.
   * @param source the pipeline's jobs in pages of 100, including retried attempts
   * @param records the newest versions of jobs that other answers contain as well
   */
  constructor(source: (options: CallOptions) => Pages<Job>, now: () => number, records?: NewestRecords<Job>) {
    this.source = source;
    this.now = now;
    this.records = records;
  }

  /** Returns the stages; undefined before the first response. */
  get stages(): readonly Stage[] | undefined {
    this.follow();
    return this.grouped;
  }

  /** Returns the latest attempts; undefined before the first response. */
  get latest(): readonly Job[] | undefined {
    return this.stages?.flatMap((stage) => stage.jobs.map(({ job }) => job));
  }

  /**
   * Returns when the least recently read page with unfinished jobs was read, in milliseconds since the epoch; Infinity
   * when all jobs are finished.
   */
  get unfinishedSince(): number {
    const pages = this.unfinishedPages();
    return pages.length === 0 ? Infinity : Math.min(...pages.map((page) => this.readTimes[page] ?? 0));
  }

  /** Returns when any page was last read. */
  get seenAt(): number {
    return Math.max(0, ...this.readTimes);
  }

  /** Returns whether the jobs take more than one request. */
  get isLong(): boolean {
    return this.jobs.size > pageSize;
  }

  /** Number of jobs, retried attempts included, if the host has more that it does not return. */
  get capped(): number | undefined {
    return this.isCapped ? this.jobs.size : undefined;
  }

  has(jobId: number): boolean {
    return this.jobs.has(jobId);
  }

  /**
   * Reads all jobs.
   * @param repeat false disables retries
   */
  async load(signal: AbortSignal, repeat = true): Promise<void> {
    const { items, capped } = await this.source({ signal, repeat }).all({ max: maxJobs, signal });
    signal.throwIfAborted();
    this.generation = {};
    this.jobs.clear();
    this.cursors = [undefined];
    this.readTimes = [];
    this.isCapped = capped;
    items.forEach((job, at) => this.put(job, Math.floor(at / pageSize)));
    this.group();
  }

  /**
   * Reads the page that most likely changed, with one request without retries. Returns the pipeline's status if the
   * jobs contain it.
   */
  async poll(signal: AbortSignal): Promise<string | undefined> {
    const { generation } = this;
    const [stalest = 0] = this.unfinishedPages();
    const page = Math.min(stalest, this.cursors.length - 1);
    const answer = await this.source({ signal, repeat: false }).page(this.cursors[page]);
    signal.throwIfAborted();
    if (this.generation !== generation) throw new CancelledError(); // All jobs were read meanwhile.
    this.cursors[page + 1] = answer.next;
    if (answer.next === undefined) this.cursors.length = page + 1;
    this.readTimes[page] = this.now();
    for (const job of answer.items) this.put(job, page);
    this.group();
    const status: unknown = answer.items[0]?.pipeline?.status;
    return typeof status === "string" ? status : undefined;
  }

  /** Takes over what other answers told of the jobs. */
  private follow(): void {
    const { records } = this;
    if (records === undefined || this.grouped === undefined || records.version() === this.version) return;
    this.version = records.version();
    let isChanged = false;
    for (const [id, known] of this.jobs) {
      const job = records.newest(known.job);
      if (job === known.job) continue;
      this.jobs.set(id, { ...known, job });
      isChanged = true;
    }
    if (isChanged) this.group();
  }

  /** Returns the pages with unfinished jobs, the most urgent first: active before waiting ones, then by age. */
  private unfinishedPages(): number[] {
    this.follow();
    const pages = new Map<number, boolean>();
    for (const { job, page } of this.jobs.values()) {
      if (isRunning(job.status)) pages.set(page, (pages.get(page) ?? false) || job.status !== "created");
    }
    // Active pages count double, so that waiting ones are read as well.
    const urgency = (page: number): number =>
      (this.now() - (this.readTimes[page] ?? 0)) * (pages.get(page) === true ? 2 : 1);
    return [...pages.keys()].sort((a, b) => urgency(b) - urgency(a) || a - b);
  }

  private put(job: Job, page: number): void {
    this.jobs.set(job.id, { job, page });
    this.readTimes[page] = this.now();
  }

  private group(): void {
    this.grouped = stagesOf([...this.jobs.values()].map(({ job }) => job));
  }
}
