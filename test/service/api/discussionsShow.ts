import type { DiscussionRecord, NoteRecord, Position } from "../discussions/records.ts";
import { isResolvable } from "../discussions/store.ts";
import { isAppliable, rangeOf, type SuggestionRecord } from "../discussions/suggestions.ts";
import type { Hosting } from "../hosting.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import { showUser, time } from "./present.ts";

export function showDiscussion(
  hosting: Hosting,
  record: MergeRequestRecord,
  discussion: DiscussionRecord,
): Record<string, unknown> {
  return {
    id: discussion.id,
    individual_note: discussion.individual,
    notes: discussion.notes.map((note) => showNote(hosting, record, note)),
  };
}

export function showNote(hosting: Hosting, record: MergeRequestRecord, note: NoteRecord): Record<string, unknown> {
  const resolvable = isResolvable(note);
  return {
    id: note.id,
    type: note.type,
    body: note.body,
    author: showUser(hosting, hosting.state.users.get(note.authorId)),
    created_at: time(hosting, note.createdAt),
    updated_at: time(hosting, note.updatedAt),
    system: note.system,
    noteable_id: record.id,
    noteable_type: "MergeRequest",
    noteable_iid: record.iid,
    project_id: record.projectId,
    commit_id: note.commitId,
    position: showPosition(note.position),
    resolvable,
    resolved: resolvable ? note.resolved !== undefined : null,
    resolved_by: note.resolved ? showUser(hosting, hosting.state.users.get(note.resolved.byId)) : null,
    resolved_at: time(hosting, note.resolved?.at),
    suggestions: note.suggestions.map((suggestion) => showSuggestion(record, note, suggestion)),
    confidential: null,
    internal: false,
    imported: false,
    imported_from: "none",
    commands_changes: {},
  };
}

/** Lines are null where there are none, and absent for pictures. */
export function showPosition(position: Position | null): object | null {
  if (!position?.point) return position;
  const { old_line: _old, new_line: _new, line_range: _range, point, ...place } = position;
  return { ...place, ...point };
}

export function showSuggestion(
  record: MergeRequestRecord,
  note: NoteRecord,
  suggestion: SuggestionRecord,
): Record<string, unknown> {
  const { from, to } = rangeOf(note, suggestion);
  return {
    id: suggestion.id,
    from_line: from,
    to_line: to,
    appliable: isAppliable(record, note, suggestion),
    applied: suggestion.applied,
    from_content: suggestion.from,
    to_content: suggestion.to,
  };
}
