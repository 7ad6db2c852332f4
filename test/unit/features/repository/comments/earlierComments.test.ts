import assert from "node:assert/strict";
import type { CommitCommentListEntry } from "../../../../../src/api/resources/commitTypes.ts";
import { commentsLabel, placeEarlier } from "../../../../../src/features/repository/comments/earlierComments.ts";

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
  const place = (comments: readonly CommitCommentListEntry[], text: readonly string[] | null = before) =>
    placeEarlier({ sha, path: "a.ts", comments }, text ?? undefined, now).map(
      ({ line, was, stands, comments: found }) => [line, was, stands, found.map(({ note }) => note)],
    );

  it("follow their line, or stay near a line that was changed or cannot be read", () => {
    assert.deepEqual(place([on(3, "b"), on(1, "a"), on(3, "c"), on(2, "other file", "b.ts")]), [
      [2, 1, true, ["a"]],
      [4, 3, true, ["b", "c"]],
    ]);
    assert.deepEqual(place([on(2, "a")]), [[3, 2, false, ["a"]]]);
    assert.deepEqual(place([on(2, "a"), on(9, "b")], null), [
      [2, 2, undefined, ["a"]],
      [4, 9, undefined, ["b"]],
    ]);
  });

  it("say which commit they are on, and where if the line is not the same", () => {
    for (const [at, more] of [
      [undefined, ""],
      [{ stands: true, was: 2 }, ""],
      [{ stands: false, was: 2 }, " · line 2 was changed later"],
      [{ stands: undefined, was: 2 }, " · on its line 2"],
    ] as const)
      assert.equal(commentsLabel(sha, at), `Comments on commit 01234567${more}`);
  });
});
