import type { Job } from "../../../api/resources/jobs.ts";
import { CancelledError, isCancelled, UserError } from "../../../core/base/errors.ts";
import type { Event } from "../../../core/base/events.ts";
import { errorKind } from "../../../core/logText/errorKind.ts";
import { type Clock, pause } from "./clock.ts";
import { type FetchTrace, type ReadResult, TraceReader } from "./reader.ts";

/** What following needs to know of a job. */
export type FollowedJob = Pick<Job, "id" | "name" | "status"> & Partial<Job>;

export interface FollowOptions {
  readonly trace: FetchTrace;
  readonly job: (signal: AbortSignal) => Promise<FollowedJob>;
  /** A newer attempt of the ended job, if there is one. Its failure is of no consequence. */
  readonly newerAttempt?: (job: FollowedJob, signal: AbortSignal) => Promise<FollowedJob | undefined>;
  readonly focused: () => boolean;
  /** Milliseconds since the epoch until which the host wants no requests, as others who ask it learnt. */
  readonly silentUntil?: () => number | undefined;
  /** Whether the log's bytes are still of use; else only the job's end is waited for. */
  readonly wanted?: () => boolean;
  /** Ends a pause at once: focus came back, or somebody retried or cancelled the job here. */
  readonly wake?: Event<unknown>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds between polls; see INTERVALS. */
  readonly intervals?: Partial<typeof INTERVALS>;
}

export const INTERVALS = {
  focused: 3_000,
  /** How far the focused interval grows while nothing comes. */
  focusedMax: 10_000,
  unfocused: 15_000,
  /** How long after its end a job may still add to its log: hosts pass logs on up to a minute late. */
  late: 60_000,
  /** Between polls for what comes late. */
  lateEvery: 10_000,
  backOff: 1_000,
  backOffMax: 60_000,
};

export type FollowEvent =
  /** The job as it is now: the first time, and whenever its status changes. */
  | { readonly type: "status"; readonly job: FollowedJob }
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  /** The job has not written anything yet. Once per status. */
  | { readonly type: "empty"; readonly job: FollowedJob }
  /** Nothing new this time: what is shown of an unfinished line may as well be shown now. */
  | { readonly type: "quiet" }
  /** The log was erased or written anew; the bytes that follow are from its start. */
  | { readonly type: "reset" }
  /** No connection, or the host asked for silence (somebody else, when there is no error); goes on by itself. Once until `resumed`. */
  | { readonly type: "waiting"; readonly error?: unknown; readonly until: number }
  | { readonly type: "resumed" }
  | { readonly type: "retried"; readonly job: FollowedJob }
  /** The job is over and its log looks complete. What the host passes on late comes before `end`. */
  | { readonly type: "finished"; readonly job: FollowedJob }
  /** The last event. Without a job: the host no longer has it. */
  | { readonly type: "end"; readonly job?: FollowedJob };

/** Both spellings: the documents say `canceled`, some compatible hosts say otherwise. */
const FINAL = new Set(["success", "failed", "canceled", "cancelled", "skipped"]);

/** Whether a job in this status will not run on. Statuses nobody has heard of count as running. */
export function isFinalStatus(status: string): boolean {
  return FINAL.has(status);
}

/** Statuses that only a person or the calendar ends; `wake` tells when the person does so here. */
const STANDING = new Set(["manual", "scheduled"]);

/** Errors that pass by themselves. Everything else ends the following. */
const PASSING = new Set(["network", "timeout", "server", "invalidResponse", "rateLimited"]);

/** Errors of no known kind are tried again this often before they count as final. */
const UNKNOWN_TRIES = 5;

/**
 * Follows a job's log until the job is over and its log complete. Polls every 3 s while the window has focus (up to
 * every 10 s while nothing comes) and every 15 s otherwise (a job that waits for a person counts so too), keeps silent
 * as long as the host asks when it limits the rate, and backs off up to a minute when the connection is lost; nothing
 * is repeated and nothing is missing afterwards.
 *
 * The log of an ended job is complete when the answer shows that it no longer grows (TraceReader.sealed), when the job
 * ended long ago or never ran. Elsewhere it looks complete (`finished`) when two polls brought nothing, and is asked for
 * quietly until a minute is over: nothing that goes wrong then is worth a word.
 *
 * @throws ApiError for what does not pass by itself (no access, certificate, …); CancelledError when aborted.
 */
export async function* follow(options: FollowOptions): AsyncGenerator<FollowEvent, void> {
  const { clock, signal } = options;
  const intervals = { ...INTERVALS, ...options.intervals };
  const reader = new TraceReader(options.trace);
  let job: FollowedJob | undefined;
  let emptySaid: string | undefined;
  let quiet = 0;
  let failures = 0;
  let waiting = false;
  let unasked = 0;
  let finalSince: number | undefined;
  let calm = 0;
  let ranOn = false;
  let sealedWhileRunning = false;
  let finished = false;

  for (;;) {
    signal.throwIfAborted();
    const began = clock.now();
    // The first time somebody asked for it just now.
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
    try {
      // While the log grows the job is running, so its status is asked for only now and then.
      const maybeEnded = reader.sealed && !sealedWhileRunning;
      if (!job || (!isFinalStatus(job.status) && (quiet > 0 || unasked >= 2 || maybeEnded))) {
        const before: string | undefined = job?.status;
        job = await options.job(signal);
        unasked = 0;
        ranOn ||= !isFinalStatus(job.status);
        // On such a host that tells nothing about the end.
        sealedWhileRunning ||= reader.sealed && !isFinalStatus(job.status);
        if (job.status !== before) yield { type: "status", job };
      } else unasked++;

      if (options.wanted?.() !== false) result = yield* readBytes(reader, options.wanted, signal);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) throw new CancelledError();
      const kind = errorKind(error);
      if (finished && (!PASSING.has(kind ?? "") || clock.now() - (finalSince ?? 0) >= intervals.late)) {
        yield { type: "end", ...(job && { job }) };
        return;
      }
      if (kind === "notFound") {
        if (!job || (await isGone(options))) {
          yield { type: "end" };
          return;
        }
        // The documents answer 404 for a log that is missing too: a job without log goes on below.
      } else {
        failures++;
        if (error instanceof UserError || (kind === undefined ? failures > UNKNOWN_TRIES : !PASSING.has(kind)))
          throw error;
        const until = retryTime(error, clock.now(), failures, intervals);
        if (!waiting && !finished) {
          waiting = true;
          yield { type: "waiting", error, until };
        }
        // Nobody may cut the silence short that a host asked for.
        await pause(clock, until - clock.now(), signal, kind === "rateLimited" ? undefined : options.wake);
        continue;
      }
    }
    failures = 0;
    if (waiting) yield { type: "resumed" };
    waiting = false;
    if (result === "reset") {
      yield { type: "reset" };
      emptySaid = undefined;
      continue;
    }
    if (result === "grown") quiet = 0;
    else {
      quiet++;
      if (reader.length === 0 && !isFinalStatus(job.status) && emptySaid !== job.status) {
        emptySaid = job.status;
        yield { type: "empty", job };
      } else yield { type: "quiet" };
    }

    if (isFinalStatus(job.status)) {
      finalSince ??= began;
      calm = result === "unchanged" ? calm + 1 : 0;
      // The host's clock may be wrong: for a job that was seen running, only ours counts.
      const endedLongAgo = !ranOn && endedBefore(job, clock.now() - 2 * intervals.late);
      const complete = result !== "short" && (neverRan(job) || endedLongAgo || (reader.sealed && !sealedWhileRunning));
      const last = complete || clock.now() - finalSince >= intervals.late;
      if (!finished && (last || calm >= 2)) {
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
    const near = options.focused() && !STANDING.has(job.status);
    const usual = near
      ? Math.min(intervals.focusedMax, intervals.focused * 1.3 ** Math.max(0, quiet - 1))
      : intervals.unfocused;
    const base = finished ? Math.max(usual, intervals.lateEvery) : usual;
    // A host that sends the whole log each time is not kept busy with it.
    const spared = Math.min(intervals.backOffMax, 3 * (clock.now() - began));
    if (await pause(clock, Math.max(base, spared), signal, options.wake)) unasked = 2;
  }
}

async function* readBytes(
  reader: TraceReader,
  wanted: (() => boolean) | undefined,
  signal: AbortSignal,
): AsyncGenerator<FollowEvent, ReadResult> {
  const bytes = reader.read(signal);
  try {
    for (;;) {
      const next = await bytes.next();
      if (next.done) return next.value;
      yield { type: "bytes", bytes: next.value };
      // The rest of a large log is not downloaded only to be dropped.
      if (wanted?.() === false) return "grown";
    }
  } finally {
    await bytes.return("unchanged");
  }
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
