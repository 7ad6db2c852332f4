import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Connection } from "../../../../../src/core/connections.ts";
import { emojiNames } from "../../../../../src/core/people/emoji.ts";
import { countsOf, waitingMergeRequests } from "../../../../../src/features/people/me/countsOf.ts";
import {
  clearing,
  draftOf,
  isOwn,
  isSet,
  hasContent,
  namedStatusLine,
  statusLine,
  statusRequest,
} from "../../../../../src/features/people/me/status.ts";

const status = (emoji: string | null, message: string | null) => ({ emoji, message, message_html: null });

describe("the own status", () => {
  it("is sent without an emoji, with an empty one, or with its name: three different things", () => {
    assert.deepEqual(statusRequest({ message: " Away " }), { message: "Away" });
    assert.deepEqual(statusRequest({ emoji: undefined, message: "Away" }), { message: "Away" });
    assert.deepEqual(statusRequest({ emoji: "", message: "Away" }), { emoji: "", message: "Away" });
    assert.deepEqual(statusRequest({ emoji: "coffee", message: "" }), { emoji: "coffee", message: "" });
    assert.deepEqual(statusRequest(clearing), { emoji: "", message: "" });
    assert.deepEqual([clearing, { message: " " }, { message: "x" }, { emoji: "coffee", message: "" }].map(hasContent), [
      false,
      false,
      true,
      true,
    ]);
  });

  it("begins with what is set, and leaves the emoji to the host where nothing is", () => {
    assert.deepEqual(draftOf(status("coffee", "Back soon")), { emoji: "coffee", message: "Back soon" });
    assert.deepEqual(draftOf(status("", "x")), { emoji: "", message: "x" });
    for (const none of [undefined, status("", ""), status(null, null)]) {
      assert.deepEqual(draftOf(none), { message: "" });
      assert.equal(isSet(none), false);
    }
  });

  it("is nobody else's: what was written as the account before is not shown as this one's", () => {
    const used = { instance: { url: "https://git.example.com" }, session: { user: { id: 7 } } } as Pick<
      Connection,
      "instance" | "session"
    >;
    const { url: instance } = used.instance;
    assert.deepEqual(
      [
        { instance, account: 7 },
        { instance },
        { instance, account: 8 },
        { instance: "https://other.example", account: 7 },
      ].map((written) => isOwn(written, used)),
      [true, true, false, false],
    );
  });

  it("is told with the name of its emoji, which a font may lack", async () => {
    const names = await emojiNames();
    const told = (emoji: string | null, message: string | null) => namedStatusLine(status(emoji, message), names);
    assert.equal(told("coffee", "Break :tada:"), "☕ :coffee: Break 🎉");
    assert.equal(told("coffee", ""), "☕ :coffee:");
    assert.equal(told("our_own", "Break"), ":our_own: Break");
    assert.equal(told(null, "Break"), "Break");
    assert.equal(told("", null), "");
  });

  it("is shown with emoji for their names, in the message too; names that nobody knows stay", async () => {
    const names = await emojiNames();
    assert.equal(
      statusLine(status("palm_tree", "Back at :clock3:, :no_such_thing: 10:30:15"), names),
      "🌴 Back at 🕒, :no_such_thing: 10:30:15",
    );
    assert.equal(statusLine(status("tanuki", ""), names), ":tanuki:");
    assert.equal(statusLine(status("thumbsup_tone3", null), names), "👍🏽");
    assert.deepEqual([statusLine(status(null, null), names), statusLine(status("", " x "), names)], ["", "x"]);
    assert.ok(names.all.length > 1_500 && names.glyph("speech_balloon") === "💬");
  });
});

describe("what waits for oneself", () => {
  it("is what the host tells of: one number, or five", () => {
    assert.deepEqual(countsOf({ merge_requests: 3 }), [{ name: "assigned", value: 3 }]);
    const five = countsOf({
      merge_requests: 3,
      assigned_issues: 4,
      assigned_merge_requests: 2,
      review_requested_merge_requests: 1,
      todos: 0,
    });
    assert.deepEqual(
      five.map(({ name, value }) => `${name} ${value}`),
      ["assigned 2", "reviews 1", "issues 4", "todos 0"],
    );
    assert.deepEqual([waitingMergeRequests(five), waitingMergeRequests([])], [3, 0]);
    assert.deepEqual(countsOf({ merge_requests: NaN, todos: null }), []);
  });
});
