import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { DraftStore } from "../../../../../src/core/base/drafts.ts";
import { commentDrafts, keepCommentDraft } from "../../../../../src/features/repository/comments/drafts.ts";
import { Scope } from "../../../../../tools/scope.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";
import { ReloadedWindow } from "../../../../support/reloadedWindow.ts";

const file = { instance: "https://git.example.com", project: "group/app", path: "a.ts", ref: "a".repeat(40) };

describe("comments that could not be sent", () => {
  it("are kept by file and line, the newest text of each, until they are sent", async () => {
    const drafts = new InMemoryDrafts();
    await keepCommentDraft(drafts, { ...file, line: 3 }, { text: "first" });
    await keepCommentDraft(drafts, { ...file, line: 3 }, { text: "second" });
    await keepCommentDraft(drafts, { ...file, line: 9 }, { text: "other line" });
    await keepCommentDraft(drafts, { ...file, path: "b.ts", line: 3 }, { text: "other file" });
    await keepCommentDraft(drafts, { ...file, ref: "b".repeat(40), line: 3 }, { text: "other commit" });
    assert.deepEqual(
      commentDrafts(drafts, file).map(({ line, text }) => [line, text]),
      [
        [3, "second"],
        [9, "other line"],
      ],
    );
    await keepCommentDraft(drafts, { ...file, line: 3 }, undefined);
    assert.deepEqual(
      commentDrafts(drafts, file).map(({ text }) => text),
      ["other line"],
    );
    assert.equal(commentDrafts(drafts, { ...file, path: "b.ts" }).length, 1);
  });

  it("leave nothing behind", async () => {
    const drafts = new InMemoryDrafts();
    await keepCommentDraft(drafts, { ...file, line: 1 }, { text: "x" });
    await keepCommentDraft(drafts, { ...file, line: 1 }, undefined);
    assert.equal(drafts.size, 0);
  });

  it("survive what others may have put there", () => {
    const odd: Pick<DraftStore, "get"> = { get: (kind) => kind.parse([null, 7, { line: "3", text: "x" }]) };
    assert.deepEqual(commentDrafts(odd, file), []);
    const mixed: Pick<DraftStore, "get"> = { get: (kind) => kind.parse([{ line: 4 }, { line: 3, text: "x", by: 1 }]) };
    assert.deepEqual(commentDrafts(mixed, file), [{ line: 3, text: "x" }]);
    const none: Pick<DraftStore, "get"> = { get: (kind) => kind.parse({ line: 3, text: "x" }) };
    assert.deepEqual(commentDrafts(none, file), []);
  });

  it("join what a window that was reloaded left with what was kept since, by lines", async () => {
    await using scope = new Scope();
    const window = new ReloadedWindow(await scope.folder("forgeline-comments-"));
    const { ending, next } = window;
    await keepCommentDraft(ending, { ...file, line: 3 }, { text: "left" });
    await keepCommentDraft(ending, { ...file, line: 4 }, { text: "left on another line" });
    await keepCommentDraft(next, { ...file, line: 3 }, { text: "kept" });
    assert.deepEqual(commentDrafts(next, file), [{ line: 3, text: "kept" }]);
    window.end();
    for (let look = 0; look < 2; look++)
      assert.deepEqual(commentDrafts(next, file), [
        { line: 3, text: "kept\n\nleft" },
        { line: 4, text: "left on another line" },
      ]);
    assert.deepEqual(commentDrafts(ending, file), []);
  });
});
