import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../../support/vscodeStub.ts";
import type { CommitCommentListEntry } from "../../../../../src/api/resources/commitTypes.ts";

const { commentsLabel, placeEarlier } =
  await import("../../../../../src/features/repository/comments/earlierComments.ts");
const sha = "0123456789".repeat(4);
const on = (line: number, note: string, path = "a.ts", type = "new"): CommitCommentListEntry => ({
  note,
  author: { id: 1, username: "alice", name: "Alice" },
  path,
  line,
  line_type: type,
});

describe("comments on earlier commits of a merge request", () => {
  const before = ["one", "two", "three"];
  const now = ["zero", "one", "TWO", "three"];
  const place = (comments: readonly CommitCommentListEntry[], text: readonly string[] | undefined = before) =>
    placeEarlier({ sha, path: "a.ts", comments }, text, now).map(({ line, was, stands, comments: found }) => [
      line,
      was,
      stands,
      found.map(({ note }) => note),
    ]);

  it("follow their line", () => {
    assert.deepEqual(place([on(3, "b"), on(1, "a"), on(3, "c")]), [
      [2, 1, true, ["a"]],
      [4, 3, true, ["b", "c"]],
    ]);
  });

  it("are shown nearby when their line was changed", () => {
    assert.deepEqual(place([on(2, "a")]), [[3, 2, false, ["a"]]]);
  });

  it("are shown at the number of their line when its text cannot be read", () => {
    const placed = placeEarlier({ sha, path: "a.ts", comments: [on(2, "a"), on(9, "b")] }, undefined, now);
    assert.deepEqual(
      placed.map(({ line, was, stands }) => [line, was, stands]),
      [
        [2, 2, undefined],
        [4, 9, undefined],
      ],
    );
  });

  it("leave out other files", () => {
    assert.deepEqual(place([on(2, "a", "b.ts")]), []);
  });

  it("say which commit they are on, and where if the line is not the same", () => {
    assert.equal(commentsLabel(sha), "Comments on commit 01234567");
    assert.equal(commentsLabel(sha, { stands: true, was: 2 }), "Comments on commit 01234567");
    assert.equal(
      commentsLabel(sha, { stands: false, was: 2 }),
      "Comments on commit 01234567 · line 2 was changed later",
    );
    assert.equal(commentsLabel(sha, { stands: undefined, was: 2 }), "Comments on commit 01234567 · on its line 2");
  });
});
