import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { CommitDiffEntry } from "../../../../src/api/resources/commitTypes.ts";
import { readHostDiff } from "../../../../src/core/comparisons/hostDiff.ts";

const entry: CommitDiffEntry = {
  ...{ diff: "@@ -1 +1 @@\n-a\n+b\n", new_path: "a", old_path: "a", a_mode: "100644", b_mode: "100644" },
  ...{ new_file: false, renamed_file: false, deleted_file: false },
};
const read = (fields: Partial<CommitDiffEntry>) => readHostDiff([{ ...entry, ...fields }]);

describe("readHostDiff", () => {
  it("counts lines of hunks alone", () => {
    const diff = "--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n same\n--- gone\n+++ new\n+\n\\ No newline at end of file\n";
    assert.deepEqual(read({ diff }).files, [
      { status: "modified", path: "a", oldPath: "a", oldMode: "100644", newMode: "100644", additions: 2, deletions: 1 },
    ]);
  });

  it("reads the kind of change from flags and modes", () => {
    const status = (fields: Partial<CommitDiffEntry>) => read(fields).files[0]?.status;
    assert.equal(status({ new_file: true, a_mode: "0" }), "added");
    assert.equal(status({ deleted_file: true, b_mode: "0" }), "deleted");
    assert.equal(status({ renamed_file: true, old_path: "b" }), "renamed");
    assert.deepEqual([status({ b_mode: "120000" }), status({ b_mode: "100755" })], ["typeChanged", "modified"]);
    assert.deepEqual(read({ new_file: true, a_mode: "0", b_mode: null }).files[0]?.newMode, undefined);
  });

  it("counts files without their changes, whether or not the host marks them", () => {
    assert.equal(read({ diff: "", too_large: true }).withheld, 1);
    assert.equal(read({ diff: "", collapsed: true }).withheld, 1);
    assert.equal(read({ diff: "" }).withheld, 1, "nothing else changed, so the content did");
    assert.equal(read({ diff: "", b_mode: "100755", too_large: false }).withheld, 0);
    assert.equal(read({ diff: "", new_file: true, too_large: false }).withheld, 0, "an empty file");
    assert.deepEqual(read({ diff: "", new_file: true, too_large: false }).files[0]?.additions, 0);
    assert.equal(read({ diff: "", new_file: true }).files[0]?.additions, undefined, "empty, or too large");
  });

  it("knows binary files and submodules", () => {
    assert.equal(read({ diff: "Binary files a/x and b/x differ\n" }).files[0]?.binary, true);
    const says = read({ diff: "@@ -1 +1 @@\n-Binary files \n+Binary files a\n" });
    assert.equal(says.files[0]?.binary, undefined, "a line that says so");
    const diff = `@@ -1 +1 @@\n-Subproject commit ${"a".repeat(40)}\n+Subproject commit ${"b".repeat(40)}\n`;
    const [file] = read({ a_mode: "160000", b_mode: "160000", diff }).files;
    assert.deepEqual([file?.submodule, file?.oldSubmodule, file?.newSubmodule], [true, "a".repeat(40), "b".repeat(40)]);
  });
});
