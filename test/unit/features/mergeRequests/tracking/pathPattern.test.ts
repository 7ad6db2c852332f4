import assert from "node:assert/strict";
import { pathPattern } from "../../../../../src/features/mergeRequests/tracking/pathPattern.ts";

describe("pathPattern", () => {
  const paths = ["a.ts", "src/b.ts", "src/deep/c.test.ts", "docs/d.md", "docs/e+f (1).txt", "README.md"];
  const cases: readonly (readonly [glob: string, matches: readonly string[]])[] = [
    ["*.ts", ["a.ts", "src/b.ts", "src/deep/c.test.ts"]],
    ["src/*.ts", ["src/b.ts"]],
    ["src/**", ["src/b.ts", "src/deep/c.test.ts"]],
    ["src/", ["src/b.ts", "src/deep/c.test.ts"]],
    ["**/*.test.ts", ["src/deep/c.test.ts"]],
    ["**/deep/**", ["src/deep/c.test.ts"]],
    ["/a.ts", ["a.ts"]],
    ["?.ts", ["a.ts", "src/b.ts"]],
    ["*.{md,txt}", ["docs/d.md", "docs/e+f (1).txt", "README.md"]],
    ["readme*, a.*", ["a.ts", "README.md"]],
    ["e+f (1).txt", ["docs/e+f (1).txt"]],
    ["{md", []],
    ["", []],
  ];
  for (const [glob, matches] of cases)
    it(`“${glob}” matches ${matches.length} paths`, () => assert.deepEqual(paths.filter(pathPattern(glob)), matches));
});
