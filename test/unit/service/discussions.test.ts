import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { workshop, type Person, type Workshop } from "./mergeRequestsSetup.ts";

type Note = Readonly<Record<string, unknown>> & { readonly id: number };
interface Discussion {
  readonly id: string;
  readonly individual_note: boolean;
  readonly notes: readonly Note[];
}

/** A merge request by bob. */
async function talk(): Promise<
  Workshop & {
    start(body: string, who?: Person): Promise<Discussion>;
    list(): Promise<Discussion[]>;
    said(): Promise<unknown[]>;
  }
> {
  const at = await workshop();
  await at.open("one");
  const list = async (): Promise<Discussion[]> => (await at.mr("GET", "/1/discussions")).json as Discussion[];
  return {
    ...at,
    start: async (body, who) => (await at.mr("POST", "/1/discussions", { body }, who)).json as Discussion,
    list,
    said: async () =>
      (await list()).flatMap(({ notes }) => notes.filter((note) => note["system"]).map((note) => note["body"])),
  };
}

describe("service: discussions", () => {
  it("has every field, and null where there is nothing", async () => {
    await using at = await talk();
    const { id, individual_note, notes } = await at.start("Good.");
    assert.match(id, /^[0-9a-f]{40}$/);
    assert.equal(individual_note, false);
    const { author, created_at, updated_at, ...note } = notes[0]!;
    assert.equal((author as Note)["username"], "alice");
    assert.equal(created_at, updated_at);
    assert.deepEqual(note, {
      id: note.id,
      type: "DiscussionNote",
      body: "Good.",
      system: false,
      noteable_id: ((await at.mr("GET", "/1")).json as Note).id,
      noteable_type: "MergeRequest",
      noteable_iid: 1,
      project_id: 2,
      commit_id: null,
      position: null,
      resolvable: true,
      resolved: false,
      resolved_by: null,
      resolved_at: null,
      suggestions: [],
      confidential: null,
      internal: false,
      imported: false,
      imported_from: "none",
      commands_changes: {},
    });
  });

  it("takes replies, edits and deletions, and goes with its last note", async () => {
    await using at = await talk();
    const { id, notes } = await at.start("Why?");
    const reply = await at.mr("POST", `/1/discussions/${id}/notes`, { body: "Because." }, "bob");
    assert.equal(reply.status, 201);
    assert.equal(((await at.mr("GET", "/1")).json as Note)["user_notes_count"], 2);
    const path = `/1/discussions/${id}/notes/${(reply.json as Note).id}`;
    assert.equal((await at.mr("PUT", path, { body: "Just because." }, "rita")).status, 403);
    assert.equal(((await at.mr("PUT", path, { body: "Just because." }, "bob")).json as Note)["body"], "Just because.");
    assert.equal((await at.mr("PUT", path, { body: "Both.", resolved: true }, "bob")).status, 400);
    assert.equal((await at.mr("PUT", path, {}, "bob")).status, 400);
    assert.equal((await at.mr("DELETE", path, undefined, "rita")).status, 403);
    assert.equal((await at.mr("DELETE", path, undefined, "max")).status, 204);
    assert.equal((await at.mr("DELETE", `/1/notes/${notes[0]!.id}`)).status, 204);
    assert.deepEqual(await at.list(), []);
    assert.equal((await at.mr("GET", `/1/discussions/${id}`)).status, 404);
    assert.equal(((await at.mr("GET", "/1")).json as Note)["user_notes_count"], 0);
  });

  it("is resolved by developers and the author, and stands in the way of a merge until then", async () => {
    await using at = await talk();
    await at.service.control.setMergeRules({ project: "demo/work", threadsMustBeResolved: true });
    const { id } = await at.start("Why?", "rita");
    await at.settled(1);
    const standing = async (): Promise<unknown[]> => {
      const one = (await at.mr("GET", "/1")).json as Note;
      return [one["detailed_merge_status"], one["blocking_discussions_resolved"]];
    };
    assert.deepEqual(await standing(), ["discussions_not_resolved", false]);
    assert.equal((await at.mr("PUT", "/1/merge", {})).status, 405);
    assert.equal((await at.mr("PUT", `/1/discussions/${id}`, { resolved: true }, "rita")).status, 403);
    assert.equal((await at.mr("PUT", `/1/discussions/${id}`, {}, "bob")).status, 400);
    const resolved = (await at.mr("PUT", `/1/discussions/${id}`, { resolved: true }, "bob")).json as Discussion;
    const [note] = resolved.notes;
    assert.deepEqual([note!["resolved"], (note!["resolved_by"] as Note)["username"]], [true, "bob"]);
    assert.ok(note!["resolved_at"]);
    assert.deepEqual(await standing(), ["mergeable", true]);
    assert.deepEqual(await at.said(), ["resolved all threads"]);
    const reply = (await at.mr("POST", `/1/discussions/${id}/notes`, { body: "Thanks" }, "rita")).json as Note;
    assert.equal(reply["resolved"], true);
    await at.mr("PUT", `/1/discussions/${id}/notes/${reply.id}`, { resolved: false });
    assert.deepEqual(await standing(), ["discussions_not_resolved", false]);
  });

  it("is a comment of its own, until somebody replies", async () => {
    await using at = await talk();
    const note = (await at.mr("POST", "/1/notes", { body: "Nice" })).json as Note;
    assert.deepEqual([note["type"], note["resolvable"], note["resolved"]], [null, false, null]);
    const [one] = await at.list();
    assert.equal(one!.individual_note, true);
    assert.equal((await at.mr("PUT", `/1/discussions/${one!.id}`, { resolved: true })).status, 403);
    await at.mr("POST", `/1/discussions/${one!.id}/notes`, { body: "Thanks" }, "bob");
    const [thread] = await at.list();
    assert.deepEqual(
      [thread!.individual_note, ...thread!.notes.map((each) => each["type"])],
      [false, "DiscussionNote", "DiscussionNote"],
    );
    const listed = (await at.mr("GET", "/1/notes?sort=asc&per_page=1")).json as Note[];
    assert.deepEqual(
      listed.map(({ id }) => id),
      [note.id],
    );
  });

  it("comes in pages, oldest first", async () => {
    await using at = await talk();
    for (const body of ["one", "two", "three"]) await at.start(body);
    const page = await at.mr("GET", "/1/discussions?per_page=2&page=2");
    assert.deepEqual(
      (page.json as Discussion[]).map(({ notes }) => notes[0]!["body"]),
      ["three"],
    );
    assert.equal(page.headers.get("x-total"), "3");
  });

  it("refuses empty comments, replies to the host's own, and in a locked one those who are not in it", async () => {
    await using at = await talk();
    assert.deepEqual((await at.mr("POST", "/1/discussions", {})).json, { error: "body is missing" });
    assert.deepEqual((await at.mr("POST", "/1/discussions", { body: " " })).json, {
      message: `400 Bad request - Note {:note=>["can't be blank"]}`,
    });
    await at.mr("PUT", "/1", { discussion_locked: true });
    const [locked] = await at.list();
    assert.deepEqual(await at.said(), ["locked the discussion in this merge request"]);
    assert.deepEqual((await at.mr("POST", `/1/discussions/${locked!.id}/notes`, { body: "What?" })).json, {
      message: "400 Bad request - Replies to system notes are not allowed.",
    });
    assert.equal((await at.mr("DELETE", `/1/notes/${locked!.notes[0]!.id}`)).status, 403);
    await at.service.control.setMember({ project: "demo/work", user: "rita", level: 10 });
    for (const [who, status] of [
      ["rita", 403],
      ["bob", 201],
    ] as const)
      assert.equal((await at.mr("POST", "/1/notes", { body: "So?" }, who)).status, status);
  });

  it("runs quick actions, and keeps no note of nothing else", async () => {
    await using at = await talk();
    const review = await at.mr("POST", "/1/notes", { body: "/request_review @max" });
    assert.equal(review.status, 202);
    assert.deepEqual(review.json, {
      commands_changes: { reviewer_ids: [at.info.users.max.id] },
      summary: ["Requested a review from @max."],
    });
    await at.mr("POST", "/1/notes", { body: "/draft\n/approve" });
    const one = (await at.mr("GET", "/1")).json as Note;
    assert.deepEqual([one["draft"], one["user_notes_count"]], [true, 0]);
    const note = (await at.mr("POST", "/1/notes", { body: "Done.\n/ready\n```\n/close\n```" })).json as Note;
    assert.equal(note["body"], "Done.\n```\n/close\n```");
    assert.equal(((await at.mr("GET", "/1")).json as Note)["state"], "opened");
    assert.deepEqual(
      ((await at.mr("POST", "/1/notes", { body: "/approve" }, "rita")).json as { summary: string[] }).summary,
      ["Could not apply approve command."],
    );
    assert.deepEqual(await at.said(), [
      "requested review from @max",
      "marked this merge request as **draft**",
      "approved this merge request",
      "marked this merge request as **ready**",
    ]);
  });

  it("has what happened to the merge request", async () => {
    await using at = await talk();
    await at.mr("PUT", "/1", { title: "Add two", labels: "bug,sensor", assignee_ids: [at.info.users.bob.id] });
    await at.service.control.commit(
      { "a.txt": "<two>\n" },
      { project: "demo/work", branch: "one", message: "Use <b>" },
    );
    await at.mr("POST", "/1/approve", {});
    await at.mr("POST", "/1/unapprove", {});
    await at.mr("PUT", "/1", { state_event: "close" });
    await at.mr("PUT", "/1", { state_event: "reopen" });
    await at.mr("PUT", "/1/merge", {});
    const said = await at.said();
    const push = String(said.splice(3, 1)[0]);
    assert.match(
      push,
      /^added 1 commit\n\n<ul><li>[0-9a-f]{8} - Use &lt;b><\/li><\/ul>\n\n\[Compare with previous version\]\(\/demo\/work\/-\/merge_requests\/1\/diffs\?diff_id=\d+&start_sha=[0-9a-f]{40}\)$/,
    );
    assert.deepEqual(said, [
      "changed title from **Add one** to **Add two**",
      "assigned to @bob",
      "added ~1 and ~2 labels",
      "approved this merge request",
      "unapproved this merge request",
      "closed",
      "reopened",
      "merged",
    ]);
  });
});
