import assert from "node:assert/strict";
import type { Connection } from "../../../../../src/core/connections.ts";
import { emojiNames } from "../../../../../src/core/people/emoji.ts";
import { countsOf, waitingMergeRequests } from "../../../../../src/features/people/me/countsOf.ts";
import { isOwn, namedStatusLine, statusLine } from "../../../../../src/features/people/me/status.ts";

const status = (emoji: string | null, message: string | null) => ({ emoji, message, message_html: null });

describe("the own status", () => {
  it("belongs to the account that wrote it", () => {
    const instance = "https://git.example.com";
    const used = { instance: { url: instance }, session: { user: { id: 7 } } } as Connection;
    for (const [written, own] of [
      [{ instance, account: 7 }, true],
      [{ instance }, true],
      [{ instance, account: 8 }, false],
      [{ instance: "https://other.example", account: 7 }, false],
    ] as const)
      assert.equal(isOwn(written, used), own);
  });

  it("shows emoji for known names, with the name of its own where a font may lack it", async () => {
    const names = await emojiNames();
    for (const [emoji, message, line, named] of [
      ["coffee", "Break :tada:", "☕ Break 🎉", "☕ :coffee: Break 🎉"],
      ["coffee", "", "☕", "☕ :coffee:"],
      ["our_own", "Break", ":our_own: Break", ":our_own: Break"],
      ["palm_tree", "At :clock3:, :no_such: 10:30:15", "🌴 At 🕒, :no_such: 10:30:15"],
      ["thumbsup_tone3", null, "👍🏽"],
      [null, "Break", "Break", "Break"],
      ["", " x ", "x"],
      ["", null, "", ""],
      [null, null, ""],
    ] as const) {
      assert.equal(statusLine(status(emoji, message), names), line);
      if (named !== undefined) assert.equal(namedStatusLine(status(emoji, message), names), named);
    }
    assert.ok(names.all.length > 1_500 && names.glyph("speech_balloon") === "💬");
  });
});

describe("what waits for oneself", () => {
  it("is what the host tells of: one number, or five", () => {
    assert.deepEqual(countsOf({ merge_requests: 3 }), [{ name: "assigned", value: 3 }]);
    const waiting = { assigned_issues: 4, assigned_merge_requests: 2, review_requested_merge_requests: 1, todos: 0 };
    const five = countsOf({ merge_requests: 3, ...waiting });
    const found = five.map(({ name, value }) => `${name} ${value}`);
    assert.deepEqual(found, ["assigned 2", "reviews 1", "issues 4", "todos 0"]);
    assert.deepEqual([waitingMergeRequests(five), waitingMergeRequests([])], [3, 0]);
    assert.deepEqual(countsOf({ merge_requests: NaN, todos: null }), []);
  });
});
