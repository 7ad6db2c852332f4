import type { LogPiece } from "../../../core/logText/lineBlock.ts";
import type { FollowEvent } from "./follow.ts";

/** Receives the lines and events of a followed log. */
export interface LogListener {
  /** Finished lines, each once; after a `reset`, those of the new log. */
  lines(pieces: readonly LogPiece[]): void;
  /** An event, after its lines. */
  event(event: FollowEvent): void;
}
