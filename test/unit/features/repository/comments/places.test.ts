import assert from "node:assert/strict";
import type { CommitCommentListEntry } from "../../../../../src/api/resources/commitTypes.ts";
import { commentsText } from "../../../../../src/features/repository/comments/commentText.ts";
import { linesOf } from "../../../../../src/features/repository/comments/places.ts";

const author = { id: 1, username: "alice", name: "Alice" };
const on = (path: string, line: number, note: string, line_type = "new"): CommitCommentListEntry => ({
  note,
  author,
  path,
  line,
  line_type,
});

describe("where comments of a commit stand", () => {
  it("gathers those of a line, by line, and leaves out other files and lines that are gone", () => {
    const comments = [
      on("a.ts", 9, "late"),
      on("a.ts", 3, "one"),
      on("b.ts", 3, "other"),
      on("a.ts", 3, "two"),
      on("a.ts", 1, "gone", "old"),
      { note: "general", author },
    ];
    const shown = linesOf(comments, "a.ts").map(({ line, comments: found }) => [line, found.map(({ note }) => note)]);
    assert.deepEqual(shown, [
      [3, ["one", "two"]],
      [9, ["late"]],
    ]);
    assert.deepEqual(linesOf(comments, "c.ts"), []);
  });
});

describe("comments as text", () => {
  it("says who wrote each and where, former lines as such", () => {
    const text = commentsText(
      { id: "abcdef0123", title: "Warn of heat" },
      {
        items: [
          on("src/a.ts", 3, "Why?"),
          on("src/a.ts", 1, "Gone", "old"),
          { note: "Fine.\n\nReally.", author: null },
        ],
      },
    );
    assert.equal(
      text,
      "# Comments on commit abcdef01\n\nWarn of heat\n\n## Alice · src/a.ts, line 3\n\nWhy?\n\n## Alice · src/a.ts, previous line 1\n\nGone\n\n## unknown user\n\nFine.\n\nReally.\n",
    );
    assert.match(commentsText({ id: "abcdef0123" }, { items: [] }), /No comments yet\.\n$/);
  });

  it("says that they are only a part", () => {
    const list = { items: [on("src/a.ts", 3, "Why?")], capped: true };
    assert.match(commentsText({ id: "abcdef0123" }, list), /\n\nOnly 1 item is shown\. .*\n\n## Alice/);
    assert.doesNotMatch(commentsText({ id: "abcdef0123" }, { items: [], capped: true }), /No comments yet/);
  });
});
