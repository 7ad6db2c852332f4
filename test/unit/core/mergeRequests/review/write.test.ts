import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import "../../../../support/vscodeStub.ts";
import { ApiError } from "../../../../../src/api/errors.ts";
import type { Discussion, Note } from "../../../../../src/api/resources/discussionTypes.ts";
import { fakeApp, project } from "../../fakeApp.ts";

const { addComment, applySuggestions, editNote, replyTo, setResolved, startThread } =
  await import("../../../../../src/core/mergeRequests/review/write.ts");

const place = { instance: project.instance, project: project.project, iid: 5 };
const within = new AbortController().signal;
const error = (kind: ApiError["kind"], outcomeUnknown = false): ApiError =>
  new ApiError({
    kind,
    message: kind,
    outcomeUnknown,
    request: { method: "POST", url: `${place.instance}/api/v4/x`, instance: place.instance },
  });

const noteOf = (id: number, body: string, more: Partial<Note> = {}): Note => ({
  id,
  body,
  author: { id: 1, username: "alice" },
  created_at: new Date().toISOString(),
  ...more,
});
const thread = (id: string, ...notes: readonly Note[]): Discussion => ({ id, notes });

describe("writes to a review", () => {
  let onHost: Discussion[];
  let sent: unknown[];
  let answer: () => Promise<unknown>;
  let locked: boolean;

  beforeEach(() => {
    [onHost, sent, locked] = [[], [], false];
    answer = () => Promise.reject(error("network", true));
  });

  const made = (): ReturnType<typeof fakeApp> => {
    const send =
      (name: string) =>
      (...given: readonly unknown[]) => {
        sent.push([name, ...given.slice(0, -1)]);
        return answer();
      };
    const names = ["create", "comment", "reply", "resolve", "editNote", "applySuggestions"];
    const made = fakeApp({
      discussions: {
        ...Object.fromEntries(names.map((name) => [name, send(name)])),
        list: () => ({ all: () => Promise.resolve({ items: onHost, pages: [], capped: false }) }),
      },
      extras: { available: () => true, mergeRequest: () => Promise.resolve({ iid: 5, discussion_locked: locked }) },
    });
    const connection = made.app.connections.get(place.instance) as { session: unknown };
    connection.session = { user: { id: 1, username: "alice" } };
    return made;
  };

  it("find a comment without a response by author, text and time", async () => {
    const others = [
      noteOf(1, "Why?", { author: { id: 2, username: "bob" } }),
      noteOf(2, "Why?", { created_at: "2020-01-01T00:00:00Z" }),
      noteOf(3, "What?"),
    ];
    const own = noteOf(4, " Why? ");
    onHost = [thread("a", ...others), thread("b", own)];
    const { app, changes } = made();
    assert.equal((await startThread(app, place, "Why?", undefined, { within }))?.id, "b");
    assert.equal(await addComment(app, place, "Why?", { within }), own);
    assert.equal(await replyTo(app, place, "b", "Why?", { within }), own);
    await assert.rejects(replyTo(app, place, "a", "Why?", { within }), /The change was not made/);
    assert.deepEqual(sent, [
      ["create", place.project, 5, { body: "Why?" }],
      ["comment", place.project, 5, { body: "Why?" }],
      ["reply", place.project, 5, "b", { body: "Why?" }],
      ["reply", place.project, 5, "a", { body: "Why?" }],
    ]);
    assert.deepEqual(changes, Array(4).fill({ ...place, subject: "mergeRequest" }));
  });

  it("find what was resolved or applied without a response", async () => {
    const suggestions = [
      { id: 8, applied: true },
      { id: 9, applied: true },
    ];
    onHost = [thread("a", noteOf(1, "x", { resolvable: true, resolved: true, suggestions }))];
    const { app } = made();
    assert.equal((await setResolved(app, place, "a", true, within)).id, "a");
    await assert.rejects(setResolved(app, place, "a", false, within), /The change was not made/);
    assert.equal((await applySuggestions(app, place, [8, 9], "Fix", { within })).length, 2);
    await assert.rejects(applySuggestions(app, place, [8, 10], undefined, { within }), /The change was not made/);
    assert.deepEqual(sent.slice(2), [
      ["applySuggestions", [8, 9], { commit_message: "Fix" }],
      ["applySuggestions", [8, 10], {}],
    ]);
  });

  it("explain a locked discussion", async () => {
    answer = () => Promise.reject(error("forbidden"));
    const { app } = made();
    await assert.rejects(addComment(app, place, "x", { within }), { kind: "forbidden" });
    locked = true;
    await assert.rejects(addComment(app, place, "x", { within }), /The discussion is locked/);
    await assert.rejects(editNote(app, place, { discussion: "a", note: 1 }, "y"), { kind: "forbidden" });
  });
});
