import type { ApiErrorKind } from "./errors.ts";

/** A longer `Retry-After` is not waited for but thrown, so that whoever asked can tell. */
export const longestWait = 10_000;

const attempts = 3;
const firstPause = 300;
/** Some hosts limit without saying for how long. */
const unnamedPause = 60_000;
/** The last time that a date can tell: one beyond it, whoever sent it, cannot be put into words. */
const endOfTime = 8.64e15;

interface Failure {
  readonly kind: ApiErrorKind;
  readonly status?: number;
  readonly retryAt?: number;
}

/**
 * Milliseconds to wait before sending the same again, or undefined when it must not be sent again: any method after a 429
 * whose wait is short, GET and HEAD on 502/503/504 and connection errors, nothing else, so that no write is sent twice.
 * `attempt` counts from 1; `random` is between 0 and 1.
 */
export function retryDelay(
  method: string,
  failure: Failure,
  attempt: number,
  now: number,
  random: number,
): number | undefined {
  if (attempt >= attempts) return undefined;
  const asked = failure.retryAt === undefined ? undefined : Math.max(0, failure.retryAt - now);
  if (failure.kind === "rateLimited") return asked !== undefined && asked <= longestWait ? asked : undefined;
  if (method !== "GET" && method !== "HEAD") return undefined;
  const passing = failure.kind === "network" || [502, 503, 504].includes(failure.status ?? 0);
  if (!passing) return undefined;
  if (asked !== undefined) return asked <= longestWait ? asked : undefined;
  return Math.round(firstPause * 3 ** (attempt - 1) * (0.75 + random / 2));
}

type Header = (name: string) => string | undefined;

/**
 * When `Retry-After` says to ask again, in our clock's milliseconds since the epoch: it is in seconds or a date. Dates of the service are
 * read against its own `Date`, so that a clock that is off does no harm.
 */
export function retryTime(header: Header, now: number): number | undefined {
  const after = header("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(after)) return Math.min(now + Math.ceil(Number(after) * 1000), endOfTime);
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(now, date - clockLead(header, now));
}

/**
 * The same for a 429, which always has one: `Retry-After`, else `RateLimit-Reset` (seconds since the epoch; some hosts send it with every
 * answer, so it counts only here), else a minute from now.
 */
export function rateLimitEnd(header: Header, now: number): number {
  const reset = header("ratelimit-reset")?.trim() ?? "";
  const named = /^\d+$/.test(reset)
    ? Math.min(Math.max(now, Number(reset) * 1000 - clockLead(header, now)), endOfTime)
    : now + unnamedPause;
  return retryTime(header, now) ?? named;
}

/** How far the service's clock is ahead of ours, in milliseconds. */
function clockLead(header: Header, now: number): number {
  const date = Date.parse(header("date") ?? "");
  return Number.isNaN(date) ? 0 : date - now;
}
