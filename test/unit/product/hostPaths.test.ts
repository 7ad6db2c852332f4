import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";

const src = join(import.meta.dirname, "../../../src");

/** Files that put a path to the folder of a clone themselves, with what makes it harmless. */
const known: Readonly<Record<string, string>> = {
  "core/files/namedFile.ts": "refuses what leads elsewhere",
  "git/watch.ts": "git's own configuration",
  "features/repository/commitFiles/commands/preview.ts": "paths that git has found in the working tree",
  "features/mergeRequests/creating/templates.ts": "a fixed folder, which is checked",
};

describe("paths that a host names", () => {
  it("are put to the folder of a clone in one place, which checks where they lead", () => {
    const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const found = files.filter((name) =>
      // The folder above is only proposed in a dialog.
      /Uri\.joinPath\(\s*Uri\.file\([^)]*\),(?!\s*"\.\.")|Uri\.file\(\s*(?:\w+\.)?join\(/.test(
        readFileSync(join(src, name), "utf8"),
      ),
    );
    assert.deepEqual(found.map((name) => name.replaceAll("\\", "/")).sort(), Object.keys(known).sort());
  });
});
