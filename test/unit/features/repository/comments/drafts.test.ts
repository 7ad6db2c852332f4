import assert from "node:assert/strict";
import { commentDrafts, keepCommentDraft } from "../../../../../src/features/repository/comments/drafts.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";
import { ReloadedWindow } from "../../../../support/reloadedWindow.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";

const file = { instance: "https://git.example.com", project: "group/app", path: "a.ts", ref: "a".repeat(40) };

describe("comments that could not be sent", () => {
  it("are kept by file and line, the newest text of each, until they are sent", async () => {
    const drafts = new InMemoryDrafts();
    const keep = (text: string | undefined, place: object) =>
      keepCommentDraft(drafts, { ...file, line: 3, ...place }, text === undefined ? undefined : { text });
    await keep("first", {});
    await keep("second", {});
    await keep("other line", { line: 9 });
    const others = [{ path: "b.ts" }, { ref: "b".repeat(40) }];
    for (const other of others) await keep("elsewhere", other);
    assert.deepEqual(commentDrafts(drafts, file), [
      { line: 3, text: "second" },
      { line: 9, text: "other line" },
    ]);
    await keep(undefined, {});
    assert.deepEqual(commentDrafts(drafts, file), [{ line: 9, text: "other line" }]);
    for (const other of [{ line: 9 }, ...others]) await keep(undefined, other);
    assert.equal(drafts.size, 0);
  });

  it("join what a window that was reloaded left with what was kept since, by lines", async () => {
    const window = new ReloadedWindow(temporaryFolder());
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
