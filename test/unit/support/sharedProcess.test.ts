import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../tools/root.ts";
import { testFiles } from "../../support/importGraph.ts";
import { corpusFolder, knownInputs } from "../../support/property.ts";

describe("test files", () => {
  it("register hooks only within a suite, as they share a process", () => {
    const outside = (["unit", "contract"] as const)
      .flatMap(testFiles)
      .filter((file) => /^(?:before|after)(?:Each)?\(/m.test(readFileSync(join(root, file), "utf8")));
    assert.deepEqual(outside, []);
  });

  it("read every corpus of properties, each entry of which has a reason", () => {
    const folder = join(corpusFolder, "..");
    const suites = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
    const text = suites.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
    const names = readdirSync(corpusFolder).map((name) => name.replace(/\.json$/, ""));
    assert.ok(names.length > 1 && names.every((name) => text.includes(`"${name}"`)), names.join());
    for (const name of names)
      for (const { why, input } of knownInputs(name)) assert.ok(why.length > 10 && input !== undefined, name);
  });
});
