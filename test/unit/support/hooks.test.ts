import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { root } from "../../../tools/root.ts";
import { testFiles } from "../../support/importGraph.ts";

describe("hooks of tests that share a process", () => {
  for (const kind of ["unit", "contract"] as const)
    it(`stand in a suite, since others would run for each suite of the process: ${kind}`, () => {
      const outside = testFiles(kind).filter((file) =>
        /^(?:before|after)(?:Each)?\(/m.test(readFileSync(join(root, file), "utf8")),
      );
      assert.deepEqual(outside, []);
    });
});
