import { type ApiErrorKind } from "./errors.ts";

/** A longer `Retry-After` is not waited for but thrown, so that whoever asked can tell. */
export const longestWait = 10_000;

const attempts = 3;
const firstPause = 300;
/** Some hosts limit without saying for how long. */
const unnamedPause = 60_000;

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
export function retryDelay(method: string, failure: Failure, attempt: number, now: number, random: number): number | undefined {
  if (attempt >= attempts) return undefined;
  const asked = failure.retryAt === undefined ? undefined : Math.max(0, failure.retryAt - now);
  if (failure.kind === "rateLimited") return asked !== undefined && asked <= longestWait ? asked : undefined;
  if (method !== "GET" && method !== "HEAD") return undefined;
  const passing = failure.kind === "network" || [502, 503, 504].includes(failure.status ?? 0);
  if (!passing) return undefined;
  if (asked !== undefined) return asked <= longestWait ? asked : undefined;
  return Math.round(firstPause * 3 ** (attempt - 1) * (0.75 + random / 2));
}

/**
 * When the service wants to be asked again, in our clock's milliseconds since the epoch: `Retry-After` in seconds or as a date, else
 * `RateLimit-Reset` in seconds since the epoch. Dates of the service are read against its own `Date`, so that a clock that is off
 * does no harm.
 */
export function retryTime(header: (name: string) => string | undefined, now: number): number | undefined {
  const dated = Date.parse(header("date") ?? "");
  const ahead = Number.isNaN(dated) ? 0 : dated - now;
  const after = header("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(after)) return now + Math.ceil(Number(after) * 1000);
  const date = Date.parse(after);
  if (!Number.isNaN(date)) return Math.max(now, date - ahead);
  const reset = header("ratelimit-reset")?.trim() ?? "";
  if (/^\d+$/.test(reset)) return Math.max(now, Number(reset) * 1000 - ahead);
  return undefined;
}

/** The same for a 429, which always has one: a minute where the service names none. */
export const rateLimitEnd = (header: (name: string) => string | undefined, now: number): number =>
  retryTime(header, now) ?? now + unnamedPause;
