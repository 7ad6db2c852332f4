import type { PageCursor, Pages } from "../../api/pages.ts";
import type { CallOptions } from "../../api/request.ts";
import type { Job } from "../../api/resources/jobs.ts";
import { CancelledError } from "../base/errors.ts";
import { isRunning } from "../ui/statusStyle.ts";
import { type Stage, stagesOf } from "./stages.ts";

const pageSize = 100;

/** More jobs than any host makes in one pipeline; past that the list is cut. */
const most = 10_000;

/**
 * The jobs of one pipeline. Opening reads all of them, one request per hundred. After that every look costs one request,
 * however many jobs there are: it asks for the page that was not looked at for longest among those with unfinished jobs.
 */
export class PipelineJobs {
  private readonly source: (options: CallOptions) => Pages<Job>;
  private readonly now: () => number;
  private readonly jobs = new Map<number, { job: Job; page: number }>();
  /** How to ask for each page, as far as the host has told; the first needs nothing. */
  private cursors: (PageCursor | undefined)[] = [undefined];
  private seen: number[] = [];
  private grouped: readonly Stage[] | undefined;
  /** Changes whenever all jobs were read: an older look at one page is dropped then. */
  private generation = {};

  /** @param source the pipeline's jobs in pages of 100, retried attempts among them. */
  constructor(source: (options: CallOptions) => Pages<Job>, now: () => number) {
    this.source = source;
    this.now = now;
  }

  /** Undefined before the first answer. */
  get stages(): readonly Stage[] | undefined {
    return this.grouped;
  }

  /** The latest attempt at each job; undefined before the first answer. */
  get latest(): readonly Job[] | undefined {
    return this.grouped?.flatMap((stage) => stage.jobs.map(({ job }) => job));
  }

  /** When the longest unseen page with unfinished jobs was last read, ms since 1970; Infinity when all jobs are over. */
  get unsettledSince(): number {
    const pages = this.unfinishedPages();
    return pages.length === 0 ? Infinity : Math.min(...pages.map((page) => this.seen[page] ?? 0));
  }

  /** When any page was last read. */
  get seenAt(): number {
    return Math.max(0, ...this.seen);
  }

  /** Whether one request does not reach all jobs. */
  get isLong(): boolean {
    return this.jobs.size > pageSize;
  }

  has(jobId: number): boolean {
    return this.jobs.has(jobId);
  }

  /** Reads every job. `repeat` false: what fails is not sent again. */
  async load(signal: AbortSignal, repeat = true): Promise<void> {
    const { items } = await this.source({ signal, repeat }).all({ max: most, signal });
    signal.throwIfAborted();
    this.generation = {};
    this.jobs.clear();
    this.cursors = [undefined];
    this.seen = [];
    items.forEach((job, at) => this.put(job, Math.floor(at / pageSize)));
    this.group();
  }

  /** Sends one request, once, for what most likely changed. Answers the pipeline's status when its jobs tell it. */
  async poll(signal: AbortSignal): Promise<string | undefined> {
    const { generation } = this;
    const [stalest = 0] = this.unfinishedPages();
    const page = Math.min(stalest, this.cursors.length - 1);
    const answer = await this.source({ signal, repeat: false }).page(this.cursors[page]);
    signal.throwIfAborted();
    if (this.generation !== generation) throw new CancelledError(); // All was read anew meanwhile.
    this.cursors[page + 1] = answer.next;
    if (answer.next === undefined) this.cursors.length = page + 1;
    this.seen[page] = this.now();
    for (const job of answer.items) this.put(job, page);
    this.group();
    const status: unknown = answer.items[0]?.pipeline?.status;
    return typeof status === "string" ? status : undefined;
  }

  /** Pages with jobs that are not over: those with active ones first, then the longest unseen first. */
  private unfinishedPages(): number[] {
    const pages = new Map<number, boolean>();
    for (const { job, page } of this.jobs.values()) {
      if (isRunning(job.status)) pages.set(page, (pages.get(page) ?? false) || job.status !== "created");
    }
    // An active page counts as unseen for twice as long, so that waiting ones get their turn too.
    const urgency = (page: number): number =>
      (this.now() - (this.seen[page] ?? 0)) * (pages.get(page) === true ? 2 : 1);
    return [...pages.keys()].sort((a, b) => urgency(b) - urgency(a) || a - b);
  }

  private put(job: Job, page: number): void {
    this.jobs.set(job.id, { job, page });
    this.seen[page] = this.now();
  }

  private group(): void {
    this.grouped = stagesOf([...this.jobs.values()].map(({ job }) => job));
  }
}
