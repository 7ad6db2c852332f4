import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  fitsPattern,
  isWildcard,
  patternProblem,
} from "../../../../../src/features/projectSettings/protectedBranches/patterns.ts";

describe("protection: patterns", () => {
  const fits: readonly [pattern: string, branch: string, fits: boolean][] = [
    ["main", "main", true],
    ["main", "Main", false],
    ["main", "main2", false],
    ["release/*", "release/1.0", true],
    ["release/*", "release/1.0/fix", true],
    ["release/*", "release", false],
    ["*", "any/thing", true],
    ["*-stable", "9-1-stable", true],
    ["*-stable", "9-1-stable-x", false],
    ["a*a", "a", false],
    ["a*b*a", "aba", true],
    ["a*b*a", "aXa", false],
    ["*b*b", "b", false],
    ["**", "x", true],
    // Nothing else has a meaning of its own.
    ["v1.0", "v1x0", false],
    ["v[0-9]", "v1", false],
    ["fix+(a|b)", "fix+(a|b)", true],
  ];
  for (const [pattern, branch, expected] of fits) {
    it(`${pattern} ${expected ? "stands" : "does not stand"} for ${branch}`, () =>
      assert.equal(fitsPattern(pattern, branch), expected));
  }

  it("are answered in no time, however many wildcards there are", () => {
    assert.equal(fitsPattern(`${"a*".repeat(200)}b`, "a".repeat(5_000)), false);
  });

  it("are told from plain names, and from what can be no name", () => {
    assert.deepEqual([isWildcard("release/*"), isWildcard("main")], [true, false]);
    assert.deepEqual(
      ["", "  ", "a b", "a..b", "/a", "a/", "main", "release/*", "*-stable", "тест/*"].map(patternProblem),
      [
        "empty",
        "empty",
        "impossible",
        "impossible",
        "impossible",
        "impossible",
        undefined,
        undefined,
        undefined,
        undefined,
      ],
    );
  });
});
