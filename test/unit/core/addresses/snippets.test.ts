import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { readSnippetAddress, snippetAddress } from "../../../../src/core/addresses/snippets.ts";

describe("addresses of snippets", () => {
  it("begin with the snippet, and are readable", () => {
    const place = { instance: "http://127.0.0.1:8080/git", id: 42, path: "src/a b.py", ref: "main" };
    assert.deepEqual(snippetAddress(place), {
      authority: "http:++127.0.0.1:8080+git",
      path: "/42/src/a b.py",
      query: "ref=main",
    });
    assert.deepEqual(readSnippetAddress(snippetAddress(place)), place);
    assert.deepEqual(snippetAddress({ instance: "https://h", id: 7, path: "" }), {
      authority: "https:++h",
      path: "/7",
      query: "",
    });
  });

  it("name a snippet's root with and without a slash at the end", () => {
    for (const path of ["/7", "/7/", "//7"])
      assert.deepEqual(readSnippetAddress({ authority: "https:++h", path, query: "" }), {
        instance: "https://h",
        id: 7,
        path: "",
      });
  });

  it("are invalid without an instance or a number", () => {
    for (const path of ["", "/", "/x", "/7x/a", "/-7", "/1234567890123456"])
      assert.equal(readSnippetAddress({ authority: "https:++h", path, query: "" }), undefined, path);
    assert.equal(readSnippetAddress({ authority: "", path: "/7", query: "" }), undefined);
    assert.equal(readSnippetAddress({ authority: "~E0", path: "/7", query: "" }), undefined);
  });

  it("are read back whatever instance, file and ref are called, with the authority in lower case", () => {
    const name = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("/"));
    fc.assert(
      fc.property(
        fc.webUrl({ validSchemes: ["http", "https"] }),
        fc.nat(),
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
        (url, id, names, ref) => {
          const place = {
            instance: url.replace(/\/+$/, ""),
            id,
            path: names.join("/"),
            ...(ref !== undefined && { ref }),
          };
          const address = snippetAddress(place);
          assert.deepEqual(readSnippetAddress({ ...address, authority: address.authority.toLowerCase() }), place);
        },
      ),
    );
  });
});
