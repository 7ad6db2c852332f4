import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { CommentController } from "vscode";
import "../../../../support/vscodeStub.ts";

const { FileThreads } = await import("../../../../../src/features/repository/comments/fileThreads.ts");
const { fileUri } = await import("../../../../../src/core/files/uris.ts");

describe("readings of the comments in a file", () => {
  const place = { instance: "https://git.example.com", project: "group/app", path: "a.ts", ref: "a".repeat(40) };
  const make = () => new FileThreads({} as CommentController, fileUri(place), place);

  it("are shown unless a newer one is", () => {
    const threads = make();
    const [first, second] = [threads.beginReading(), threads.beginReading()];
    assert.equal(threads.takes(second), true);
    assert.equal(threads.takes(first), false);
  });

  it("are not shown if something was written since they began, even before a newer one ends", () => {
    const threads = make();
    const before = threads.beginReading();
    threads.outdate();
    const after = threads.beginReading();
    assert.deepEqual([threads.takes(before), threads.takes(after)], [false, true]);
  });
});
