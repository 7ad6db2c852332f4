import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError } from "../../../src/api/errors.ts";
import { path, queryString, segments } from "../../../src/api/path.ts";

const refused = (make: () => unknown) =>
  assert.throws(make, (error: unknown) => error instanceof ApiError && error.kind === "invalidArgument");

describe("path", () => {
  const holes: [hole: string | number, encoded: string][] = [
    [7, "7"],
    [0, "0"],
    ["group/sub/project", "group%2Fsub%2Fproject"],
    ["feature/a b", "feature%2Fa%20b"],
    ["50%2F", "50%252F"],
    ["q?x=1#y", "q%3Fx%3D1%23y"],
    ["C++", "C%2B%2B"],
    ["..a", "..a"],
    ["v1.0", "v1.0"],
    ["ünï", "%C3%BCn%C3%AF"],
    ["\\..\\", "%5C..%5C"],
    ["a\nb", "a%0Ab"],
  ];
  for (const [hole, encoded] of holes) {
    it(`encodes ${JSON.stringify(hole)}`, () => assert.equal(path`/x/${hole}/y`, `/x/${encoded}/y`));
  }

  for (const hole of ["", ".", "..", "a/../b", "./a", "a/.", NaN, -1, 1.5, Infinity, 2 ** 53, "\ud800"]) {
    it(`refuses ${JSON.stringify(hole)} before anything is sent`, () => refused(() => path`/x/${hole}/y`));
  }
});

describe("segments", () => {
  it("encodes a file path segment by segment", () => {
    assert.equal(path`/artifacts/${segments("out dir/a#b/c%.txt")}`, "/artifacts/out%20dir/a%23b/c%25.txt");
  });

  for (const file of ["", "/a", "a/", "a//b", "../a", "a/./b"]) {
    it(`refuses ${JSON.stringify(file)}`, () => refused(() => segments(file)));
  }
});

describe("queryString", () => {
  const queries: [query: object, text: string][] = [
    [{}, ""],
    [{ a: undefined, b: null }, ""],
    [{ page: 2, per_page: 100 }, "?page=2&per_page=100"],
    [{ yaml_errors: true, x: false }, "?yaml_errors=true&x=false"],
    [{ name: "" }, "?name="],
    [{ ref: "a+b c&d=é" }, "?ref=a%2Bb%20c%26d%3D%C3%A9"],
    [{ updated_after: new Date(Date.UTC(2026, 0, 2, 3, 4, 5)) }, "?updated_after=2026-01-02T03%3A04%3A05.000Z"],
    [{ since: "2026-01-02T03:04:05+02:00" }, "?since=2026-01-02T03%3A04%3A05%2B02%3A00"],
    [{ scope: ["running", "pending"] }, "?scope%5B%5D=running&scope%5B%5D=pending"],
    [{ scope: [] }, ""],
    [{ not: { labels: "x", ids: [1, 2] } }, "?not%5Blabels%5D=x&not%5Bids%5D%5B%5D=1&not%5Bids%5D%5B%5D=2"],
    [{ name: "\ud800" }, "?name=%EF%BF%BD"],
  ];
  for (const [query, text] of queries) {
    it(`writes ${text === "" ? "nothing" : text}`, () => assert.equal(queryString(query), text));
  }
});
