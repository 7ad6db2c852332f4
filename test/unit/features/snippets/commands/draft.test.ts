import assert from "node:assert/strict";
import fc from "fast-check";
import { shortNames, snippetDrafts } from "../../../../../src/features/snippets/commands/draft.ts";

describe("the draft of a snippet", () => {
  it("is read as it was kept, or not at all", () => {
    const files = [
      { path: "a", content: "x" },
      { path: "b", uri: "file:///b" },
    ];
    const draft = { title: "", description: "d", visibility: "private", files };
    assert.deepEqual(snippetDrafts.parse(draft), draft);
    const odd = [null, 1, "x", {}, { ...draft, files: [] }, { ...draft, files: [{ path: 1 }] }, { ...draft, title: 1 }];
    for (const kept of odd) assert.equal(snippetDrafts.parse(kept), undefined, JSON.stringify(kept));
  });
});

describe("names of files in a new snippet", () => {
  it("leave out the folders that all of them share", () => {
    assert.deepEqual(shortNames(["/w/src/a.ts"]), ["a.ts"]);
    assert.deepEqual(shortNames(["/w/src/a.ts", "/w/src/deep/b.ts"]), ["a.ts", "deep/b.ts"]);
    assert.deepEqual(shortNames(["/w/a/x.ts", "/w/ab/x.ts"]), ["a/x.ts", "ab/x.ts"]);
    assert.deepEqual(shortNames(["/w/x.tar.gz", "/w/x.tar.gz", "/w/.env", "/w/.env"]), [
      "x.tar.gz",
      "x.tar-2.gz",
      ".env",
      ".env-2",
    ]);
    assert.deepEqual(shortNames([]), []);
  });

  it("are never the same", () => {
    const path = fc
      .array(fc.constantFrom("a", "b", "c.x"), { minLength: 1, maxLength: 4 })
      .map((names) => `/${names.join("/")}`);
    fc.assert(fc.property(fc.array(path), (paths) => assert.equal(new Set(shortNames(paths)).size, paths.length)));
  });
});
