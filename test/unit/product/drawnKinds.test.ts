import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { drawnKinds } from "../../support/boxes/drawnKinds.ts";

const root = join(import.meta.dirname, "../../..");

describe("boxes and messages", () => {
  it("have each kind in a test with VS Code's own", () => {
    const suites = globSync("test/host/**/*.test.ts", { cwd: root }).map((file) =>
      readFileSync(join(root, file), "utf8"),
    );
    const named = suites.flatMap((text) =>
      [...text.matchAll(/\bdrawn(?:\(|: )(\[[^\]]*\]|"[^"]+")/g)].flatMap(([, kinds = ""]) =>
        [...kinds.matchAll(/"([^"]+)"/g)].map(([, kind]) => kind),
      ),
    );
    assert.deepEqual(
      drawnKinds.filter((kind) => !named.includes(kind)),
      [],
    );
  });
});
