import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import {
  entriesOf,
  filesAt,
  longestName,
  movedTo,
  fileListOf,
  pathProblem,
  listsFiles,
} from "../../../../src/features/snippets/contents.ts";

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

  it("are listed by folder, folders first, each once", () => {
    const paths = ["b.txt", "a10.txt", "a2.txt", "src/x.py", "src/deep/y.py", "srcs/z"];
    assert.deepEqual(
      entriesOf(paths, "").map(({ name, folder }) => `${name}${folder ? "/" : ""}`),
      ["src/", "srcs/", "a2.txt", "a10.txt", "b.txt"],
    );
    assert.deepEqual(entriesOf(paths, "src"), [
      { name: "deep", path: "src/deep", folder: true },
      { name: "x.py", path: "src/x.py", folder: false },
    ]);
    assert.deepEqual(entriesOf(paths, "none"), []);
    assert.deepEqual(
      [filesAt(paths, "src"), filesAt(paths, "src/x.py"), filesAt(paths, "s")],
      [["src/x.py", "src/deep/y.py"], ["src/x.py"], []],
    );
    assert.equal(movedTo("src/deep/y.py", "src", "lib"), "lib/deep/y.py");
  });

  it("are all found by going through the folders, whatever they are", () => {
    const name = fc
      .string({ minLength: 1, maxLength: 5, unit: "grapheme" })
      .filter((text) => pathProblem(text) === undefined);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"))),
        (all) => {
          // Git keeps no file and folder of the same name.
          const paths = all.filter((path) => !all.some((other) => other.startsWith(`${path}/`)));
          const below = (folder: string): string[] =>
            entriesOf(paths, folder).flatMap((entry) => (entry.folder ? below(entry.path) : [entry.path]));
          assert.deepEqual(below("").sort(), [...paths].sort());
        },
      ),
    );
  });
});
