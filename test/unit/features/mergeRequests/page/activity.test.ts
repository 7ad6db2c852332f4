import assert from "node:assert/strict";
import type { Discussion } from "../../../../../src/api/resources/discussionTypes.ts";
import type { MergeRequest } from "../../../../../src/api/resources/mergeRequestTypes.ts";
import { wordsOf } from "../../../../../src/core/webview/element.ts";
import type { Activity } from "../../../../../src/features/mergeRequests/page/activity/model.ts";
import { pageOf } from "../../../../../src/features/mergeRequests/page/page.ts";
import { assertHarmless, buttonsOf, elementsOf } from "../../../core/webview/tree.ts";
import { activityOf, alice, bob, commentOf, eventOf, noteOf, position, threadOf } from "./activities.ts";
import { instance, overviewOf, writing } from "./overviews.ts";

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

const words = (...given: Parameters<typeof page>): string => wordsOf(activity(...given));
const buttons = (...given: Parameters<typeof page>): string[] => buttonsOf([activity(...given)]);
/** Elements of the activity that this attribute has, by its value. */
const withAttribute = (node: ReturnType<typeof activity>, name: "value" | "aria-label" | "name" | "id") =>
  new Map(
    elementsOf([node]).flatMap((one) => (one.attributes?.[name] === undefined ? [] : [[one.attributes[name], one]])),
  );
const typed =
  (text = "Typed"): Activity["box"] =>
  (name) => ({ name, id: name, text, sending: false });

describe("the activity on the page of a merge request", () => {
  it("shows comments, threads and the first paragraph of events in the order of the host", () => {
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
    );
    const nodes = ["added 2 commits", "details"].map((text) => ({ tag: "p", children: [text] }) as const);
    const render = (): ReturnType<Activity["render"]> => ({ nodes, cut: false });
    assert.deepEqual(entries([eventOf(1, "x")], { render }), ["Bob B @bob added 2 commits · yesterday"]);
  });

  it("folds four events in a row, but no comment among them, and resolved threads", () => {
    const events = [1, 2, 3, 4].map((id) => eventOf(id, `event ${id}`));
    const resolved = threadOf(3, "Why?\nMore", { resolved: true, resolved_by: bob });
    const node = activity([...events, commentOf(9, "Words"), eventOf(10, "last"), resolved]);
    const folded = elementsOf([node]).filter(({ tag }) => tag === "details");
    const summaries = elementsOf([node]).flatMap((one) => (one.tag === "summary" ? [wordsOf(one)] : []));
    assert.deepEqual(summaries, ["4 events", "Resolved by Bob B src/heat.ts:12 · Why?"]);
    for (const { attributes } of folded) assert.equal(attributes?.open, undefined);
    assert.ok(folded[0] && !wordsOf(folded[0]).includes("Words"));
    assert.ok(buttonsOf([node]).includes("Reopen Thread") && !buttonsOf([node]).includes("Resolve Thread"));
  });

  it("opens the changes at the place of a thread", () => {
    for (const [changes, place] of [
      [{}, "src/heat.ts:12"],
      [{ old_line: 7, new_line: null, old_path: "src/old.ts" }, "src/old.ts:7 (removed)"],
      [{ line_range: { start: { new_line: 10 }, end: { new_line: 12 } } }, "src/heat.ts:10-12"],
      [{ new_line: null, position_type: "file" }, "src/heat.ts"],
      [{ new_line: null, new_path: "img/logo.png", position_type: "image" }, "on the picture img/logo.png"],
    ] as const) {
      const node = activity([threadOf(3, "x", { position: { ...position, ...changes } })]);
      const opens = withAttribute(node, "value").get("openThread t3");
      assert.equal(opens && wordsOf(opens), place);
    }
  });

  it("marks locked discussions and threads on an earlier version", () => {
    for (const locked of [true, false, null])
      assert.equal(words([], {}, { discussion_locked: locked }).includes("The discussion is locked."), locked === true);
    for (const [head, outdated] of [
      ["newer", true],
      ["head", false],
      [null, false],
    ] as const) {
      const diff_refs = { base_sha: "b", start_sha: "b", head_sha: head };
      assert.equal(words([threadOf(3, "x")], {}, { diff_refs }).includes("Outdated"), outdated);
    }
  });

  it("counts threads, and leads to the open ones one after the other", () => {
    const threads = [threadOf(1, "a"), threadOf(2, "b", { resolved: true }), threadOf(3, "c"), commentOf(4, "d")];
    const unresolved = { detailed_merge_status: "discussions_not_resolved" };
    const nodes = page(threads, {}, unresolved);
    assert.equal(fact("Threads", nodes), "Threads2 open of 3");
    const all = elementsOf(nodes);
    const jumps = all.filter(({ attributes }) => attributes?.value?.startsWith("focus ") === true);
    const first = "First Open Thread: focus thread-t1";
    const shown = jumps.map((one) => `${wordsOf(one)}: ${one.attributes?.value}`);
    assert.deepEqual(shown, [first, first, "Next: focus thread-t3", "Previous: focus thread-t1"]);
    const ids = all.map(({ attributes }) => attributes?.id);
    assert.ok(ids.includes("thread-t1") && ids.includes("thread-t3"));
    const unread = pageOf(overviewOf(unresolved), writing);
    assert.deepEqual([buttonsOf(unread).includes("First Open Thread"), fact("Threads", unread)], [false, undefined]);
  });

  it("counts pending comments, and offers to submit the review only then", () => {
    const ways = ["Comment", "Start Thread", "Add to Review"];
    const offered = buttons([commentOf(2, "x")], { pending: 3 });
    assert.deepEqual(offered, ["Submit Review…", "Show", "Discard…", ...ways]);
    assert.match(words([], { pending: 3 }), /3 pending comments/);
    assert.match(words([], { pending: 1 }), /1 pending comment(?!s)/);
    assert.doesNotMatch(words([]), /pending/);
  });

  it("shows pending replies in their threads and other pending comments at the end", () => {
    const onPicture = { ...position, position_type: "image", new_path: "sun.svg", new_line: null };
    const pendingComments = [
      { id: "draft 7", draft: 7, text: "Because", discussion: "t3", resolves: true },
      { id: "k-1", text: "Look here", position, resolves: false },
      { id: "k-2", text: "", discussion: "t3", resolves: true },
      { id: "k-3", text: "To what is gone", discussion: "t9", resolves: false },
      { id: "k-4", text: "Too round", position: onPicture, resolves: false },
    ];
    const node = activity([threadOf(3, "Why?")], { pending: 5, pendingComments });
    const of = (key: string) => elementsOf([node]).flatMap((one) => (one.key === key ? [wordsOf(one)] : []));
    assert.deepEqual(of("discussion t3"), [
      "src/heat.ts:12OpenBob B @bobyesterdayWhy?PendingResolves the threadEditDelete…BecausePendingDelete…Resolves the threadReplyAdd to ReviewResolve Thread",
    ]);
    assert.deepEqual(of("pending-comments"), [
      "Pendingsrc/heat.ts:12EditDelete…Look herePendingEditDelete…To what is gonePendingon the picture sun.svgEditDelete…Too round",
    ]);
    const values = withAttribute(node, "value");
    for (const value of ["editPending draft-7", "deletePending k-2", "openPending k-1"])
      assert.ok(values.has(value), value);
    assert.ok(withAttribute(node, "aria-label").has("Open the picture in the changes: sun.svg"));
  });

  it("edits in place, with what was typed, and shows unsent text to what is gone", () => {
    const pending = { unsent: ["pending k-1"], box: typed() };
    const pendingComments = [{ id: "k-1", text: "Before", resolves: false }];
    const ofPending = activity([], { ...pending, pendingComments });
    const unsent = ["edit 2", "reply gone", "comment"];
    const ofComment = activity([commentOf(2, "Before", { author: alice })], { unsent, box: typed() });
    for (const node of [ofPending, ofComment]) {
      assert.ok(!wordsOf(node).includes("Before"));
      assert.ok(["Save", "Cancel"].every((name) => buttonsOf([node]).includes(name)));
    }
    assert.equal(withAttribute(ofComment, "name").get("edit 2")?.attributes?.value, "Typed");
    const gone = /Your unsent text to a comment that was deleted:TypedDiscard/;
    assert.match(wordsOf(ofComment), gone);
    assert.match(words([], pending), gone);
  });

  it("lets only signed-in people write, and change their own comments alone", () => {
    assert.deepEqual(buttons([commentOf(2, "x", { author: alice })], { user: undefined }), []);
    assert.deepEqual(buttons([commentOf(2, "x")]), ["Comment", "Start Thread", "Start Review"]);
  });

  it("shows why a text was not sent, and that it is being sent", () => {
    const box: Activity["box"] = (name) => ({
      ...typed()(name),
      sending: name === "reply t3",
      problem: name === "comment" ? "No network." : undefined,
    });
    const node = activity([threadOf(3, "x")], { box });
    assert.match(wordsOf(node), /Sending…Reply.*No network\.Comment/);
    assert.equal(withAttribute(node, "name").get("reply t3")?.attributes?.readonly, "");
    assert.equal(withAttribute(node, "value").get("reply t3")?.attributes?.disabled, "");
  });

  it("shows comments on commits where the host has no discussions", () => {
    const comment = { body: "Why?", author: { name: "Bob B" }, created_at: "2026-01-02T10:00:00Z" };
    const commits = [
      { sha: "1234567890", title: "Add heat", comments: [comment] },
      { sha: "abc", title: "Other", comments: [] },
    ];
    for (const [more, expected] of [
      [{ commits }, "12345678 Add heatBob ByesterdayWhy?Open in Browser"],
      [{ commits: [] }, "No comments yetOpen in Browser"],
      [{}, "Loading…Open in Browser"],
    ] as const) {
      const all = words([], { conversation: undefined, missing: true, ...more });
      assert.match(all, /^ActivityThis host has no discussions/);
      assert.equal(all.slice(all.lastIndexOf(".") + 1).replace(/^ instead/, ""), expected);
    }
  });

  it("keeps what was read when reading fails, with the reason", () =>
    assert.match(words([commentOf(2, "Nice")], { problem: "No network." }), /No network\.Try Again.*Nice/));

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

  it("offers the changes since a review to people who have commented", () => {
    for (const [discussions, offered] of [
      [[], false],
      [[commentOf(1, "Mine", { author: alice })], true],
      [[commentOf(1, "Not mine")], false],
      [[eventOf(1, "pushed")], false],
    ] as const)
      assert.equal(buttonsOf(page(discussions)).includes("Since My Review"), offered);
  });
});
