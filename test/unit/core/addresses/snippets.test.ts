import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { readSnippetAddress, snippetAddress } from "../../../../src/core/addresses/snippets.ts";

describe("addresses of snippets", () => {
  it("begin with the snippet, and are readable", () => {
    const place = { instance: "http://127.0.0.1:8080/git", id: 42, path: "src/a b.py", ref: "main" };
    const address = { authority: "http:++127.0.0.1:8080+git", path: "/42/src/a b.py", query: "ref=main" };
    assert.deepEqual([snippetAddress(place), readSnippetAddress(address)], [address, place]);
  });

  it("name a snippet's root with and without a slash at the end", () => {
    const root = { instance: "https://h", id: 7, path: "" };
    const of = { authority: "https:++h", query: "" };
    assert.deepEqual(snippetAddress(root), { ...of, path: "/7" });
    for (const path of ["/7", "/7/", "//7"]) assert.deepEqual(readSnippetAddress({ ...of, path }), root);
  });

  it("are invalid without an instance or a number", () => {
    for (const path of ["", "/", "/x", "/7x/a", "/-7", "/1234567890123456"])
      assert.equal(readSnippetAddress({ authority: "https:++h", path, query: "" }), undefined, path);
    assert.equal(readSnippetAddress({ authority: "", path: "/7", query: "" }), undefined);
    assert.equal(readSnippetAddress({ authority: "~E0", path: "/7", query: "" }), undefined);
  });

  it("are read back whatever instance, file and ref are called, with the authority in lower case", () => {
    const name = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("/"));
    const url = fc.webUrl({ validSchemes: ["http", "https"] }).map((one) => one.replace(/\/+$/, ""));
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    const place = fc.record(
      { instance: url, id: fc.nat(), path, ref: fc.string({ minLength: 1 }) },
      { requiredKeys: ["instance", "id", "path"] },
    );
    fc.assert(
      fc.property(place, (one) => {
        const { authority, ...address } = snippetAddress(one);
        assert.deepEqual(readSnippetAddress({ ...address, authority: authority.toLowerCase() }), { ...one });
      }),
    );
  });
});
