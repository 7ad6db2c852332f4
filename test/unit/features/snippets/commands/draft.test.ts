import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { keepDraft, keptDraft, shortNames } from "../../../../../src/features/snippets/commands/draft.ts";

describe("a snippet that is not there yet", () => {
  const store = new Map<string, unknown>();
  const memory = {
    get: (key: string) => store.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void store.set(key, value)),
  };

  it("is kept for its instance until it is forgotten", async () => {
    const draft = {
      title: "",
      description: "d",
      visibility: "private",
      files: [
        { path: "a", content: "x" },
        { path: "b", uri: "file:///b" },
      ],
    };
    await keepDraft(memory, "https://h", draft);
    assert.deepEqual(keptDraft(memory, "https://h"), draft);
    assert.equal(keptDraft(memory, "https://other"), undefined);
    await keepDraft(memory, "https://h", undefined);
    assert.equal(keptDraft(memory, "https://h"), undefined);
  });

  it("is none when the store holds nonsense", async () => {
    for (const kept of [
      null,
      1,
      "x",
      {},
      { title: "", description: "", visibility: "private", files: [] },
      { title: "", description: "", visibility: "private", files: [{ path: 1 }] },
      { title: 1, description: "", visibility: "x", files: [{ path: "a", content: "" }] },
    ]) {
      await memory.update("forgeline.newSnippet:https://h", kept);
      assert.equal(keptDraft(memory, "https://h"), undefined, JSON.stringify(kept));
    }
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
