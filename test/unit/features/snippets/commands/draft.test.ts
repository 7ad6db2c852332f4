import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { shortNames, snippetDrafts } from "../../../../../src/features/snippets/commands/draft.ts";

describe("a snippet that is not there yet", () => {
  it("is read as it was kept", () => {
    const draft = {
      title: "",
      description: "d",
      visibility: "private",
      files: [
        { path: "a", content: "x" },
        { path: "b", uri: "file:///b" },
      ],
    };
    assert.deepEqual(snippetDrafts.parse(draft), draft);
  });

  it("is none when the store holds nonsense", () => {
    for (const kept of [
      null,
      1,
      "x",
      {},
      { title: "", description: "", visibility: "private", files: [] },
      { title: "", description: "", visibility: "private", files: [{ path: 1 }] },
      { title: 1, description: "", visibility: "x", files: [{ path: "a", content: "" }] },
    ])
      assert.equal(snippetDrafts.parse(kept), undefined, JSON.stringify(kept));
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
