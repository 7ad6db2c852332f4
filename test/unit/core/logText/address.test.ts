import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { logAddress, jobOf, logParts, readLogQuery } from "../../../../src/core/logText/address.ts";

const ref = {
  instance: "https://git.example.com/sub",
  project: "group/app",
  job: { id: 42, name: "build/linux: [a, b].js", status: "failed", web_url: "x" },
} as const;

describe("logs/logAddress", () => {
  it("names the job, and comes back as it", () => {
    const parts = logParts(logAddress(ref));
    assert.equal(parts.path, "/build∕linux: [a, b].js #42");
    assert.deepEqual(readLogQuery(parts), logAddress(ref));
    assert.deepEqual(jobOf(logAddress(ref)), {
      instance: ref.instance,
      project: ref.project,
      job: { id: 42, name: ref.job.name, status: "", web_url: "" },
    });
  });

  it("has a name for a job without one", () => {
    assert.equal(logParts({ ...logAddress(ref), name: " \u0007 " }).path, "/Job #42");
  });

  for (const query of [
    "",
    "{",
    "null",
    "[]",
    '{"instance":"https://x","project":1,"id":"42","name":"x"}',
    '{"instance":"https://x","project":"","id":42,"name":"x"}',
    '{"project":1,"id":42,"name":"x"}',
  ])
    it(`is none: ${query || "nothing"}`, () => assert.equal(readLogQuery({ query }), undefined));
});
