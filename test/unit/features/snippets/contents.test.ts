import assert from "node:assert/strict";
import { longestName, fileListOf, pathProblem, listsFiles } from "../../../../src/features/snippets/contents.ts";

describe("the files of a snippet", () => {
  const address = (path: string) =>
    `https://h/-/snippets/7/raw/main/${path.split("/").map(encodeURIComponent).join("/")}`;
  const file = (path: string, raw_url = address(path)) => ({ path, raw_url });

  it("are those that the host lists, with the branch of their addresses, and none that lead out", () => {
    const files = [
      file("a b/ü.py"),
      file("b", "https://h/g/-/snippets/7/raw/feature/x/b"),
      file("c", "no address"),
      file("d", "https://h/elsewhere/d"),
      ...["../x", "a/../../x", "/x", "a\0b", ""].map((path) => file(path)),
    ];
    assert.deepEqual(fileListOf({ title: "T", files }), {
      files: [{ path: "a b/ü.py", ref: "main" }, { path: "b", ref: "feature/x" }, { path: "c" }, { path: "d" }],
      single: false,
    });
  });

  it("are the one of older snippets where none are listed, whatever it is called", () => {
    for (const files of [null, undefined, []]) {
      const of = { title: "T", file_name: "old.rb", ...(files !== undefined && { files }) };
      assert.deepEqual(fileListOf(of), { files: [{ path: "old.rb" }], single: true });
    }
    for (const file_name of ["", null, "../x", "/etc/passwd"])
      assert.deepEqual(fileListOf({ title: "T", file_name }).files, [{ path: "snippet.txt" }]);
    const listed = [{}, { files: [] }, { files: [file("a")] }].map(listsFiles);
    assert.deepEqual(listed, [false, false, true]);
  });
});

describe("paths in a snippet", () => {
  it("may be anything that git keeps, but nothing that leads elsewhere", () => {
    for (const path of ["a", "a b.txt", "手引き/ü.md", ".hidden", "a.b.c", "...", "x".repeat(longestName)])
      assert.equal(pathProblem(path), undefined, path);
    for (const [problem, ...paths] of [
      ["empty", "", "  "],
      ["slashes", "/a", "a/", "a//b"],
      ["dots", ".", "a/../b", ".GIT/x"],
      ["characters", "a\\b", "a\nb"],
      ["long", "ü".repeat(128)],
    ])
      for (const path of paths) assert.equal(pathProblem(path), problem, path);
  });
});
