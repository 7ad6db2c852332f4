import assert from "node:assert/strict";
import type { Discussion, Note } from "../../../../../src/api/resources/discussionTypes.ts";
import { limited, maxSeen, maxUpdates } from "../../../../../src/features/mergeRequests/updates/keptUpdates.ts";
import type { Update } from "../../../../../src/features/mergeRequests/updates/update.ts";
import {
  isMentioned,
  isSeen,
  reviewRequestIn,
  type Seen,
  updatesIn,
  updatesOfRecord,
} from "../../../../../src/features/mergeRequests/updates/updatesOf.ts";

const me = { id: 1, username: "alice" };
const bob = { id: 2, username: "bob", name: "Bob" };
const mine = { id: 7, iid: 3, title: "Mine", author: me } as const;
const theirs = { id: 8, iid: 4, title: "Theirs", author: bob, reviewers: [me] } as const;
const at = (ms: number): string => new Date(ms).toISOString();
const note = (id: number, body: string, more: Partial<Note> = {}): Note => ({
  id,
  body,
  author: bob,
  created_at: at(id * 1_000),
  ...more,
});
const event = (id: number, body: string): Note => note(id, body, { system: true });
const thread = (...notes: readonly Note[]): Discussion => ({ id: `d${notes[0]?.id}`, notes });
const kinds = (record: object & { readonly id: number }, discussions: readonly Discussion[], until = 0): string[] =>
  updatesIn({ discussions }, record, { me, project: "a/b", until }).map(({ kind, id }) => `${kind} of ${id}`);

describe("updates in a conversation", () => {
  it("are replies to the user in any merge request", () => {
    const replied = thread(note(1, "Why?", { author: me }), note(2, "So."));
    assert.deepEqual(kinds(theirs, [replied]), ["reply of note 2"]);
    assert.deepEqual(kinds(mine, [replied]), ["reply of note 2"]);
  });

  it("are comments on the user's merge requests only, but mentions everywhere", () => {
    const said = [thread(note(1, "Hm")), thread(note(2, "Look, @Alice."))];
    assert.deepEqual(kinds(mine, said), ["comment of note 1", "mention of note 2"]);
    assert.deepEqual(kinds(theirs, said), ["mention of note 2"]);
  });

  it("are events that concern the user", () => {
    const events = [
      event(1, "requested review from @alice and @carol"),
      event(2, "requested review from @carol"),
      event(3, "requested review from @carol and removed review request for @alice"),
      event(4, "added 12 commits\n\n<ul></ul>"),
      event(5, "approved this merge request"),
      event(6, "unapproved this merge request"),
      event(7, "requested changes"),
      event(8, "changed the description"),
    ].map((one) => thread(one));
    assert.deepEqual(kinds(mine, events), [
      "reviewRequest of note 1",
      "push of note 4",
      "approval of note 5",
      "revoked of note 6",
      "requestedChanges of note 7",
    ]);
    assert.deepEqual(kinds(theirs, events), ["reviewRequest of note 1", "push of note 4"]);
  });

  it("are neither the user's own nor seen before", () => {
    const notes = [thread(note(1, "Old")), thread(note(2, "Own", { author: me })), thread(note(3, "New"))];
    assert.deepEqual(kinds(mine, notes, 1_000), ["comment of note 3"]);
  });
});

describe("isSeen", () => {
  it("compares time, comments and head, and ignores records older than what was seen", () => {
    const seen = { said: `${at(2_000)} 1 abc`, until: 0, comments: 1, head: "abc", reviewing: false, joined: false };
    for (const [ms, comments, sha, is] of [
      [2_000, 1, "abc", true],
      [2_000, 2, "abc", false],
      [3_000, 1, "abc", false],
      [1_000, 0, "ab", true],
    ] as const)
      assert.equal(isSeen({ ...mine, updated_at: at(ms), user_notes_count: comments, sha }, seen), is);
  });
});

describe("isMentioned", () => {
  it("finds the whole username", () => {
    for (const text of ["@alice", "Thanks (@ALICE)!", "ask @alice."]) assert.ok(isMentioned(text, me), text);
    for (const text of ["@alicex", "@alice-b", "@alice.b", "mail@alice"]) assert.ok(!isMentioned(text, me), text);
  });
});

describe("updates of a record", () => {
  const seen: Seen = { said: "", until: 1_000, comments: 1, head: "a", reviewing: false, joined: false };

  it("are that the user became a reviewer, unless the conversation says so", () => {
    const options = { me, project: 1, since: 500, conversation: undefined };
    assert.equal(reviewRequestIn(theirs, seen, options)?.kind, "reviewRequest");
    assert.equal(reviewRequestIn(theirs, { ...seen, reviewing: true }, options), undefined);
    assert.equal(reviewRequestIn({ ...theirs, created_at: at(400) }, undefined, options), undefined);
    assert.equal(reviewRequestIn({ ...theirs, created_at: at(600) }, undefined, options)?.who, "Bob");
    assert.equal(reviewRequestIn({ ...theirs, author: me }, seen, options), undefined);
    const conversation = { discussions: [thread(event(2, "requested review from @alice"))] };
    assert.equal(reviewRequestIn(theirs, seen, { ...options, conversation }), undefined);
  });

  it("are more comments and another head, where nothing else is known, and no head of one's own", () => {
    const record = { ...theirs, user_notes_count: 3, sha: "b" };
    const options = { me, project: 1 };
    const updates = (of: typeof record, was: Seen | undefined): string =>
      updatesOfRecord(of, was, options)
        .map(({ kind, count }) => `${kind} ${count}`)
        .join();
    assert.equal(updates({ ...record, author: me } as never, seen), "comments 2");
    assert.equal(updates(record, seen), "comments 2,push undefined");
    assert.equal(updates(record, undefined), "");
  });
});

describe("kept updates", () => {
  it("are limited: what is dropped is no update later", () => {
    const one = { said: "", comments: 0, head: "", reviewing: false, joined: false };
    const seen = Object.fromEntries(Array.from({ length: maxSeen + 2 }, (_, id) => [id, { ...one, until: id }]));
    const push = { kind: "push", project: 1, mergeRequest: 1, iid: 1, title: "" } as const;
    const updates = Array.from({ length: maxUpdates + 1 }, (_, id): Update => ({ ...push, id: `${id}`, at: id }));
    const kept = limited({ since: 0, seen, updates });
    assert.equal(Object.keys(kept.seen).length, maxSeen);
    assert.equal(kept.since, 1);
    assert.deepEqual([kept.updates.length, kept.updates[0]?.id], [maxUpdates, "1"]);
  });
});
