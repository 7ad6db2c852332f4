import type { Disposable } from "../base/disposable.ts";
import { isCancelled } from "../base/errors.ts";
import { Emitter, type Event } from "../base/events.ts";
import type { Logger } from "../base/log.ts";

/** Clock and timers, replaced in tests. Times in ms. */
export interface Timers {
  now(): number;
  set(run: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}

/** Maximum delay of a system timer in ms (24 days); longer ones fire at once. */
const longestTimer = 2 ** 31 - 1;

export const systemTimers: Timers = {
  now: () => Date.now(),
  set: (run, ms) => setTimeout(run, Math.min(ms, longestTimer)),
  clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
};

/** none: not visible. idle: visible, nothing changes by itself. running: visible, something changes by itself. */
export type PollPriority = "none" | "idle" | "running";

/** A view or status bar item that shows data of the host. */
export interface PollSource {
  readonly name: string;
  /** Whether it is also polled while the window has no focus, then at the idle rate. */
  readonly unfocused?: boolean;
  demand(): PollPriority;
  /** Sends one request, the most useful one. A rejection delays the next one. */
  poll(signal: AbortSignal): Promise<void>;
  /** Updates what is visible after an event; hidden data is updated when it is shown next. */
  refresh(): void;
}

/** Lets a source influence when it is polled. */
export interface PollHandle extends Disposable {
  /** Reschedules after the demand may have changed. */
  changed(): void;
  /** Postpones the next poll by a full interval, after the source loaded by itself. */
  loaded(): void;
  /** Polls in `ms` instead of after the whole interval, if the budget allows. */
  soon(ms: number): void;
  /** Refreshes this source shortly; calls in quick succession are combined. */
  refresh(): void;
  /** Ends the backoff after the host answered the source. */
  answered(): void;
  /** Refreshes the source now that it is visible, or when the host's rate limit is over. */
  shown(): void;
}

/** Budget of background requests: `limit` in `window` ms for all sources together. */
const rates = {
  running: { limit: 2, window: 30_000, interval: 15_000 },
  idle: { limit: 1, window: 60_000, interval: 60_000 },
} as const;

/** ms added between requests, whose latency varies: keeps the host's count within the budget as well. */
const slack = 500;
/** ms within which events are combined: a push moves several refs, focus comes and goes. */
const debounce = 300;
/** ms after an update during which regaining focus does not refresh. */
const freshEnough = 5_000;
/** Maximum factor by which failures lengthen the interval of a source. */
const maxBackoff = 16;

interface Entry {
  readonly source: PollSource;
  last: number;
  soon: number;
  failures: number;
  pending: boolean;
}

/**
 * Schedules all background requests of the window within one budget. While the host limits the rate, none are sent and
 * refreshes after events wait. Requests of the user (Refresh, expanding a row, Load More, a command) do not pass here
 * and are sent even then: the host refuses them with an error that says how long to wait.
 */
export class PollScheduler implements Disposable {
  private timers: Timers;
  private readonly log: Pick<Logger, "debug"> | undefined;
  private readonly entries = new Set<Entry>();
  private readonly ended = new AbortController();
  /** Times of the latest requests, oldest first. */
  private sent: number[] = [];
  private pollTimer: unknown;
  private refreshTimer: unknown;
  private silenceTimer: unknown;
  private readonly silenced = new Emitter<undefined>();
  private polling = false;
  private latest = Promise.resolve();
  private focused: boolean;
  private until = 0;
  /** Fires when a pause due to the host's rate limit starts, is extended or ends. */
  readonly onDidChangeSilence: Event<undefined> = this.silenced.event;

  constructor(options: { timers?: Timers; focused?: boolean; log?: Pick<Logger, "debug"> } = {}) {
    this.timers = options.timers ?? systemTimers;
    this.focused = options.focused ?? true;
    this.log = options.log;
  }

  /** Starts over on another clock, with nothing sent, due or failed, and no pause. For tests. */
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

  /** Resolves when the current request has ended; never rejects. */
  get idle(): Promise<void> {
    return this.latest;
  }

  /** End of the pause due to the host's rate limit, ms since the epoch; undefined without one. */
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

  /** Called when the window gets or loses focus. Regaining it refreshes outdated sources. */
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

  /** Refreshes every source after an event such as a push or a write made here. */
  refreshAll(): void {
    for (const entry of this.entries) entry.pending = true;
    this.planRefresh();
  }

  /** Pauses background requests after HTTP 429. @param until ms since the epoch */
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

  /** Returns the effective demand of a source, given the window's focus. */
  private demand({ source }: Entry): PollPriority {
    const demand = source.demand();
    if (this.focused || demand === "none") return demand;
    return source.unfocused === true ? "idle" : "none";
  }

  /** Returns which source to poll next, and when; undefined when none is visible. */
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
    if (entry.pending) return; // The upcoming refresh reschedules.
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
