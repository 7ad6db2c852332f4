import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { combineChanges } from "../../../../src/core/comparisons/combine.ts";
import type { FileChange } from "../../../../src/git/fileChange.ts";

const change = (status: FileChange["status"], path: string, oldPath = path): FileChange => ({
  status,
  path,
  oldPath,
  additions: 1,
  deletions: 0,
});
const combine = (...commits: FileChange[][]) =>
  combineChanges(commits).map(({ status, path, oldPath }) =>
    path === oldPath ? `${status} ${path}` : `${status} ${oldPath} > ${path}`,
  );

describe("combineChanges", () => {
  it("keeps what only one commit touched, lines included", () => {
    assert.deepEqual(combineChanges([[change("modified", "b")], [change("added", "a")]]), [
      change("added", "a"),
      change("modified", "b"),
    ]);
  });
  it("leaves lines uncounted that more than one touched", () => {
    assert.deepEqual(combineChanges([[change("modified", "a")], [change("modified", "a")]]), [
      { status: "modified", path: "a", oldPath: "a" },
    ]);
  });
  it("follows a file through its life", () => {
    assert.deepEqual(combine([change("added", "a")], [change("modified", "a")]), ["added a"]);
    assert.deepEqual(combine([change("added", "a")], [change("deleted", "a")]), []);
    assert.deepEqual(combine([change("added", "a")], [change("renamed", "b", "a")], [change("modified", "b")]), [
      "added b",
    ]);
    assert.deepEqual(combine([change("deleted", "a")], [change("added", "a")]), ["modified a"]);
    assert.deepEqual(combine([change("modified", "a")], [change("deleted", "a")]), ["deleted a"]);
  });
  it("follows renames back to where the base has the file", () => {
    assert.deepEqual(combine([change("renamed", "b", "a")], [change("modified", "b")], [change("renamed", "c", "b")]), [
      "renamed a > c",
    ]);
    assert.deepEqual(combine([change("renamed", "b", "a")], [change("renamed", "a", "b")]), ["modified a"]);
    assert.deepEqual(combine([change("modified", "a")], [change("renamed", "b", "a")]), ["renamed a > b"]);
    assert.deepEqual(combine([change("renamed", "b", "a")], [change("deleted", "b")]), ["deleted a"]);
  });
  it("takes a commit as one step: files may change places", () => {
    assert.deepEqual(
      combine(
        [change("modified", "a"), change("modified", "b")],
        [change("renamed", "b", "a"), change("renamed", "a", "b")],
      ),
      ["renamed b > a", "renamed a > b"],
    );
    assert.deepEqual(combine([change("renamed", "b", "a")], [change("added", "a")]), ["added a", "renamed a > b"]);
  });
  it("keeps the mode that the base has", () => {
    const [file] = combineChanges([
      [{ ...change("modified", "a"), oldMode: "100644", newMode: "100755" }],
      [{ ...change("modified", "a"), oldMode: "100755", newMode: "100755" }],
    ]);
    assert.deepEqual([file?.oldMode, file?.newMode], ["100644", "100755"]);
  });
});
