/** Conversations for pages. */
import type { Discussion, Note } from "../../../../../src/api/resources/discussionTypes.ts";
import type { Activity } from "../../../../../src/features/mergeRequests/page/activity/model.ts";
import { instance } from "./overviews.ts";

export const alice = { id: 1, username: "alice", name: "Alice A", web_url: `${instance}/alice` };
export const bob = { id: 2, username: "bob", name: "Bob B", web_url: `${instance}/bob` };

export const noteOf = (id: number, body: string, more: Partial<Note> = {}): Note => ({
  ...{ id, body, author: bob, system: false, created_at: "2026-01-02T10:00:00Z", updated_at: "2026-01-02T10:00:00Z" },
  ...more,
});
const single = (id: string, note: Note): Discussion => ({ id, individual_note: true, notes: [note] });
export const eventOf = (id: number, body: string): Discussion => single(`e${id}`, noteOf(id, body, { system: true }));
export const commentOf = (id: number, body: string, more: Partial<Note> = {}): Discussion =>
  single(`c${id}`, noteOf(id, body, more));
export const position = {
  ...{ base_sha: "b", start_sha: "b", head_sha: "head", old_path: "src/heat.ts", new_path: "src/heat.ts" },
  ...{ position_type: "text", old_line: null, new_line: 12 },
} as const;
export const threadOf = (
  id: number,
  body: string,
  more: Partial<Note> = {},
  ...replies: readonly Note[]
): Discussion => ({
  id: `t${id}`,
  individual_note: false,
  notes: [noteOf(id, body, { type: "DiffNote", resolvable: true, resolved: false, position, ...more }), ...replies],
});

/** What was said; `more` is what else the page knows. */
export const activityOf = (discussions: readonly Discussion[], more: Partial<Activity> = {}): Activity => ({
  ...{ conversation: { discussions }, missing: false, user: alice, pending: 0, pendingComments: [], unsent: [] },
  box: (name) => ({ name, id: `box-${name.replace(" ", "-")}-0`, text: "", sending: false }),
  render: (text) => ({ nodes: [{ tag: "p", children: [text] }], cut: false }),
  ...more,
});
