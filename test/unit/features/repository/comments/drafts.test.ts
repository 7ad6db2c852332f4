import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { CommentDrafts } from "../../../../../src/features/repository/comments/drafts.ts";
import { InMemoryMemento } from "../../../../support/fakes/inMemoryMemento.ts";

const file = { instance: "https://git.example.com", project: "group/app", path: "a.ts", ref: "a".repeat(40) };

describe("comments that could not be sent", () => {
  it("are kept by file and line, the newest text of each, until they are sent", async () => {
    const memory = new InMemoryMemento();
    const drafts = new CommentDrafts(memory);
    await drafts.keep({ ...file, line: 3 }, "first");
    await drafts.keep({ ...file, line: 3 }, "second");
    await drafts.keep({ ...file, line: 9 }, "other line");
    await drafts.keep({ ...file, path: "b.ts", line: 3 }, "other file");
    await drafts.keep({ ...file, ref: "b".repeat(40), line: 3 }, "other commit");
    const kept = new CommentDrafts(memory).of(file);
    assert.deepEqual(
      kept.map(({ line, text }) => [line, text]),
      [
        [3, "second"],
        [9, "other line"],
      ],
    );
    await drafts.forget({ ...file, line: 3 });
    assert.deepEqual(
      drafts.of(file).map(({ text }) => text),
      ["other line"],
    );
    assert.equal(drafts.of({ ...file, path: "b.ts" }).length, 1);
  });

  it("leave nothing behind, and survive what others may have put there", async () => {
    const memory = new InMemoryMemento();
    const drafts = new CommentDrafts(memory);
    await drafts.keep({ ...file, line: 1 }, "x");
    await drafts.forget({ ...file, line: 1 });
    assert.deepEqual(memory.keys(), []);
    await memory.update("forgeline.commentDrafts", [null, 7, { path: "a.ts" }]);
    assert.deepEqual(drafts.of(file), []);
  });
});
