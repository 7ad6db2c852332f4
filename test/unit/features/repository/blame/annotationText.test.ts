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
  it("tells who wrote it, when, and why", () => {
    assert.equal(annotationText(commit({}), now), "Bob Beretta, 3 weeks ago · Fix the sensor");
    assert.equal(annotationText(commit({}), now, "de"), "Bob Beretta, vor 3 Wochen · Fix the sensor");
    assert.equal(
      annotationText(commit({ authored_date: "2026-03-01T12:00:05Z" }), now),
      "Bob Beretta, now · Fix the sensor",
    );
  });

  it("leaves out what the host does not tell", () => {
    assert.equal(annotationText(commit({ authored_date: "", message: "" }), now), "Bob Beretta");
    const nothing = commit({
      author_name: null,
      authored_date: "soon",
      message: null,
    });
    assert.equal(annotationText(nothing, now), "");
  });

  it("is one short line, in which nothing comes alive and nothing turns the line around", () => {
    const text = annotationText(
      commit({ author_name: "B\u202eo\tb", message: `\n  $(zap) ${"long ".repeat(100)}` }),
      now,
    );
    assert.match(text, /^B o b, 3 weeks ago · {1,2}\$\u200b\(zap\) long .*…$/);
    assert.ok(text.length < 150);
    assert.equal(titleOf({ message: "One\r\nTwo" }), "One");
  });
});
