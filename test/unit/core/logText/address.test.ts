import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { logAddress, jobOf, logParts, readLogQuery } from "../../../../src/core/logText/address.ts";

const ref = {
  instance: "https://git.example.com/sub",
  project: "group/app",
  job: { id: 42, name: "build/linux: [a, b].js", status: "failed", web_url: "x" },
} as const;

describe("the address of a log", () => {
  it("names the job and leads back to it", () => {
    const parts = logParts(logAddress(ref));
    assert.equal(parts.path, "/build∕linux: [a, b].js #42");
    assert.deepEqual(readLogQuery(parts), logAddress(ref));
    assert.deepEqual(jobOf(logAddress(ref)), { ...ref, job: { ...ref.job, status: "", web_url: "" } });
    assert.equal(logParts({ ...logAddress(ref), name: " \u0007 " }).path, "/Job #42");
  });

  it("rejects other queries", () => {
    const [id, instance] = ['"id":42,"name":"x"', '"instance":"https://x"'];
    const typed = `{${instance},"project":1,"id":"42","name":"x"}`;
    for (const query of ["", "{", "null", "[]", typed, `{${instance},"project":"",${id}}`, `{"project":1,${id}}`])
      assert.equal(readLogQuery({ query }), undefined, query);
  });
});
