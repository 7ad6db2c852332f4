import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { vscodeFree } from "../../../oxlint.config.ts";
import tables from "./knownFiles.json" with { type: "json" };
import { files, sources } from "./sources.ts";

describe("files of src", () => {
  for (const [title, pattern, reasons] of tables.kinds as unknown as [string, string, object][])
    it(title, () => {
      assert.deepEqual(
        [...sources()].flatMap(([file, text]) => (new RegExp(pattern, "m").test(text) ? [file] : [])),
        Object.keys(reasons)
          .map((file) => `src/${file}`)
          .sort(),
      );
    });

  it("exist for each pattern of oxlint.config.ts without vscode", () => {
    const patterns = vscodeFree.flatMap((pattern) => {
      const [before = "", names, after = ""] = pattern.split(/[{}]/);
      return names === undefined ? [pattern] : names.split(",").map((name) => `${before}${name}${after}`);
    });
    assert.ok(patterns.length > vscodeFree.length);
    assert.deepEqual(
      patterns.filter((pattern) => files(pattern).every((file) => !file.endsWith(".ts"))),
      [],
    );
  });
});
