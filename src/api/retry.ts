import type { ApiErrorKind } from "./errors.ts";

/** Milliseconds. A longer `Retry-After` fails the request instead, so that the caller can report it. */
export const maxWait = 10_000;

const attempts = 3;
const firstPause = 300;
/** Milliseconds to wait after a 429 without a time. */
const defaultRateLimitWait = 60_000;
/** The latest time that a Date can hold; a later one could not be formatted. */
const maxTime = 8.64e15;

interface Failure {
  readonly kind: ApiErrorKind;
  readonly status?: number;
  readonly retryAt?: number;
}

/**
 * Returns the milliseconds to wait before the next attempt, or undefined if the request must not be repeated. Retries any method after a
 * 429 with a short wait, and GET and HEAD after 502/503/504 and connection errors; nothing else, so that no write is sent twice.
 * @param attempt starts at 1
 * @param random 0 to 1
 */
export function retryDelay(
  method: string,
  failure: Failure,
  attempt: number,
  now: number,
  random: number,
): number | undefined {
  if (attempt >= attempts) return undefined;
  const wait = failure.retryAt === undefined ? undefined : Math.max(0, failure.retryAt - now);
  if (failure.kind === "rateLimited") return wait !== undefined && wait <= maxWait ? wait : undefined;
  if (method !== "GET" && method !== "HEAD") return undefined;
  const passing = failure.kind === "network" || [502, 503, 504].includes(failure.status ?? 0);
  if (!passing) return undefined;
  if (wait !== undefined) return wait <= maxWait ? wait : undefined;
  return Math.round(firstPause * 3 ** (attempt - 1) * (0.75 + random / 2));
}

type Header = (name: string) => string | undefined;

/**
 * Returns the time in `Retry-After` (seconds or a date), in milliseconds since the epoch of the local clock. Dates are compared with the
 * host's own `Date` header, so that the clocks may differ.
 */
export function retryTime(header: Header, now: number): number | undefined {
  const after = header("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(after)) return Math.min(now + Math.ceil(Number(after) * 1000), maxTime);
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(now, date - clockLead(header, now));
}

/**
 * Returns when the rate limit of a 429 ends, in milliseconds since the epoch: `Retry-After`, else `RateLimit-Reset` (seconds since the
 * epoch; some hosts send it with every response, so it is only used here), else in a minute.
 */
export function rateLimitEnd(header: Header, now: number): number {
  const reset = header("ratelimit-reset")?.trim() ?? "";
  const named = /^\d+$/.test(reset)
    ? Math.min(Math.max(now, Number(reset) * 1000 - clockLead(header, now)), maxTime)
    : now + defaultRateLimitWait;
  return retryTime(header, now) ?? named;
}

/** Returns by how many milliseconds the host's clock is ahead of the local one. */
export function clockLead(header: Header, now: number): number {
  const date = Date.parse(header("date") ?? "");
  return Number.isNaN(date) ? 0 : date - now;
}
