import type { LogLine } from "../../../core/logText/sections.ts";
import type { FollowEvent } from "./follow.ts";

/** Reads along what a channel is given of a job's log. */
export interface LogCompanion {
  /** Finished lines, each once; after a `reset` those of the log as it is then. */
  lines(lines: readonly LogLine[]): void;
  /** What following tells, after its lines. */
  event(event: FollowEvent): void;
}
