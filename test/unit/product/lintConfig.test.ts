import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { vscodeFree } from "../../../oxlint.config.ts";

const root = join(import.meta.dirname, "../../..");

/** Returns a pattern once for each name in its braces. */
const withoutBraces = (pattern: string): string[] => {
  const [before = "", names, after = ""] = pattern.split(/[{}]/);
  return names === undefined ? [pattern] : names.split(",").map((name) => `${before}${name}${after}`);
};

describe("oxlint.config.ts", () => {
  it("lists only files that exist among those without vscode", () => {
    const patterns = vscodeFree.flatMap(withoutBraces);
    assert.ok(patterns.length > vscodeFree.length);
    assert.deepEqual(
      patterns.filter((pattern) => globSync(pattern, { cwd: root }).every((file) => !file.endsWith(".ts"))),
      [],
    );
  });
});
