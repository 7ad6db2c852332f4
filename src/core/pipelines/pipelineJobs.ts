import type { PageCursor, Pages } from "../../api/pages.ts";
import type { CallOptions } from "../../api/request.ts";
import type { Job } from "../../api/resources/jobs.ts";
import { CancelledError } from "../base/errors.ts";
import { SharedWork } from "../base/sharedWork.ts";
import type { NewestRecords } from "../records/recordStore.ts";
import { isRunning } from "../ui/statusStyle.ts";
import { type Stage, stagesOf } from "./stages.ts";

/** Limit of jobs per pipeline, above those of any host. */
const maxJobs = 10_000;

/** Number of pages above which all of them are read at once, several at a time, instead of one after the other. */
const maxPages = 4;

/** Time in ms for which jobs that may still change count as up to date: that between two polls. */
const freshFor = 15_000;

interface KnownPage {
  /** Undefined for the first page. */
  readonly cursor: PageCursor | undefined;
  /** Start of the request that last read it, in milliseconds since the epoch. */
  readonly readAt: number;
}

/**
 * The jobs of one pipeline, for all who show it. The first read takes one request per hundred jobs; later polls take one
 * request each, for the page with unfinished jobs that was not read for longest.
 */
export class PipelineJobs {
  private readonly source: (options: CallOptions) => Pages<Job>;
  private readonly now: () => number;
  private readonly records: NewestRecords<Job> | undefined;
  /** Version of the records that the jobs were compared with; -1 if they must be compared again. */
  private version = -1;
  private readonly jobs = new Map<number, { job: Job; page: number }>();
  private pages: KnownPage[] = [{ cursor: undefined, readAt: 0 }];
  private grouped: readonly Stage[] | undefined;
  /** Replaced when all jobs are read, to drop the responses of older polls. */
  private generation = {};
  private isCapped = false;
  private reading: { readonly all: boolean; readonly work: SharedWork<void> } | undefined;
  /** Number of writes, and of those that a read has shown. */
  private writes = 0;
  private shownWrites = 0;

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

  /** Returns the latest attempts if they were read within the last two polls, and nothing was written since. */
  get recent(): readonly Job[] | undefined {
    const readAt = Math.min(this.unfinishedSince, this.seenAt);
    return this.isWritten || this.isCapped || this.now() - readAt > 2 * freshFor ? undefined : this.latest;
  }

  /**
   * Returns when the least recently read page with unfinished jobs was read, in milliseconds since the epoch; Infinity
   * when all jobs are finished.
   */
  get unfinishedSince(): number {
    return Math.min(Infinity, ...this.unfinishedPages().map((page) => this.pages[page]?.readAt ?? 0));
  }

  /** Returns when any page was last read. */
  get seenAt(): number {
    return Math.max(...this.pages.map(({ readAt }) => readAt));
  }

  /** Whether something was written to the pipeline or its jobs since they were last read. */
  get isWritten(): boolean {
    return this.writes > this.shownWrites;
  }

  /** Number of jobs, retried attempts included, if the host has more that it does not return. */
  get capped(): number | undefined {
    return this.isCapped ? this.jobs.size : undefined;
  }

  has(jobId: number): boolean {
    return this.jobs.has(jobId);
  }

  /** Whether all jobs, or those that may have changed, are being read. */
  get isReading(): boolean {
    return this.reading?.work.isOpen === true;
  }

  /** Number of known jobs. */
  get size(): number {
    return this.jobs.size;
  }

  /** Notes a write to the pipeline or its jobs: a read that started before does not show it. */
  noteWrite(): void {
    this.writes++;
    this.reading = undefined;
  }

  /**
   * Reads all jobs; concurrent calls share the requests.
   * @param repeat false disables retries
   * @throws ApiError, CancelledError
   */
  async load(signal: AbortSignal, repeat = true): Promise<void> {
    await this.share(true, signal, (until) => this.readAll(until, repeat));
  }

  /**
   * Reads the jobs if they are unknown or may have changed.
   * @param changedAt when the pipeline last changed, in milliseconds since the epoch
   * @param repeat false disables retries
   * @throws ApiError, CancelledError
   */
  async ensure(changedAt: number, signal: AbortSignal, repeat = true): Promise<void> {
    if (this.stages === undefined) return this.load(signal, repeat);
    const oldest = Math.min(...this.pages.map(({ readAt }) => readAt));
    const isFresh = !this.isWritten && oldest >= changedAt && this.now() - this.unfinishedSince <= freshFor;
    if (!isFresh) await this.update(signal);
  }

  /**
   * Reads what may have changed, without retries: the newest jobs, and the pages with jobs that did not pass, which a
   * retry starts again. Reads all jobs if none are known. Concurrent calls share the requests.
   * @throws ApiError, CancelledError
   */
  async update(signal: AbortSignal): Promise<void> {
    await this.share(false, signal, (until) => this.readChanged(until));
  }

  /**
   * Reads the page that most likely changed, with one request without retries. Returns the pipeline's status if the
   * jobs contain it.
   */
  async poll(signal: AbortSignal): Promise<string | undefined> {
    const { generation } = this;
    const [stalest = 0] = this.unfinishedPages();
    const items = await this.readPage(Math.min(stalest, this.pages.length - 1), generation, signal);
    if (items === undefined) throw new CancelledError(); // Read meanwhile by a later request.
    this.group();
    const status: unknown = items[0]?.pipeline?.status;
    return typeof status === "string" ? status : undefined;
  }

  /** Joins the read under way if it covers what is wanted, else starts one. */
  private async share(all: boolean, signal: AbortSignal, read: (until: AbortSignal) => Promise<void>): Promise<void> {
    signal.throwIfAborted();
    const { reading } = this;
    const joined = reading?.work.isOpen === true && (reading.all || !all) ? reading : undefined;
    const current = joined ?? { all, work: new SharedWork(read) };
    this.reading = current;
    await current.work.join(signal);
  }

  private async readAll(signal: AbortSignal, repeat: boolean): Promise<void> {
    const { writes } = this;
    const readAt = this.now();
    const { items, pages, capped } = await this.source({ signal, repeat }).all({ max: maxJobs, signal });
    signal.throwIfAborted();
    if (writes < this.shownWrites) return; // Read again meanwhile, after a write.
    this.generation = {};
    this.shownWrites = writes;
    this.isCapped = capped;
    this.jobs.clear();
    this.pages = pages.map(({ cursor }) => ({ cursor, readAt }));
    const ends = pages.map(({ end }) => end);
    let page = 0;
    items.forEach((job, at) => {
      while (page < ends.length - 1 && at >= (ends[page] ?? Infinity)) page++;
      this.jobs.set(job.id, { job, page });
    });
    this.version = -1;
    this.group();
  }

  private async readChanged(signal: AbortSignal): Promise<void> {
    const changing = new Set([0]);
    this.follow();
    for (const { job, page } of this.jobs.values()) if (job.status !== "success") changing.add(page);
    if (this.grouped === undefined || changing.size > maxPages) return this.readAll(signal, false);
    const { generation, writes } = this;
    const pages = [...changing].sort((a, b) => a - b);
    let next: number | undefined = 0;
    while (next !== undefined && next < this.pages.length) {
      const at: number = next;
      const known = new Set(this.jobs.keys());
      const items = await this.readPage(at, generation, signal);
      // All jobs were read meanwhile, but perhaps from before the write.
      if (this.generation !== generation) return this.isWritten ? this.readChanged(signal) : undefined;
      // New jobs stand first: what follows them may be new as well.
      const areNew = items !== undefined && items.length > 0 && !items.some(({ id }) => known.has(id));
      next = areNew ? at + 1 : pages.find((page) => page > at);
    }
    this.shownWrites = Math.max(this.shownWrites, writes);
    this.group();
  }

  /** Returns the jobs of a page; undefined if a later request has read it meanwhile. */
  private async readPage(page: number, generation: object, signal: AbortSignal): Promise<readonly Job[] | undefined> {
    const cursor = this.pages[page]?.cursor;
    const askedAt = this.now();
    const { items, next, capped } = await this.source({ signal, repeat: false }).page(cursor);
    signal.throwIfAborted();
    if (this.generation !== generation || (this.pages[page]?.readAt ?? 0) > askedAt) return undefined;
    this.pages[page] = { cursor, readAt: askedAt };
    // A host that returns no more of the list says nothing of the jobs that it has no more.
    if (capped && items.length === 0) return items;
    if (next === undefined) this.pages.length = page + 1;
    else this.pages[page + 1] = { cursor: next, readAt: this.pages[page + 1]?.readAt ?? 0 };
    const ids = new Set(items.map(({ id }) => id));
    for (const [id, known] of this.jobs) {
      if (known.page < page || ids.has(id)) continue;
      // Newer jobs have moved it to the next page, or the host has deleted it.
      if (next === undefined) this.jobs.delete(id);
      else if (known.page === page) known.page++;
    }
    for (const job of items) this.jobs.set(job.id, { job, page });
    this.version = -1;
    return items;
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
      (this.now() - (this.pages[page]?.readAt ?? 0)) * (pages.get(page) === true ? 2 : 1);
    return [...pages.keys()].sort((a, b) => urgency(b) - urgency(a) || a - b);
  }

  private group(): void {
    this.grouped = stagesOf([...this.jobs.values()].map(({ job }) => job));
  }
}
