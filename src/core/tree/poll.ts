import type { Disposable } from "../base/disposable.ts";
import { isCancelled } from "../base/errors.ts";
import { Emitter, type Event } from "../base/events.ts";
import type { Logger } from "../base/log.ts";

/** The clock and timers of the window; tests bring their own. Times in ms. */
export interface Timers {
  now(): number;
  set(run: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}

/** The longest that a timer of the system waits, in ms (24 days); asked for more, it does not wait at all. */
const longestTimer = 2 ** 31 - 1;

export const systemTimers: Timers = {
  now: () => Date.now(),
  set: (run, ms) => setTimeout(run, Math.min(ms, longestTimer)),
  clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
};

/** none: nobody sees it. idle: seen, at rest. running: seen, and something in it changes by itself. */
export type PollPriority = "none" | "idle" | "running";

/** Something that shows data of the host: a view, or the status bar. */
export interface PollSource {
  readonly name: string;
  /** Waits for something that the person wants to hear of while busy elsewhere: goes on without focus, at the pace of rest. */
  readonly unfocused?: boolean;
  demand(): PollPriority;
  /** Sends one request, the most useful one. A rejection makes the next one wait longer. */
  poll(signal: AbortSignal): Promise<void>;
  /** Something happened: brings what is seen up to date, and what is not seen when it is next seen. */
  refresh(): void;
}

/** A source's place at the table. */
export interface PollHandle extends Disposable {
  /** The demand may have changed: plan anew. */
  changed(): void;
  /** The source has just loaded by itself: its next poll is a full interval away. */
  loaded(): void;
  /** Poll in `ms` instead of after the whole interval, as far as the budget allows. */
  soon(ms: number): void;
  /** An event for this source alone: refresh at once (folded with others that come together). */
  refresh(): void;
  /** The host answered the source: what failed before makes it wait no longer. */
  answered(): void;
  /** The source came into sight: refresh at once, or when the host's silence is over. */
  shown(): void;
}

/** What the window may send by itself: `limit` requests in `window` ms, all sources together. */
const rates = {
  running: { limit: 2, window: 30_000, interval: 15_000 },
  idle: { limit: 1, window: 60_000, interval: 60_000 },
} as const;

/** Requests reach the host a little later or earlier than planned; this keeps its count within the budget too. */
const slack = 500;
/** Events come in swarms (a push moves several refs; focus comes and goes): fold what comes within this. */
const debounce = 300;
/** Focus that comes back this soon after the last look brings nothing. */
const freshEnough = 5_000;
/** A source that keeps failing is asked up to this many times less often. */
const maxBackoff = 16;

interface Entry {
  readonly source: PollSource;
  last: number;
  soon: number;
  failures: number;
  pending: boolean;
}

/**
 * The polling budget of the window: the only place from which anything is asked without somebody having asked for it. When the host
 * wants silence, nothing leaves here, and what events call for waits. What a person asks for by name (Refresh, opening a row, Load
 * More, a command) does not pass here and is sent even then: a refusal comes back as an error that says how long to wait.
 */
export class PollScheduler implements Disposable {
  private timers: Timers;
  private readonly log: Pick<Logger, "debug"> | undefined;
  private readonly entries = new Set<Entry>();
  private readonly ended = new AbortController();
  /** When the latest requests were sent, oldest first. */
  private sent: number[] = [];
  private pollTimer: unknown;
  private refreshTimer: unknown;
  private silenceTimer: unknown;
  private readonly silenced = new Emitter<undefined>();
  private polling = false;
  private latest = Promise.resolve();
  private focused: boolean;
  private until = 0;
  /** Fires when a silence begins, lasts longer, or is over. */
  readonly onDidChangeSilence: Event<undefined> = this.silenced.event;

  constructor(options: { timers?: Timers; focused?: boolean; log?: Pick<Logger, "debug"> } = {}) {
    this.timers = options.timers ?? systemTimers;
    this.focused = options.focused ?? true;
    this.log = options.log;
  }

  /** Starts over on another clock: nothing sent, planned or due, no failures, no silence. Tests move the window's time with it. */
  restart(timers: Timers): void {
    const silent = this.silentUntil !== undefined;
    this.clearTimers();
    this.timers = timers;
    this.sent = [];
    this.until = 0;
    for (const entry of this.entries)
      Object.assign(entry, {
        last: timers.now(),
        soon: Infinity,
        failures: 0,
        pending: false,
      } satisfies Partial<Entry>);
    this.plan();
    if (silent) this.silenced.fire(undefined);
  }

  /** Settles when the request that is under way has ended; it never rejects. */
  get idle(): Promise<void> {
    return this.latest;
  }

  /** The end of the silence that the host asked for, in ms since 1970; undefined when it asked for none. */
  get silentUntil(): number | undefined {
    return this.until > this.timers.now() ? this.until : undefined;
  }

  add(source: PollSource): PollHandle {
    const entry: Entry = { source, last: this.timers.now(), soon: Infinity, failures: 0, pending: false };
    this.entries.add(entry);
    this.plan();
    return {
      changed: () => this.plan(),
      loaded: () => {
        entry.last = this.timers.now();
        entry.soon = Infinity;
        this.plan();
      },
      answered: () => {
        if (entry.failures === 0) return;
        entry.failures = 0;
        this.plan();
      },
      soon: (ms) => {
        entry.soon = Math.min(entry.soon, this.timers.now() + ms);
        this.plan();
      },
      refresh: () => {
        entry.pending = true;
        this.planRefresh();
      },
      shown: () => {
        entry.pending = this.silentUntil !== undefined;
        if (entry.pending) this.planRefresh();
        else this.refreshSource(entry);
        this.plan();
      },
      dispose: () => {
        this.entries.delete(entry);
        this.plan();
      },
    };
  }

  /** The window got or lost the person's attention. Coming back refreshes what is not fresh. */
  setFocused(focused: boolean): void {
    if (this.focused === focused) return;
    this.focused = focused;
    if (focused) {
      for (const entry of this.entries) {
        if (entry.source.demand() !== "none" && this.timers.now() - entry.last >= freshEnough) entry.pending = true;
      }
      this.planRefresh();
    }
    this.plan();
  }

  /** Something happened that may concern every source: a push, a write made here. */
  refreshAll(): void {
    for (const entry of this.entries) entry.pending = true;
    this.planRefresh();
  }

  /** The host said "too many requests": nothing is sent before `until` (ms since 1970). */
  silence(until: number): void {
    if (until <= this.until) return;
    this.until = until;
    this.log?.debug(`The host asks for silence until ${new Date(until).toISOString()}`);
    if (this.refreshTimer !== undefined) this.planRefresh();
    this.plan();
    this.timers.clear(this.silenceTimer);
    this.silenceTimer = this.timers.set(() => this.silenced.fire(undefined), until - this.timers.now());
    this.silenced.fire(undefined);
  }

  dispose(): void {
    this.ended.abort();
    this.entries.clear();
    this.clearTimers();
    this.silenced.dispose();
  }

  private clearTimers(): void {
    for (const handle of [this.pollTimer, this.refreshTimer, this.silenceTimer]) this.timers.clear(handle);
    this.pollTimer = this.refreshTimer = this.silenceTimer = undefined;
  }

  private planRefresh(): void {
    this.timers.clear(this.refreshTimer);
    this.refreshTimer = undefined;
    if (this.ended.signal.aborted || ![...this.entries].some((entry) => entry.pending)) return;
    const now = this.timers.now();
    const wait = Math.max(debounce, this.until - now);
    this.refreshTimer = this.timers.set(() => this.refreshPending(), wait);
  }

  private refreshPending(): void {
    this.refreshTimer = undefined;
    for (const entry of this.entries) if (entry.pending) this.refreshSource(entry);
    this.plan();
  }

  private refreshSource(entry: Entry): void {
    entry.pending = false;
    entry.last = this.timers.now();
    entry.source.refresh();
  }

  /** What a source calls for while the window has the person's attention, and while it has not. */
  private demand({ source }: Entry): PollPriority {
    const demand = source.demand();
    if (this.focused || demand === "none") return demand;
    return source.unfocused === true ? "idle" : "none";
  }

  /** Who polls next, and when; undefined when nobody is seen. */
  private next(): { entry: Entry; at: number } | undefined {
    const seen = [...this.entries].filter((entry) => this.demand(entry) !== "none");
    const running = seen.some((entry) => this.demand(entry) === "running");
    const { limit, window, interval } = running ? rates.running : rates.idle;
    const due = (entry: Entry): number => {
      const own = this.demand(entry) === "running" ? rates.running.interval : rates.idle.interval;
      return Math.min(entry.last + own * Math.min(2 ** entry.failures, maxBackoff), entry.soon);
    };
    const first = seen.reduce<Entry | undefined>((a, b) => (a === undefined || due(b) < due(a) ? b : a), undefined);
    if (first === undefined) return undefined;
    const oldest = this.sent.at(-limit);
    const gap = first.soon < Infinity ? 0 : interval;
    const allowed = Math.max(
      oldest === undefined ? 0 : oldest + window + slack,
      (this.sent.at(-1) ?? -Infinity) + gap,
      this.until,
    );
    return { entry: first, at: Math.max(due(first), allowed) };
  }

  private plan(): void {
    this.timers.clear(this.pollTimer);
    this.pollTimer = undefined;
    if (this.ended.signal.aborted || this.polling) return;
    const next = this.next();
    if (next === undefined) return;
    const wait = Math.max(0, next.at - this.timers.now());
    this.pollTimer = this.timers.set(() => {
      this.latest = this.poll(next.entry);
    }, wait);
  }

  private async poll(entry: Entry): Promise<void> {
    this.pollTimer = undefined;
    if (entry.pending) return; // About to be refreshed, which plans anew.
    this.polling = true;
    entry.last = this.timers.now();
    entry.soon = Infinity;
    this.sent = [...this.sent, entry.last].slice(-rates.running.limit);
    try {
      await entry.source.poll(this.ended.signal);
      entry.failures = 0;
    } catch (error) {
      if (!isCancelled(error)) {
        entry.failures++;
        this.log?.debug(`Polling ${entry.source.name} failed ${entry.failures} time(s)`, error);
      }
    } finally {
      this.polling = false;
      this.plan();
    }
  }
}
