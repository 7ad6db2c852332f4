import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { BlameCommit } from "../../../../../src/api/resources/repositoryFileTypes.ts";
import { annotationText, titleOf } from "../../../../../src/features/repository/blame/annotationText.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const commit = (changes: Partial<BlameCommit>): BlameCommit => ({
  id: "1234567890123456789012345678901234567890",
  message: "Fix the sensor\n\nIt froze.\n",
  parent_ids: [],
  authored_date: "2026-02-07T12:00:00Z",
  author_name: "Bob Beretta",
  author_email: "bob@example.com",
  committed_date: "2026-02-28T12:00:00Z",
  committer_name: "Carla",
  committer_email: "carla@example.com",
  ...changes,
});

describe("the annotation of a line", () => {
  it("says who wrote it, when and why, as far as the host does", () => {
    for (const [changes, text, language] of [
      [{}, "Bob Beretta, 3 weeks ago · Fix the sensor"],
      [{}, "Bob Beretta, vor 3 Wochen · Fix the sensor", "de"],
      [{ authored_date: "2026-03-01T12:00:05Z" }, "Bob Beretta, now · Fix the sensor"],
      [{ authored_date: "", message: "" }, "Bob Beretta"],
      [{ author_name: null, authored_date: "soon", message: null }, ""],
    ] as const)
      assert.equal(annotationText(commit(changes), now, language), text);
  });

  it("is one short line of inert text", () => {
    const text = annotationText(
      commit({ author_name: "B\u202eo\tb", message: `\n  $(zap) ${"long ".repeat(100)}` }),
      now,
    );
    assert.match(text, /^B o b, 3 weeks ago · {1,2}\$\u200b\(zap\) long .*…$/);
    assert.ok(text.length < 150);
    assert.equal(titleOf({ message: "One\r\nTwo" }), "One");
  });
});
