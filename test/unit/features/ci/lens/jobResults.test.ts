/** Results of a CI file's jobs on its branch, and how often they are requested. */
import assert from "node:assert/strict";
import { baseName } from "../../../../../src/core/ciFile/names.ts";
import {
  failedParts,
  hasStarted,
  hasBaseName,
  resultDuration,
  resultStatus,
  mainPart,
} from "../../../../../src/features/ci/lens/jobResults.ts";
import { job } from "../../../core/tree/fakeHost.ts";

describe("the result of a job", () => {
  it("joins all its parts, by the name in the file", () => {
    const names = ["job 1/3", "job: [a, b]", "job: [linux] x", "a 1/2 b", "job"];
    assert.deepEqual(names.map(baseName), ["job", "job", "job: [linux] x", "a 1/2 b", "job"]);
    const is = ([name, base]: readonly [string, string]) => hasBaseName({ name }, base);
    const found = (
      [
        ["job 2/3", "job"],
        ["job 2/3", "job 2/3"],
        ["jobs", "job"],
      ] as const
    ).map(is);
    assert.deepEqual(found, [true, true, false]);
  });

  it("puts failures before successes", () => {
    const parts = [
      job(1, "a 1/3", "t", "success", { duration: 5 }),
      job(2, "a 2/3", "t", "failed", { duration: 9 }),
      job(3, "a 3/3", "t", "skipped"),
    ];
    assert.deepEqual(
      [resultStatus({ parts }), failedParts({ parts }), mainPart({ parts })?.id, resultDuration({ parts }, 0)],
      ["failed", 1, 2, 9],
    );
    const skipped = { parts: parts.slice(2) };
    assert.deepEqual([resultDuration(skipped, 0), hasStarted(skipped)], [undefined, false]);
    assert.equal(mainPart({ parts: [job(1, "a", "t", "success"), job(2, "a", "t", "running")] })?.id, 2);
    const allowed = job(1, "a", "t", "failed", { allow_failure: true });
    assert.equal(mainPart({ parts: [allowed, job(2, "a", "t", "failed")] })?.id, 2);
  });
});
