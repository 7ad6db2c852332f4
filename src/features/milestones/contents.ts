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

/** Refusals: asking again brings nothing else. */
const refusals: ReadonlySet<string> = new Set(["notFound", "forbidden", "methodNotAllowed", "insufficientScope"]);
/** What has more is not counted to its end. */
const mostCounted = 1_000;

/** One list of what is planned: read in large pages, since progress is known at its end only. */
export class PlannedList<T extends { readonly id: number | string; readonly state?: string }> {
  private readonly list: PagedList<T>;
  /** The host does not show it. */
  private declined = false;
  /** A request that is under way: whoever asks meanwhile waits for it. */
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

  /** How many there are, as far as that is known. */
  get total(): number | undefined {
    return this.list.total;
  }

  /** Whether nothing is left to ask for: it was read to its end, is too long for that, or is not shown. */
  get settled(): boolean {
    return this.declined || this.tooLong || (this.list.items !== undefined && !this.list.hasMore);
  }

  get refused(): boolean {
    return this.declined;
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

  /** Looks for news with one request. @throws ApiError unless it is a refusal */
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

/** What is planned for one milestone, and how much of it is done. Free of VS Code. */
export class MilestoneWork {
  readonly mergeRequests: PlannedList<MergeRequest>;
  readonly issues: PlannedList<MilestoneIssue>;
  /** When it was last read to its end, ms since 1970; 0 before, and when it may have changed. */
  seenAt = 0;
  private readonly now: () => number;

  constructor(client: Client, owner: MilestoneOwner, milestone: number, now: () => number) {
    this.now = now;
    const { route, id } = routeOf(client, owner);
    this.mergeRequests = new PlannedList((options) => route.mergeRequests(id, milestone, options));
    this.issues = new PlannedList((options) => route.issues(id, milestone, options));
  }

  /** Undefined while it is not known, and where the host shows neither. */
  get progress(): Progress | undefined {
    const { mergeRequests, issues } = this;
    const known = [mergeRequests, issues].every((list) => list.refused || (list.items !== undefined && !list.hasMore));
    if (!known || this.refused) return undefined;
    return {
      ...(mergeRequests.items && { mergeRequests: countOf(mergeRequests.items) }),
      ...(issues.items && { issues: countOf(issues.items) }),
    };
  }

  /** Whether the host shows neither its merge requests nor its issues. */
  get refused(): boolean {
    return this.mergeRequests.refused && this.issues.refused;
  }

  /** Whether another request would tell more of its progress. */
  get isOpenEnded(): boolean {
    return !this.mergeRequests.settled || !this.issues.settled;
  }

  /** Sends one request for what is not known yet. @throws ApiError unless the host refuses */
  async step(signal: AbortSignal): Promise<void> {
    await (this.mergeRequests.settled ? this.issues : this.mergeRequests).step(signal);
    if (!this.isOpenEnded) this.seenAt = this.now();
  }

  /** Reads on until everything is known. @throws ApiError unless the host refuses */
  async finish(signal: AbortSignal): Promise<void> {
    const whole = async (list: {
      readonly settled: boolean;
      step(signal: AbortSignal): Promise<void>;
    }): Promise<void> => {
      while (!list.settled) {
        try {
          await list.step(signal);
        } catch (error) {
          // Somebody else had asked, and called it off.
          if (!isCancelled(error) || signal.aborted) throw error;
        }
      }
    };
    await Promise.all([whole(this.mergeRequests), whole(this.issues)]);
    this.seenAt = this.now();
  }

  /** Looks for news, with one request for each list. @throws ApiError unless the host refuses */
  async refresh(signal: AbortSignal): Promise<void> {
    await Promise.all([this.mergeRequests.refresh(signal), this.issues.refresh(signal)]);
    this.seenAt = this.now();
  }
}

/**
 * What is known of the progress of milestones, and which one to ask about next. No route tells it: it takes the whole list of merge
 * requests and the whole list of issues of each milestone, so two requests and more for one row. That is asked at once when the person
 * opens or points at a row. For the active milestones in sight it is asked by the view itself, one request at a time within the polling
 * budget, soonest due first; once known it is looked at again now and then, and after writes.
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

  /** A promoted milestone is another one, with another id. */
  of(ref: MilestoneRef): MilestoneWork {
    const known = this.works.get(ref.milestone.id);
    if (known) return known;
    const work = new MilestoneWork(this.client, ownerOf(ref), ref.milestone.id, this.now);
    this.works.set(ref.milestone.id, work);
    return work;
  }

  /** What is known of a milestone's progress without asking. */
  progress({ milestone }: MilestoneRef): Progress | undefined {
    return this.works.get(milestone.id)?.progress;
  }

  /** Asked for by itself no more: the host shows nothing of the kind. */
  get declined(): boolean {
    return this.refusedInARow >= 2;
  }

  /** The first of some milestones whose progress is not known, though it could be. */
  unknown(refs: readonly MilestoneRef[]): MilestoneWork | undefined {
    if (this.declined) return undefined;
    const ref = refs.find(({ milestone }) => this.works.get(milestone.id)?.isOpenEnded ?? true);
    return ref && this.of(ref);
  }

  /** The one of some milestones that was looked at longest ago. */
  oldest(refs: readonly MilestoneRef[]): MilestoneWork | undefined {
    const known = refs
      .flatMap(({ milestone }) => this.works.get(milestone.id) ?? [])
      .filter((work) => !work.refused && !work.isOpenEnded);
    return known.reduce<MilestoneWork | undefined>(
      (a, b) => (a === undefined || b.seenAt < a.seenAt ? b : a),
      undefined,
    );
  }

  /** Notes what came of asking by itself. */
  noted(work: MilestoneWork): void {
    if (work.refused) this.refusedInARow++;
    else if (!work.isOpenEnded) this.refusedInARow = 0;
  }

  /** Something was written: what is known may be old. */
  touch(milestone?: number): void {
    for (const [id, work] of this.works) if (milestone === undefined || milestone === id) work.seenAt = 0;
  }

  /** It is gone. */
  forget(milestone: number): void {
    this.works.delete(milestone);
  }
}
