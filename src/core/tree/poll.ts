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

/**
 * none: not shown. rare: shown at the edge, such as a count. idle: shown, and hardly changes by itself. running: shown,
 * and changes by itself.
 */
export type PollPriority = "none" | "rare" | "idle" | "running";

/** A view or status bar item that shows data of the host. */
export interface PollSource {
  readonly name: string;
  /** Whether it is also polled while the window has no focus, then at the idle rate. */
  readonly unfocused?: boolean;
  /** Whether it is refreshed when the window regains the focus even without demand. */
  readonly onFocus?: boolean;
  /** Returns the host that it asks; without one it heeds no host's rate limit itself. */
  instance?(): string | undefined;
  demand(): PollPriority;
  /** Returns since when something shown is outdated because the host failed to answer, in ms since the epoch. */
  troubledSince?(): number | undefined;
  /** Sends one request, the most useful one. A rejection delays the next one. */
  poll(signal: AbortSignal): Promise<void>;
  /**
   * Updates what is visible after an event; hidden data is updated when it is shown next.
   * @param byFocus whether the only event is that the window regained the focus
   * @param recovered whether the source failed before and its host answers again
   */
  refresh(byFocus: boolean, recovered: boolean): void;
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
  rare: { limit: 1, window: 60_000, interval: 300_000 },
} as const;

/** ms added between requests, whose latency varies: keeps the host's count within the budget as well. */
const slack = 500;
/** ms within which events are combined: a push moves several refs, focus comes and goes. */
const debounce = 300;
/** ms after an update during which regaining focus does not refresh. */
const freshEnough = 5_000;
/** Maximum interval of a failing source in ms, unless its own is longer: one request that finds out if the host is back. */
const maxBackoff = 60_000;
/** Maximum pause after a 429 in ms, whatever the host asks for. */
const maxSilence = 15 * 60_000;
/** Minimum and maximum ms between refreshes because the host answers again, while parts of a source keep failing. */
const recoveries = { min: 15_000, max: 240_000 } as const;

interface Entry {
  readonly source: PollSource;
  last: number;
  soon: number;
  failures: number;
  pending: boolean;
  /** Whether the pending refresh is only due to the window's focus. */
  byFocus: boolean;
  /** Whether the pending refresh is due to the host's answering again. */
  recovered: boolean;
  /** When the source was last refreshed because the host answered again, and how often in a row without success. */
  recoveredAt: number;
  recoveries: number;
}

/** A pause after a 429, in ms since the epoch. */
interface Silence {
  readonly since: number;
  readonly until: number;
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
  private readonly silences = new Map<string, Silence>();
  private readonly silenced = new Emitter<undefined>();
  private polling = false;
  private latest = Promise.resolve();
  private focused: boolean;
  /** Fires when a pause due to a host's rate limit starts, is extended or ends. */
  readonly onDidChangeSilence: Event<undefined> = this.silenced.event;

  constructor(options: { timers?: Timers; focused?: boolean; log?: Pick<Logger, "debug"> } = {}) {
    this.timers = options.timers ?? systemTimers;
    this.focused = options.focused ?? true;
    this.log = options.log;
  }

  /** Starts over on another clock, with nothing sent, due or failed, and no pause. For tests. */
  restart(timers: Timers): void {
    const silent = this.silences.size > 0;
    this.clearTimers();
    this.timers = timers;
    this.sent = [];
    this.silences.clear();
    for (const entry of this.entries) Object.assign(entry, fresh(timers.now()));
    this.plan();
    if (silent) this.silenced.fire(undefined);
  }

  /** Resolves when the current request has ended; never rejects. */
  get idle(): Promise<void> {
    return this.latest;
  }

  /** Returns the end of the pause due to a host's rate limit, ms since the epoch; undefined without one. */
  silentUntil(instance: string | undefined): number | undefined {
    const { until = 0 } = this.silences.get(instance ?? "") ?? {};
    return until > this.timers.now() ? until : undefined;
  }

  add(source: PollSource): PollHandle {
    const entry: Entry = { source, ...fresh(this.timers.now()) };
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
        demandRefresh(entry);
        this.planRefresh();
      },
      shown: () => {
        entry.byFocus = false;
        entry.pending = this.silenceOf(entry) !== undefined;
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
        const isShown = entry.source.onFocus === true || entry.source.demand() !== "none";
        if (!isShown || entry.pending || this.timers.now() - entry.last < freshEnough) continue;
        entry.pending = true;
        entry.byFocus = true;
      }
      this.planRefresh();
    }
    this.plan();
  }

  /** Refreshes every source after an event such as a push or a write made here. */
  refreshAll(): void {
    for (const entry of this.entries) demandRefresh(entry);
    this.planRefresh();
  }

  /** Pauses background requests to a host after HTTP 429, for a quarter of an hour at most. @param until ms since the epoch */
  silence(instance: string, until: number): void {
    const since = this.timers.now();
    const end = Math.min(until, since + maxSilence);
    if (end <= since || end <= (this.silentUntil(instance) ?? 0)) return;
    this.silences.set(instance, { since, until: end });
    this.log?.debug(`${instance} asks for silence until ${new Date(end).toISOString()}`);
    this.silencesChanged();
  }

  /**
   * Called when a host answered a request: its pause ends if the request was sent during it, and sources that failed
   * are refreshed.
   * @param askedAt start of the request, in ms since the epoch
   */
  hostAnswered(instance: string, askedAt: number): void {
    const silence = this.silences.get(instance);
    if (silence && askedAt > silence.since) {
      this.silences.delete(instance);
      this.silencesChanged();
    }
    let due = false;
    for (const entry of this.entries) due = this.recover(entry, instance, askedAt) || due;
    if (due) this.planRefresh();
  }

  dispose(): void {
    this.ended.abort();
    this.entries.clear();
    this.clearTimers();
    this.silenced.dispose();
  }

  /** Marks a source that failed for a refresh now that its host answers again. @returns whether it did */
  private recover(entry: Entry, instance: string, askedAt: number): boolean {
    const { source } = entry;
    if (source.instance?.() !== instance) return false;
    const troubledSince = source.troubledSince?.();
    const isTroubled = troubledSince !== undefined && troubledSince <= askedAt;
    if (!isTroubled && (entry.failures === 0 || source.demand() === "none")) {
      if (troubledSince === undefined) entry.recoveries = 0;
      return false;
    }
    const now = this.timers.now();
    const pause = Math.min(recoveries.min * 2 ** (entry.recoveries - 1), recoveries.max);
    if (entry.recoveries > 0 && now - entry.recoveredAt < pause) return false;
    entry.recoveredAt = now;
    entry.recoveries++;
    entry.failures = 0;
    demandRefresh(entry);
    entry.recovered = true;
    return true;
  }

  private silenceOf({ source }: Entry): number | undefined {
    return source.instance && this.silentUntil(source.instance());
  }

  /** Plans anew, and announces the end of the next pause when it comes. */
  private silencesChanged(): void {
    const now = this.timers.now();
    for (const [instance, { until }] of this.silences) {
      if (until > now) continue;
      this.silences.delete(instance);
      for (const entry of this.entries) {
        const { source } = entry;
        // Without polls, nothing else would show it again.
        if (source.instance?.() === instance && source.troubledSince?.() !== undefined) demandRefresh(entry);
      }
    }
    if ([...this.entries].some(({ pending }) => pending)) this.planRefresh();
    this.plan();
    this.timers.clear(this.silenceTimer);
    this.silenceTimer = undefined;
    const next = Math.min(...[...this.silences.values()].map(({ until }) => until));
    if (next < Infinity) this.silenceTimer = this.timers.set(() => this.silencesChanged(), next - now);
    this.silenced.fire(undefined);
  }

  private clearTimers(): void {
    for (const handle of [this.pollTimer, this.refreshTimer, this.silenceTimer]) this.timers.clear(handle);
    this.pollTimer = this.refreshTimer = this.silenceTimer = undefined;
  }

  private planRefresh(): void {
    this.timers.clear(this.refreshTimer);
    this.refreshTimer = undefined;
    const pending = [...this.entries].filter((entry) => entry.pending);
    if (this.ended.signal.aborted || pending.length === 0) return;
    const now = this.timers.now();
    const wait = Math.max(debounce, Math.min(...pending.map((entry) => this.silenceOf(entry) ?? 0)) - now);
    this.refreshTimer = this.timers.set(() => this.refreshPending(), wait);
  }

  private refreshPending(): void {
    this.refreshTimer = undefined;
    for (const entry of this.entries)
      if (entry.pending && this.silenceOf(entry) === undefined) this.refreshSource(entry);
    if ([...this.entries].some(({ pending }) => pending)) this.planRefresh();
    this.plan();
  }

  private refreshSource(entry: Entry): void {
    const { byFocus, recovered } = entry;
    entry.pending = entry.byFocus = entry.recovered = false;
    entry.last = this.timers.now();
    entry.source.refresh(byFocus, recovered);
  }

  /** Returns the effective demand of a source, given the window's focus. */
  private demand({ source }: Entry): PollPriority {
    const demand = source.demand();
    if (this.focused || demand === "none") return demand;
    return source.unfocused === true ? "idle" : "none";
  }

  /** Returns which source to poll next, and when; undefined when none is shown. */
  private next(): { entry: Entry; at: number } | undefined {
    const seen = [...this.entries].flatMap((entry) => {
      const demand = this.demand(entry);
      return demand === "none" ? [] : [{ entry, demand }];
    });
    const running = seen.some(({ demand }) => demand === "running");
    const { limit, window, interval } = running ? rates.running : rates.idle;
    const due = ({ entry, demand }: (typeof seen)[number]): number => {
      const own = rates[demand].interval;
      const wait = Math.max(own, Math.min(own * 2 ** entry.failures, maxBackoff));
      return Math.max(Math.min(entry.last + wait, entry.soon), this.silenceOf(entry) ?? 0);
    };
    const first = seen.reduce<(typeof seen)[number] | undefined>(
      (a, b) => (a === undefined || due(b) < due(a) ? b : a),
      undefined,
    );
    if (first === undefined) return undefined;
    const oldest = this.sent.at(-limit);
    const gap = first.entry.soon < Infinity ? 0 : interval;
    const allowed = Math.max(oldest === undefined ? 0 : oldest + window + slack, (this.sent.at(-1) ?? -Infinity) + gap);
    return { entry: first.entry, at: Math.max(due(first), allowed) };
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

function demandRefresh(entry: Entry): void {
  entry.pending = true;
  entry.byFocus = false;
}

/** Returns the state of a source of which nothing is known. */
const fresh = (now: number): Omit<Entry, "source"> => ({
  last: now,
  soon: Infinity,
  failures: 0,
  pending: false,
  byFocus: false,
  recovered: false,
  recoveredAt: 0,
  recoveries: 0,
});
