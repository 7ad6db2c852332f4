import type { LogLine } from "../../../core/logText/sections.ts";
import type { FollowEvent } from "./follow.ts";

/** Receives the lines and events of a followed log. */
export interface LogListener {
  /** Finished lines, each once; after a `reset`, those of the new log. */
  lines(lines: readonly LogLine[]): void;
  /** An event, after its lines. */
  event(event: FollowEvent): void;
}
