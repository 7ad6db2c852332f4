import type { Job } from "../../../api/resources/jobs.ts";
import { CancelledError, isCancelled, UserError } from "../../../core/base/errors.ts";
import type { Event } from "../../../core/base/events.ts";
import { errorKind } from "../../../core/logText/errorKind.ts";
import { type Clock, pause } from "./clock.ts";
import { DownloadSchedule } from "./downloadSchedule.ts";
import { type FetchTrace, type FetchTracePart, type ReadResult, TraceReader } from "./reader.ts";

/** The fields of a job that following needs. */
export type FollowedJob = Pick<Job, "id" | "name" | "status"> & Partial<Job>;

export interface FollowOptions {
  readonly trace: FetchTrace;
  readonly tracePart?: FetchTracePart;
  readonly job: (signal: AbortSignal) => Promise<FollowedJob>;
  /** Returns a newer attempt of the ended job, if there is one; errors are ignored. */
  readonly newerAttempt?: (job: FollowedJob, signal: AbortSignal) => Promise<FollowedJob | undefined>;
  readonly focused: () => boolean;
  /** Returns when the host's rate limit ends, in milliseconds since the epoch, if other requests hit it. */
  readonly silentUntil?: () => number | undefined;
  /** Returns whether the bytes of the log are still needed; otherwise only the end of the job is awaited. */
  readonly needsBytes?: () => boolean;
  /** Number of bytes at the end that are needed once the job is over, even if those before are not. */
  readonly end?: number;
  /** Ends a pause: the window got focus, or the job was retried or canceled here. */
  readonly wake?: Event<unknown>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds between polls; see INTERVALS. */
  readonly intervals?: Partial<typeof INTERVALS>;
}

export const INTERVALS = {
  focused: 3_000,
  /** Upper limit of the focused interval, which grows while there is no output. */
  focusedMax: 10_000,
  unfocused: 15_000,
  /** How long a job may still add to its log after its end; hosts deliver logs up to a minute late. */
  late: 60_000,
  /** Between polls for late output. */
  lateEvery: 10_000,
  backOff: 1_000,
  backOffMax: 60_000,
};

export type FollowEvent =
  /** The job's first or changed status. */
  | { readonly type: "status"; readonly job: FollowedJob }
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  /** The job has no output yet. Sent once per status. */
  | { readonly type: "empty"; readonly job: FollowedJob }
  /** No new output: an unfinished line can be shown now. */
  | { readonly type: "quiet" }
  /** So many bytes were not needed; the following ones are from the end of the log, at the start of a line. */
  | { readonly type: "skipped"; readonly bytes: number }
  /** The log was erased or rewritten; the following bytes are from its start. */
  | { readonly type: "reset" }
  /**
   * No connection, or the rate limit was reached (without error: by other requests). Polling resumes automatically.
   * Sent once until `resumed`.
   */
  | { readonly type: "waiting"; readonly error?: unknown; readonly until: number }
  | { readonly type: "resumed" }
  | { readonly type: "retried"; readonly job: FollowedJob }
  /** The job is over and its log looks complete. Late output comes before `end`. */
  | { readonly type: "finished"; readonly job: FollowedJob }
  /** The last event. Without a job: the host no longer has it. */
  | { readonly type: "end"; readonly job?: FollowedJob };

/** With both spellings: the documents use `canceled`, some hosts `cancelled`. */
const FINAL = new Set(["success", "failed", "canceled", "cancelled", "skipped"]);

/** Returns whether a status is final. Unknown statuses count as running. */
export function isFinalStatus(status: string | null | undefined): boolean {
  return FINAL.has(status ?? "");
}

/** Statuses that only a user or a schedule ends; `wake` fires when the user does. */
const WAITING = new Set(["manual", "scheduled"]);

/** Temporary errors; all others end the following. */
const TEMPORARY_ERRORS = new Set(["network", "timeout", "server", "invalidResponse", "rateLimited"]);

/** Returns whether a request may succeed later that failed with this error. */
export const isTemporary = (error: unknown): boolean => TEMPORARY_ERRORS.has(errorKind(error) ?? "");

/** Number of retries after errors of unknown kind. */
const UNKNOWN_TRIES = 5;

/**
 * Follows a job's log until the job is over and its log complete. Polls every 3 s while the window has focus (up to
 * every 10 s without output) and every 15 s otherwise or for manual and scheduled jobs. Respects rate limits, and backs
 * off up to a minute without connection; no output is repeated or lost. Hosts that only send the whole log of a running
 * job are asked for it as often as DownloadSchedule allows, and once when the job is over.
 * The log of an ended job is complete when the response shows that it no longer grows (TraceReader.sealed), when the
 * job ended long ago or never ran. Otherwise it looks complete (`finished`) after two polls without output, and is
 * polled for another minute, in which errors are ignored.
 * @throws ApiError for errors that are not temporary (no access, certificate, …); CancelledError when aborted
 */
export async function* follow(options: FollowOptions): AsyncGenerator<FollowEvent, void> {
  const { clock, signal } = options;
  const intervals = { ...INTERVALS, ...options.intervals };
  const reader = new TraceReader(options.trace, options.tracePart);
  const downloads = new DownloadSchedule();
  let job: FollowedJob | undefined;
  let emptyStatus: string | undefined;
  let quiet = 0;
  let failures = 0;
  let waiting = false;
  let statusSkips = 0;
  let finalSince: number | undefined;
  let unchangedPolls = 0;
  let seenRunning = false;
  let sealedWhileRunning = false;
  let finished = false;
  let readAtEnd = false;
  let skipped = false;

  for (;;) {
    signal.throwIfAborted();
    const began = clock.now();
    // The first request was made by the user, so it is not delayed.
    const silentUntil = (job && options.silentUntil?.()) ?? began;
    if (silentUntil > began) {
      if (!waiting && !finished && silentUntil - began > intervals.unfocused) {
        waiting = true;
        yield { type: "waiting", until: silentUntil };
      }
      await pause(clock, silentUntil - began, signal);
      continue;
    }
    let result: ReadResult = "unchanged";
    let waited = false;
    try {
      // A growing log shows that the job is running, so its status is requested less often.
      const maybeEnded = reader.sealed && !sealedWhileRunning;
      if (!job || (!isFinalStatus(job.status) && (quiet > 0 || statusSkips >= 2 || maybeEnded))) {
        const before = job?.status;
        job = await options.job(signal);
        statusSkips = 0;
        seenRunning ||= !isFinalStatus(job.status);
        // Such hosts send a strong validator for growing logs as well.
        sealedWhileRunning ||= reader.sealed && !isFinalStatus(job.status);
        if (job.status !== before) yield { type: "status", job };
      } else statusSkips++;

      const ended = isFinalStatus(job.status);
      if (options.needsBytes?.() !== false) {
        // Without validator and length, each look at an ended job's log is a download: the next one is the last.
        const due = ended
          ? !readAtEnd || !reader.repeats || reader.comparable || began - (finalSince ?? began) >= intervals.late
          : downloads.isDue(began);
        waited = !due;
        if (due) {
          result = yield* readBytes(reader, ended, options.needsBytes, signal);
          readAtEnd = ended && hasAll(result);
          // A short response says nothing about the log's growth.
          if (result !== "short") downloads.read(reader.length, clock.now(), reader.repeats);
        }
      }
      if (ended && options.end !== undefined && !skipped && options.needsBytes?.() === false) {
        const bytes = await reader.skip(options.end, signal);
        skipped = true;
        yield { type: "skipped", bytes };
        result = yield* readBytes(reader, ended, options.needsBytes, signal);
        readAtEnd = hasAll(result);
      }
    } catch (error) {
      if (signal.aborted || isCancelled(error)) throw new CancelledError();
      const kind = errorKind(error);
      if (finished && (!isTemporary(error) || clock.now() - (finalSince ?? 0) >= intervals.late)) {
        yield { type: "end", ...(job && { job }) };
        return;
      }
      if (kind === "notFound") {
        if (!job || (await isGone(options))) {
          yield { type: "end" };
          return;
        }
        // The documents specify 404 for missing logs as well: a job without log is handled below.
      } else {
        failures++;
        if (error instanceof UserError || (kind === undefined ? failures > UNKNOWN_TRIES : !isTemporary(error)))
          throw error;
        const until = retryTime(error, clock.now(), failures, intervals);
        if (!waiting && !finished) {
          waiting = true;
          yield { type: "waiting", error, until };
        }
        // A rate limit must not be cut short.
        await pause(clock, until - clock.now(), signal, kind === "rateLimited" ? undefined : options.wake);
        continue;
      }
    }
    failures = 0;
    if (waiting) yield { type: "resumed" };
    waiting = false;
    if (result === "reset") {
      yield { type: "reset" };
      emptyStatus = undefined;
      skipped = false;
      downloads.reset();
      continue;
    }
    if (result === "grown") quiet = 0;
    else {
      quiet++;
      if (reader.length === 0 && !isFinalStatus(job.status) && emptyStatus !== (job.status ?? "")) {
        emptyStatus = job.status ?? "";
        yield { type: "empty", job };
      } else if (!waited) yield { type: "quiet" };
    }

    if (isFinalStatus(job.status)) {
      finalSince ??= began;
      unchangedPolls = result === "unchanged" ? unchangedPolls + 1 : 0;
      // The host's clock may be wrong: for jobs seen running only ours counts.
      const endedLongAgo = !seenRunning && endedBefore(job, clock.now() - 2 * intervals.late);
      const complete = result !== "short" && (neverRan(job) || endedLongAgo || (reader.sealed && !sealedWhileRunning));
      const last = complete || clock.now() - finalSince >= intervals.late;
      if (!finished && (last || unchangedPolls >= 2)) {
        const newer = await findNewer(options, job);
        if (newer) yield { type: "retried", job: newer };
        if (!last) yield { type: "finished", job };
        finished = true;
      }
      if (last) {
        yield { type: "end", job };
        return;
      }
    }
    const near = options.focused() && !WAITING.has(job.status ?? "");
    const usual = near
      ? Math.min(intervals.focusedMax, intervals.focused * 1.3 ** Math.max(0, quiet - 1))
      : intervals.unfocused;
    const base = finished ? Math.max(usual, intervals.lateEvery) : usual;
    // Hosts that always send the whole log are polled less often.
    const spared = Math.min(intervals.backOffMax, 3 * (clock.now() - began));
    const until = waited && !finished ? Math.max(intervals.focused, downloads.dueAt - clock.now()) : Infinity;
    if (await pause(clock, Math.min(until, Math.max(base, spared)), signal, options.wake)) statusSkips = 2;
  }
}

async function* readBytes(
  reader: TraceReader,
  ended: boolean,
  wanted: (() => boolean) | undefined,
  signal: AbortSignal,
): AsyncGenerator<FollowEvent, ReadResult> {
  const bytes = reader.read(signal, ended);
  try {
    for (;;) {
      const next = await bytes.next();
      if (next.done) return next.value;
      yield { type: "bytes", bytes: next.value };
      // The rest of a large log is not downloaded if it is not needed.
      if (wanted?.() === false) return "grown";
    }
  } finally {
    await bytes.return("unchanged");
  }
}

/** Returns whether a read had all of the log; after other results it must be read again. */
function hasAll(result: ReadResult): boolean {
  return result === "grown" || result === "unchanged";
}

async function isGone(options: FollowOptions): Promise<boolean> {
  try {
    await options.job(options.signal);
    return false;
  } catch (error) {
    return errorKind(error) === "notFound";
  }
}

async function findNewer(options: FollowOptions, job: FollowedJob): Promise<FollowedJob | undefined> {
  try {
    return await options.newerAttempt?.(job, options.signal);
  } catch (error) {
    if (options.signal.aborted) throw error;
    return undefined;
  }
}

function retryTime(error: unknown, now: number, failures: number, { backOff, backOffMax }: typeof INTERVALS): number {
  const backedOff = now + Math.min(backOffMax, backOff * 2 ** Math.min(failures - 1, 20));
  if (errorKind(error) !== "rateLimited") return backedOff;
  const asked = typeof error === "object" && error !== null && "retryAt" in error ? error.retryAt : undefined;
  return Math.max(typeof asked === "number" ? asked : now + backOffMax, now + backOff);
}

function neverRan(job: FollowedJob): boolean {
  return job.status === "skipped" || (job.status === "canceled" && job.started_at === null);
}

function endedBefore(job: FollowedJob, time: number): boolean {
  const ended = typeof job.finished_at === "string" ? Date.parse(job.finished_at) : NaN;
  return ended < time;
}
