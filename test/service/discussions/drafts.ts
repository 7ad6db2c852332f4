import type { Position } from "./records.ts";

/** A comment that only its author sees, until it is published. */
export interface DraftNote {
  readonly id: number;
  readonly mergeRequestId: number;
  readonly authorId: number;
  note: string;
  /** The discussion that it replies to. */
  readonly discussionId: string | null;
  readonly resolve: boolean;
  position: Position | null;
  readonly commitId: string | null;
}
