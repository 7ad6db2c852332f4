import assert from "node:assert/strict";
import {
  fitsPattern,
  isWildcard,
  patternProblem,
} from "../../../../../src/features/projectSettings/protectedBranches/patterns.ts";

describe("patterns of protected branches", () => {
  for (const [pattern, fitting, other] of [
    ["main", ["main"], ["Main", "main2"]],
    ["release/*", ["release/1.0", "release/1.0/fix"], ["release"]],
    ["*", ["any/thing"], []],
    ["**", ["x"], []],
    ["*-stable", ["9-1-stable"], ["9-1-stable-x"]],
    ["a*a", ["aa"], ["a"]],
    ["a*b*a", ["aba"], ["aXa"]],
    ["*b*b", ["bb"], ["b"]],
    // Nothing else has a meaning of its own.
    ["v1.0", ["v1.0"], ["v1x0"]],
    ["v[0-9]", ["v[0-9]"], ["v1"]],
    ["fix+(a|b)", ["fix+(a|b)"], ["fixa"]],
  ] as const)
    it(`match: ${pattern}`, () => {
      assert.equal(isWildcard(pattern), pattern.includes("*"));
      for (const branch of fitting) assert.equal(fitsPattern(pattern, branch), true, branch);
      for (const branch of other) assert.equal(fitsPattern(pattern, branch), false, branch);
    });

  it("match fast, however many wildcards there are", () =>
    assert.equal(fitsPattern(`${"a*".repeat(200)}b`, "a".repeat(5_000)), false));

  it("are refused when they are empty or fit no branch", () => {
    for (const empty of ["", "  "]) assert.equal(patternProblem(empty), "empty");
    for (const one of ["a b", "a..b", "/a", "a/"]) assert.equal(patternProblem(one), "impossible", one);
    for (const fine of ["main", "release/*", "*-stable", "тест/*"]) assert.equal(patternProblem(fine), undefined, fine);
  });
});
