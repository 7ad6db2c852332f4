import type { PollPriority } from "../tree/poll.ts";
import { isRunning } from "../ui/statusStyle.ts";

/** The parts of a pipeline or job that decide how often it is polled. */
export interface Paced {
  readonly status?: string | null | undefined;
  readonly created_at?: string | null | undefined;
  readonly started_at?: string | null | undefined;
  readonly updated_at?: string | null | undefined;
}

/** Time since its last change after which a running pipeline or job is polled less often, in ms. */
const slow = 30 * 60_000;
/** Time since its last change after which a running pipeline or job counts as stuck, in ms. */
const stuck = 6 * 60 * 60_000;

/**
 * Returns how often a pipeline or job is polled: at full pace while it changes, and less often the longer it has not,
 * such as one that waits for a runner that never comes.
 * @param changedAt when a change was last seen here, in ms since the epoch; 0 if none was
 * @returns none for one that has ended
 */
export function paceOf(record: Paced, changedAt: number, now: number): PollPriority {
  if (!isRunning(record.status)) return "none";
  const dates = [record.updated_at, record.started_at, record.created_at].flatMap((date) => {
    const time = Date.parse(date ?? "");
    return Number.isNaN(time) ? [] : [time];
  });
  // Nothing is known of its age.
  if (dates.length === 0 && changedAt === 0) return "running";
  const age = now - Math.max(changedAt, ...dates);
  return age < slow ? "running" : age < stuck ? "idle" : "rare";
}
