import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { CommitTitles } from "../../../../src/core/records/commitTitles.ts";

const sha = (at: number): string => at.toString(16).padStart(40, "0");

describe("the titles of commits in answers", () => {
  it("are those of commits and of what names one, and of nothing else", () => {
    const titles = new CommitTitles();
    titles.add([
      { id: sha(1), title: "A commit" },
      { id: 7, title: "A merge request", sha: sha(2) },
      { id: 8, commit: { id: sha(3), title: "Of a job" } },
      { name: "main", commit: { id: sha(4), title: " " } },
      { name: "gone", commit: null },
      { id: "main", title: "A wiki page" },
    ]);
    const found = [...[1, 2, 3, 4].map(sha), "main"].map((one) => titles.get(one));
    assert.deepEqual(found, ["A commit", undefined, "Of a job", undefined, undefined]);
  });

  it("are bounded in length and number", () => {
    const titles = new CommitTitles();
    titles.put(sha(0), "x".repeat(100_000));
    assert.equal(titles.get(sha(0))?.length, 300);
    for (let at = 1; at <= 5_000; at++) titles.put(sha(at), "t");
    assert.deepEqual([titles.get(sha(0)), titles.get(sha(1))], [undefined, "t"]);
  });
});
