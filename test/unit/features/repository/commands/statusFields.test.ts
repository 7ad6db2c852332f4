import assert from "node:assert/strict";
import {
  urlProblem,
  parsePercent,
  statesAfter,
  textProblem,
} from "../../../../../src/features/repository/commands/statusFields.ts";

describe("the fields of a commit status", () => {
  it("has an address on the web or none", () => {
    for (const good of ["", "  ", "https://ci.example.com/1", "http://ci/x"])
      assert.equal(urlProblem(good), undefined, good);
    for (const bad of ["ci.example.com", "javascript:alert(1)", "file:///etc", "https://"])
      assert.equal(urlProblem(bad), "notWeb", bad);
    assert.equal(urlProblem(`https://x/${"a".repeat(255)}`), "tooLong");
  });

  it("has texts that hosts take", () =>
    assert.deepEqual([textProblem("a".repeat(255)), textProblem("a".repeat(256))], [undefined, "tooLong"]));

  it("reads percentages as people write them", () => {
    assert.deepEqual(["", "87.5", "87,5", "100 %", "0"].map(parsePercent), [undefined, 87.5, 87.5, 100, 0]);
    for (const bad of ["x", "101", "-1", "1.2.3", "1e2"]) assert.ok(Number.isNaN(parsePercent(bad)), bad);
  });

  it("knows what can follow a state, and that an end begins anew", () => {
    assert.deepEqual(statesAfter("running"), ["success", "failed", "canceled"]);
    assert.deepEqual(statesAfter("pending")?.includes("running"), true);
    for (const open of ["success", "failed", "created", "toString", undefined])
      assert.equal(statesAfter(open), undefined);
  });
});
