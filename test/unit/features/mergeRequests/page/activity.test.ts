import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Discussion } from "../../../../../src/api/resources/discussionTypes.ts";
import type { MergeRequest } from "../../../../../src/api/resources/mergeRequestTypes.ts";
import { wordsOf } from "../../../../../src/core/webview/element.ts";
import type { Activity } from "../../../../../src/features/mergeRequests/page/activity/model.ts";
import "../../../../support/vscodeStub.ts";
import { assertHarmless, buttonsOf, elementsOf } from "../../../core/webview/tree.ts";
import { activityOf, alice, bob, commentOf, eventOf, noteOf, position, threadOf } from "./activities.ts";
import { instance, overviewOf, writing } from "./overviews.ts";

const { pageOf } = await import("../../../../../src/features/mergeRequests/page/page.ts");

const page = (discussions: readonly Discussion[], more: Partial<Activity> = {}, changes: Partial<MergeRequest> = {}) =>
  pageOf(overviewOf(changes, { activity: activityOf(discussions, more) }), writing);
const activity = (...given: Parameters<typeof page>) => {
  const found = elementsOf(page(...given)).find(({ key }) => key === "activity");
  assert.ok(found, "there is no such section");
  return found;
};
const entries = (...given: Parameters<typeof page>): string[] =>
  (elementsOf([activity(...given)]).find(({ key }) => key === "timeline")?.children ?? []).map((one) => wordsOf(one));
const fact = (name: string, nodes: ReturnType<typeof page>): string | undefined => {
  const found = elementsOf(nodes).find(({ tag, key }) => tag === "div" && key === name);
  return found && wordsOf(found);
};

describe("the activity on the page of a merge request", () => {
  it("shows comments, threads and events in the order of the host", () =>
    assert.deepEqual(
      entries([
        eventOf(1, "assigned to @bob"),
        commentOf(2, "Nice", { author: alice, updated_at: "2026-01-02T11:00:00Z" }),
        threadOf(3, "Why?", {}, noteOf(4, "Because", { author: alice })),
        eventOf(5, "added 1 commit"),
      ]),
      [
        "Bob B @bob assigned to @bob · yesterday",
        "Alice A @aliceAuthoryesterdayEditedEditDelete…Nice",
        "src/heat.ts:12OpenBob B @bobyesterdayWhy?Alice A @aliceAuthoryesterdayEditDelete…BecauseReplyStart ReviewResolve Thread",
        "Bob B @bob added 1 commit · yesterday",
      ],
    ));

  it("folds many events in a row, but no comment among them", () => {
    const events = [1, 2, 3, 4].map((id) => eventOf(id, `event ${id}`));
    const nodes = [activity([...events, commentOf(9, "Words"), eventOf(10, "last")])];
    const folded = elementsOf(nodes).filter(({ tag }) => tag === "details");
    assert.deepEqual(
      folded.map((one) => wordsOf(one).slice(0, 8)),
      ["4 events"],
    );
    assert.ok(folded[0] && !wordsOf(folded[0]).includes("Words"));
  });

  it("shows only the first paragraph of an event", () => {
    const render: Activity["render"] = () => ({
      nodes: [
        { tag: "p", children: ["added 2 commits"] },
        { tag: "ul", children: ["details"] },
      ],
      cut: false,
    });
    assert.deepEqual(entries([eventOf(1, "x")], { render }), ["Bob B @bob added 2 commits · yesterday"]);
  });

  it("folds resolved threads, and says who resolved them", () => {
    const resolved = threadOf(3, "Why?\nMore", { resolved: true, resolved_by: bob });
    const nodes = [activity([resolved])];
    const [details] = elementsOf(nodes).filter(({ tag }) => tag === "details");
    assert.equal(details?.attributes?.open, undefined);
    assert.equal(
      elementsOf(nodes)
        .filter(({ tag }) => tag === "summary")
        .map((one) => wordsOf(one))[0],
      "Resolved by Bob B src/heat.ts:12 · Why?",
    );
    assert.deepEqual(
      buttonsOf(nodes).filter((name) => name.includes("Thread")),
      ["Reopen Thread", "Start Thread"],
    );
  });

  for (const [what, changes, words] of [
    ["a line", {}, "src/heat.ts:12"],
    ["a removed line", { old_line: 7, new_line: null, old_path: "src/old.ts" }, "src/old.ts:7 (removed)"],
    ["lines", { line_range: { start: { new_line: 10 }, end: { new_line: 12 } } }, "src/heat.ts:10-12"],
    ["a file", { new_line: null, position_type: "file" }, "src/heat.ts"],
    [
      "a picture",
      { new_line: undefined, old_line: undefined, new_path: "img/logo.png", position_type: "image" },
      "on the picture img/logo.png",
    ],
  ] as const) {
    it(`opens the changes at ${what}`, () => {
      const opens = elementsOf([activity([threadOf(3, "x", { position: { ...position, ...changes } })])]).filter(
        ({ attributes }) => attributes?.value === "openThread t3",
      );
      assert.deepEqual(
        opens.map((one) => wordsOf(one)),
        [words],
      );
    });
  }

  it("says that the discussion is locked", () => {
    const words = (locked: boolean | null) => wordsOf(activity([], {}, { discussion_locked: locked }));
    const locked = "The discussion is locked. Only members of the project can comment.";
    assert.deepEqual(
      [true, false, null].map((one) => words(one).includes(locked)),
      [true, false, false],
    );
  });

  it("says which threads are on an earlier version", () => {
    const outdated = (head: string | null): boolean =>
      wordsOf(
        activity(
          [threadOf(3, "x")],
          {},
          {
            diff_refs: { base_sha: "b", start_sha: "b", head_sha: head },
          },
        ),
      ).includes("Outdated");
    assert.deepEqual([outdated("newer"), outdated("head"), outdated(null)], [true, false, false]);
  });

  it("counts threads, and leads to the open ones one after the other", () => {
    const threads = [threadOf(1, "a"), threadOf(2, "b", { resolved: true }), threadOf(3, "c"), commentOf(4, "d")];
    const nodes = page(threads, {}, { detailed_merge_status: "discussions_not_resolved" });
    assert.equal(fact("Threads", nodes), "Threads2 open of 3");
    const jumps = elementsOf(nodes)
      .filter(({ attributes }) => attributes?.value?.startsWith("focus ") === true)
      .map((one) => [wordsOf(one), one.attributes?.value]);
    assert.deepEqual(jumps, [
      ["First Open Thread", "focus thread-t1"],
      ["First Open Thread", "focus thread-t1"],
      ["Next", "focus thread-t3"],
      ["Previous", "focus thread-t1"],
    ]);
    const ids = new Set(elementsOf(nodes).flatMap(({ attributes }) => attributes?.id ?? []));
    for (const [, value] of jumps) assert.ok(ids.has((value ?? "").slice("focus ".length)));
  });

  it("counts pending comments, and offers to submit the review only then", () => {
    const buttons = buttonsOf([activity([commentOf(2, "x")], { pending: 3 })]);
    assert.deepEqual(buttons, ["Submit Review…", "Show", "Discard…", "Comment", "Start Thread", "Add to Review"]);
    assert.match(wordsOf(activity([], { pending: 3 })), /3 pending comments/);
    assert.match(wordsOf(activity([], { pending: 1 })), /1 pending comment(?!s)/);
    assert.doesNotMatch(wordsOf(activity([])), /pending/);
  });

  it("shows pending replies in their threads and other pending comments at the end, to be changed there", () => {
    const pendingComments = [
      { id: "draft 7", draft: 7, text: "Because", discussion: "t3", resolves: true },
      { id: "k-1", text: "Look here", position, resolves: false },
      { id: "k-2", text: "", discussion: "t3", resolves: true },
      { id: "k-3", text: "To what is gone", discussion: "t9", resolves: false },
    ];
    const nodes = [activity([threadOf(3, "Why?")], { pending: 4, pendingComments })];
    const words = (key: string): string[] =>
      elementsOf(nodes)
        .filter((one) => one.key === key)
        .map((one) => wordsOf(one));
    assert.deepEqual(words("discussion t3"), [
      "src/heat.ts:12OpenBob B @bobyesterdayWhy?PendingResolves the threadEditDelete…BecausePendingDelete…Resolves the threadReplyAdd to ReviewResolve Thread",
    ]);
    assert.deepEqual(words("pending-comments"), [
      "Pendingsrc/heat.ts:12EditDelete…Look herePendingEditDelete…To what is gone",
    ]);
    const values = elementsOf(nodes).flatMap(({ attributes }) => attributes?.value ?? []);
    for (const value of ["editPending draft-7", "deletePending k-2", "openPending k-1"])
      assert.ok(values.includes(value), value);
  });

  it("says of a pending comment that it is on a picture", () => {
    const onPicture = { ...position, position_type: "image", new_path: "sun.svg", new_line: null };
    const pendingComments = [{ id: "k-1", text: "Too round", position: onPicture, resolves: false }];
    const nodes = [activity([], { pending: 1, pendingComments })];
    assert.match(wordsOf(nodes), /Pendingon the picture sun\.svg/);
    const labels = elementsOf(nodes).flatMap(({ attributes }) => attributes?.["aria-label"] ?? []);
    assert.ok(labels.includes("Open the picture in the changes: sun.svg"), labels.join());
  });

  it("edits a pending comment in its place, and shows unsent text to one that was submitted meanwhile", () => {
    const box: Activity["box"] = (name) => ({ name, id: name.replace(" ", "-"), text: "Typed", sending: false });
    const pendingComments = [{ id: "k-1", text: "Before", resolves: false }];
    const nodes = (more: Partial<Activity>) => [activity([], { unsent: ["pending k-1"], box, ...more })];
    assert.ok(!wordsOf(nodes({ pendingComments })).includes("Before"));
    assert.deepEqual(buttonsOf(nodes({ pendingComments })).slice(0, 2), ["Save", "Cancel"]);
    assert.match(wordsOf(nodes({})), /Your unsent text to a comment that was deleted:TypedDiscard/);
  });

  it("leaves the advice on threads to the host where they are not known", () => {
    const nodes = pageOf(overviewOf({ detailed_merge_status: "discussions_not_resolved" }), writing);
    assert.ok(!buttonsOf(nodes).includes("First Open Thread"));
    assert.equal(fact("Threads", nodes), undefined);
  });

  it("lets only signed-in people write, and change their own comments alone", () => {
    assert.deepEqual(buttonsOf([activity([commentOf(2, "x", { author: alice })], { user: undefined })]), []);
    assert.deepEqual(buttonsOf([activity([commentOf(2, "x")])]), ["Comment", "Start Thread", "Start Review"]);
  });

  it("edits in place of the comment, with what was typed", () => {
    const box: Activity["box"] = (name) => ({ name, id: name, text: "Typed", sending: false });
    const nodes = [activity([commentOf(2, "Before", { author: alice })], { unsent: ["edit 2"], box })];
    assert.ok(!wordsOf(nodes).includes("Before"));
    assert.deepEqual(buttonsOf(nodes), ["Save", "Cancel", "Comment", "Start Thread", "Start Review"]);
    const field = elementsOf(nodes).find(({ attributes }) => attributes?.name === "edit 2");
    assert.equal(field?.attributes?.value, "Typed");
  });

  it("says why a text was not sent, and that it is being sent", () => {
    const box: Activity["box"] = (name) => ({
      name,
      id: name,
      text: "Typed",
      sending: name === "reply t3",
      problem: name === "comment" ? "No network." : undefined,
    });
    const nodes = [activity([threadOf(3, "x")], { box })];
    assert.match(wordsOf(nodes), /Sending…Reply.*No network\.Comment/);
    const field = elementsOf(nodes).find(({ attributes }) => attributes?.name === "reply t3");
    assert.equal(field?.attributes?.readonly, "");
    assert.ok(
      elementsOf(nodes).some(({ attributes }) => attributes?.value === "reply t3" && attributes.disabled !== undefined),
    );
  });

  it("shows unsent text to what was deleted", () => {
    const nodes = [
      activity([], {
        unsent: ["reply gone", "comment"],
        box: (name) => ({ name, id: name, text: "Typed words", sending: false }),
      }),
    ];
    assert.match(wordsOf(nodes), /Your unsent text to a comment that was deleted:Typed wordsDiscard/);
  });

  it("says that the host has no discussions, and shows the comments on commits", () => {
    const commits = [
      {
        sha: "1234567890",
        title: "Add heat",
        comments: [{ body: "Why?", author: { name: "Bob B" }, created_at: "2026-01-02T10:00:00Z" }],
      },
      { sha: "abc", title: "Other", comments: [] },
    ];
    const words = (more: Partial<Activity>) =>
      wordsOf(activity([], { conversation: undefined, missing: true, ...more }));
    const said =
      "ActivityThis host has no discussions on merge requests. The comments on its commits are shown instead.";
    assert.equal(words({ commits }), `${said}12345678 Add heatBob ByesterdayWhy?Open in Browser`);
    assert.equal(words({ commits: [] }), `${said}No comments yetOpen in Browser`);
    assert.equal(words({}), `${said}Loading…Open in Browser`);
  });

  it("keeps what was read when reading fails, and says why", () => {
    const words = wordsOf(activity([commentOf(2, "Nice")], { problem: "No network." }));
    assert.match(words, /No network\.Try Again.*Nice/);
  });

  it("stays text, whatever the host sends", () => {
    const evil = "<img src=x onerror=alert(1)>";
    const person = { id: 5, username: evil, name: evil, web_url: "javascript:alert(1)" };
    const odd = { author: person, resolved_by: person, created_at: evil, position: { ...position, new_path: evil } };
    for (const more of [odd, { author: null, position: null, created_at: null, resolvable: null }]) {
      const nodes = page([
        threadOf(1, evil, more),
        threadOf(2, evil, { ...more, resolved: true }),
        commentOf(3, evil, more),
        { id: "none", notes: [] },
      ]);
      assertHarmless(nodes, instance);
      assert.doesNotMatch(wordsOf(nodes), /undefined|null|NaN|\[object/);
    }
  });

  it("offers the changes since a review to who has made one", () => {
    const offered = (...discussions: readonly Discussion[]): boolean =>
      buttonsOf(page(discussions)).includes("Since My Review");
    assert.deepEqual(
      [
        offered(),
        offered(commentOf(1, "Mine", { author: alice })),
        offered(commentOf(1, "Not mine")),
        offered(eventOf(1, "pushed")),
      ],
      [false, true, false, false],
    );
  });
});
