import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ciJobLine } from "../../../../src/core/findings/ciJobLine.ts";
import { dependencyLine } from "../../../../src/core/findings/dependencyLine.ts";
import { patchEdits, readPatch } from "../../../../src/core/findings/patch.ts";

const diff = (...lines: readonly string[]): string => `${lines.join("\n")}\n`;
const head = ["diff --git a/src/a.js b/src/a.js", "index 1..2 100644", "--- a/src/a.js\t2026-01-31", "+++ b/src/a.js"];
/** The text of a file after a patch; undefined if it does not fit. */
function patched(text: string, patch: string): string | undefined {
  const [file] = readPatch(patch) ?? [];
  assert.ok(file, "not a patch");
  const lines = text.split(" ");
  const edits = patchEdits(lines, file);
  if (!edits) return undefined;
  for (const { start, end, lines: replaced } of [...edits].reverse()) lines.splice(start, end - start, ...replaced);
  return lines.join(" ");
}

describe("patches of reports", () => {
  const patch = diff(...head, "@@ -2,3 +2,3 @@ function a", " b", "-c", "+C", " d", "@@ -7 +7,2 @@", "-g", "+G", "+G2");

  it("replace lines of a file", () => {
    const found = readPatch(patch)?.map(({ path, hunks }) => [path, hunks.length]);
    assert.deepEqual(found, [["src/a.js", 2]]);
    assert.equal(patched("a b c d e f g h", patch), "a b C d e f G G2 h");
  });

  it("follow lines that have moved, if there is only one such place", () => {
    assert.equal(patched("x y a b c d e f g h", patch), "x y a b C d e f G G2 h");
    assert.equal(patched("x x b c d b c d g", patch), undefined);
    assert.deepEqual([patched("a b z d e f g h", patch), patched("", patch)], [undefined, undefined]);
  });

  it("may only add or only remove", () => {
    assert.equal(patched("a b", diff(...head, "@@ -1,0 +2 @@", "+new")), "a new b");
    assert.equal(patched("a b", diff(...head, "@@ -2 +1,0 @@", "-b", "\\ No newline at end of file")), "a");
  });

  it("are refused where they do more than that, or are damaged", () => {
    for (const lines of [
      ["@@ -1 +1 @@", "-a", "+b"],
      ["--- /dev/null", "+++ b/new.js", "@@ -0,0 +1 @@", "+a"],
      ["--- a/x.js", "+++ b/y.js", "@@ -1 +1 @@", "-a", "+b"],
      ["diff --git a/x b/y", "rename from x", "rename to y"],
      [...head, "@@ -1,4 +1 @@", "-a", "+b"],
      [...head, "@@ -1 +1 @@", "?a"],
      head,
      [],
    ])
      assert.equal(readPatch(diff(...lines)), undefined, lines.join("\n"));
  });
});

it("the line of a dependency is the first that has its whole name", () => {
  const lock = ['{ "lodash.merge": {},', '  "node_modules/lodash": {', '  "lodash": "4"'];
  assert.equal(dependencyLine(lock, "lodash"), 2);
  assert.equal(dependencyLine(["my-flask==1", "Flask==2", "flask==1.0"], "flask"), 3);
  assert.equal(dependencyLine(["debug@^1.0.5:", "  version 1"], "debug"), 1);
  assert.equal(dependencyLine(["a"], "b"), undefined);
});

it("the line of a job in a CI file is that of its key, in quotes or not", () => {
  const text = "stages: [test]\n# lint:\nlint all:\n  script: lint\n'unit: [1]' :\n  script: x\n  lint: y\n";
  const lines = ["lint all", "unit: [1]", "lint", "stages"].map((job) => ciJobLine(text, job));
  assert.deepEqual(lines, [2, 4, undefined, 0]);
});
