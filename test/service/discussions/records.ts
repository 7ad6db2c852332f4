import type { SuggestionRecord } from "./suggestions.ts";

/** What the routes of reviews do. */
export interface ReviewRoutes {
  /** False as on hosts that lack them. */
  served: boolean;
  /** False as on hosts that have threads, but no draft notes: before 15.9. */
  drafts: boolean;
  /** Refuses positions whose commits are no version of the merge request. */
  strict: boolean;
}

/** The place of a note, as it is sent. Added lines have only `new_line`, removed ones only `old_line`. */
export interface Position {
  readonly base_sha: string;
  readonly start_sha: string;
  readonly head_sha: string;
  readonly old_path: string;
  readonly new_path: string;
  readonly position_type: "text" | "file" | "image";
  readonly old_line: number | null;
  readonly new_line: number | null;
  readonly line_range: LineRange | null;
  /** For pictures, which have no lines. */
  readonly point?: { readonly width: number; readonly height: number; readonly x: number; readonly y: number };
}

export interface LineRange {
  readonly start: LineEnd;
  readonly end: LineEnd;
}

export interface LineEnd {
  readonly line_code: string | null;
  readonly type: string | null;
  readonly old_line: number | null;
  readonly new_line: number | null;
}

export type NoteType = "DiffNote" | "DiscussionNote" | null;

export interface NoteRecord {
  readonly id: number;
  /** Null for a comment of its own and for what the host writes. */
  type: NoteType;
  body: string;
  readonly authorId: number;
  readonly createdAt: number;
  updatedAt: number;
  readonly system: boolean;
  readonly commitId: string | null;
  position: Position | null;
  suggestions: readonly SuggestionRecord[];
  /** Set once resolved. */
  resolved: { readonly byId: number; readonly at: number } | undefined;
}

export interface DiscussionRecord {
  /** 40 hex digits. */
  readonly id: string;
  readonly mergeRequestId: number;
  /** A comment that nobody has replied to, or what the host writes. */
  individual: boolean;
  /** Oldest first; never empty. */
  notes: NoteRecord[];
}
