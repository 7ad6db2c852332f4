import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { Pages } from "../../api/pages.ts";
import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import type { MilestoneIssue } from "../../api/resources/milestoneTypes.ts";
import { isCancelled } from "../../core/base/errors.ts";
import { largestPage, PagedList } from "../../core/tree/pagedList.ts";
import { countOf, type Progress } from "./nodes.ts";
import { type MilestoneOwner, ownerOf, routeOf } from "./owner.ts";
import type { MilestoneRef } from "./refs.ts";

/** Refusals, after which another request makes no sense. */
const refusals: ReadonlySet<string> = new Set(["notFound", "forbidden", "methodNotAllowed", "insufficientScope"]);
/** Number of items up to which a list is read to its end. */
const mostCounted = 1_000;

/** A list of merge requests or issues of a milestone, read in large pages, as progress is only known at its end. */
export class PlannedList<T extends { readonly id: number | string; readonly state?: string | null }> {
  private readonly list: PagedList<T>;
  /** Whether the host refuses the list. */
  private declined = false;
  /** The current request, shared by all callers. */
  private flight: Promise<void> | undefined;

  constructor(
    pages: (options: {
      readonly perPage: number;
      readonly signal: AbortSignal;
      readonly repeat?: boolean | undefined;
    }) => Pick<Pages<T>, "page">,
  ) {
    this.list = new PagedList<T>((options) => pages({ ...options, perPage: largestPage }));
  }

  get items(): readonly T[] | undefined {
    return this.list.items;
  }

  get hasMore(): boolean {
    return this.list.hasMore;
  }

  /** Number of items read, if the host does not return the rest. */
  get capped(): number | undefined {
    return this.list.capped;
  }

  /** Whether reading is over: at the end, at the limit, or refused. */
  get settled(): boolean {
    return this.declined || this.tooLong || (this.list.items !== undefined && !this.list.hasMore);
  }

  get refused(): boolean {
    return this.declined;
  }

  /** Number of items, as far as known. */
  get total(): number | undefined {
    return this.list.total;
  }

  /** Reads the next page, or the first one. @throws ApiError unless it is a refusal */
  async step(signal: AbortSignal): Promise<void> {
    if (this.settled) return;
    await this.alone(() =>
      this.declining(() => (this.list.items === undefined ? this.list.load(signal) : this.list.more(signal))),
    );
  }

  /** Reads it from its beginning. @throws ApiError */
  async load(signal: AbortSignal): Promise<void> {
    this.declined = false;
    await this.list.load(signal);
  }

  more(signal: AbortSignal): Promise<void> {
    return this.list.more(signal);
  }

  /** Reads updates with one request. @throws ApiError unless it is a refusal */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.alone(() => this.declining(() => this.list.refresh(signal)));
  }

  private alone(ask: () => Promise<void>): Promise<void> {
    return (this.flight ??= ask().finally(() => {
      this.flight = undefined;
    }));
  }

  private get tooLong(): boolean {
    return (this.total ?? this.list.items?.length ?? 0) > mostCounted;
  }

  private async declining(ask: () => Promise<void>): Promise<void> {
    try {
      await ask();
      this.declined = false;
    } catch (error) {
      if (isCancelled(error) || !(error instanceof ApiError) || !refusals.has(error.kind)) throw error;
      this.declined = true;
      this.list.clear();
    }
  }
}

/** The merge requests and issues of one milestone, and its progress. Free of VS Code. */
export class MilestoneWork {
  readonly mergeRequests: PlannedList<MergeRequest>;
  readonly issues: PlannedList<MilestoneIssue>;
  /** Time of the last complete reading, ms since 1970; 0 before, and when it may have changed. */
  seenAt = 0;
  private readonly now: () => number;

  constructor(client: Client, owner: MilestoneOwner, milestone: number, now: () => number) {
    this.now = now;
    const { route, id } = routeOf(client, owner);
    this.mergeRequests = new PlannedList((options) => route.mergeRequests(id, milestone, options));
    this.issues = new PlannedList((options) => route.issues(id, milestone, options));
  }

  /** Undefined until it is known, and if the host shows neither list. */
  get progress(): Progress | undefined {
    const { mergeRequests, issues } = this;
    const known = [mergeRequests, issues].every((list) => list.refused || (list.items !== undefined && !list.hasMore));
    if (!known || this.refused) return undefined;
    return {
      ...(mergeRequests.items && { mergeRequests: countOf(mergeRequests.items) }),
      ...(issues.items && { issues: countOf(issues.items) }),
    };
  }

  /** Whether the host shows neither merge requests nor issues. */
  get refused(): boolean {
    return this.mergeRequests.refused && this.issues.refused;
  }

  /** Whether another request would complete the progress. */
  get isOpenEnded(): boolean {
    return !this.mergeRequests.settled || !this.issues.settled;
  }

  /** Sends one request for what is not known yet. @throws ApiError unless the host refuses */
  async step(signal: AbortSignal): Promise<void> {
    await (this.mergeRequests.settled ? this.issues : this.mergeRequests).step(signal);
    if (!this.isOpenEnded) this.seenAt = this.now();
  }

  /** Reads until everything is known. @throws ApiError unless the host refuses */
  async finish(signal: AbortSignal): Promise<void> {
    const whole = async (list: {
      readonly settled: boolean;
      step(signal: AbortSignal): Promise<void>;
    }): Promise<void> => {
      while (!list.settled) {
        try {
          await list.step(signal);
        } catch (error) {
          // The shared request was cancelled by another caller.
          if (!isCancelled(error) || signal.aborted) throw error;
        }
      }
    };
    await Promise.all([whole(this.mergeRequests), whole(this.issues)]);
    this.seenAt = this.now();
  }

  /** Reads updates with one request per list. @throws ApiError unless the host refuses */
  async refresh(signal: AbortSignal): Promise<void> {
    await Promise.all([this.mergeRequests.refresh(signal), this.issues.refresh(signal)]);
    this.seenAt = this.now();
  }
}

/**
 * The known progress of milestones, and which one to read next. No route returns it: it takes the complete lists of merge requests and
 * issues, at least two requests per row. They are sent at once when the user opens or hovers over a row. For visible active milestones the
 * view sends them within the polling budget, soonest due first; known progress is read again from time to time, and after writes.
 */
export class MilestoneWorks {
  private readonly client: Client;
  private readonly now: () => number;
  private readonly works = new Map<number, MilestoneWork>();
  private refusedInARow = 0;

  constructor(client: Client, now: () => number = Date.now) {
    this.client = client;
    this.now = now;
  }

  /** A promoted milestone gets another id. */
  of(ref: MilestoneRef): MilestoneWork {
    const known = this.works.get(ref.milestone.id);
    if (known) return known;
    const work = new MilestoneWork(this.client, ownerOf(ref), ref.milestone.id, this.now);
    this.works.set(ref.milestone.id, work);
    return work;
  }

  /** Returns the known progress of a milestone. */
  progress({ milestone }: MilestoneRef): Progress | undefined {
    return this.works.get(milestone.id)?.progress;
  }

  /** Whether the host refused the lists of two milestones in a row, so that polling makes no sense. */
  get declined(): boolean {
    return this.refusedInARow >= 2;
  }

  /** Returns the first milestone whose progress is not known, but could be. */
  unknown(refs: readonly MilestoneRef[]): MilestoneWork | undefined {
    if (this.declined) return undefined;
    const ref = refs.find(({ milestone }) => this.works.get(milestone.id)?.isOpenEnded ?? true);
    return ref && this.of(ref);
  }

  /** Returns the milestone that was read longest ago. */
  oldest(refs: readonly MilestoneRef[]): MilestoneWork | undefined {
    const known = refs
      .flatMap(({ milestone }) => this.works.get(milestone.id) ?? [])
      .filter((work) => !work.refused && !work.isOpenEnded);
    return known.reduce<MilestoneWork | undefined>(
      (a, b) => (a === undefined || b.seenAt < a.seenAt ? b : a),
      undefined,
    );
  }

  /** Records the result of a poll. */
  noted(work: MilestoneWork): void {
    if (work.refused) this.refusedInARow++;
    else if (!work.isOpenEnded) this.refusedInARow = 0;
  }

  /** Marks known progress as old after a write. */
  touch(milestone?: number): void {
    for (const [id, work] of this.works) if (milestone === undefined || milestone === id) work.seenAt = 0;
  }

  /** Removes a milestone. */
  forget(milestone: number): void {
    this.works.delete(milestone);
  }
}
