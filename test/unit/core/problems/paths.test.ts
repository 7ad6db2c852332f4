import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { Checkouts } from "../../../../src/core/problems/checkout.ts";
import { ProjectPaths, repositoryPath } from "../../../../src/core/problems/paths.ts";

const files = [
  ...["main.c", "c/main.c", "c/include/list.h", "web/src/cart.ts", "api/src/cart.ts", "web/src/order form.ts"],
  ...["go/shape/shape_test.go", "go/other/shape_test.go", "java/src/main/java/com/acme/Main.java"],
  ...["json/__init__.py", "Makefile", "lib/a.rb"],
];
const paths = new ProjectPaths(files);
const none = { checkouts: [], project: "acme/app" };
const find = (path: string, folder?: string, checkouts: readonly string[] = []): string | undefined =>
  paths.find(path, { ...none, checkouts }, folder);

describe("paths of problems", () => {
  /** Paths with the file that each leads to, if any, and the folder that the log names. */
  const cases: Readonly<Record<string, string>> = {
    "takes the usual folders of runners off": `
/builds/acme/app/c/main.c > c/main.c
/home/runner/builds/aB3x/0/Acme/App/Makefile > Makefile
/builds/fork/of-it/main.c > main.c
/workspace/web/src/cart.ts > web/src/cart.ts`,
    "never takes a file of the system or of a package for one of the project": `
/usr/lib/python3.11/json/__init__.py
/lib/a.rb
/opt/x/main.c
/home/me/.cargo/registry/lib/a.rb
/builds/acme/app/../../../lib/a.rb
../node_modules/x/lib/a.rb
node:internal/lib/a.rb
https://host/lib/a.rb
<anonymous>
/
..
`,
    "finds relative paths from the root, from the log's folder, or as the only match": `
main.c > main.c
main.c > c/main.c in /builds/acme/app/c
./main.c > c/main.c in c
../src/cart.ts > web/src/cart.ts in /builds/acme/app/web/test
include/list.h > c/include/list.h
src\\order form.ts > web/src/order form.ts
com/acme/Main.java > java/src/main/java/com/acme/Main.java`,
    "does not guess among several files": `
src/cart.ts
src/cart.ts > web/src/cart.ts in /elsewhere/web
shape_test.go
shape_test.go > go/shape/shape_test.go in example.com/acme/app/go/shape
ist.h`,
  };
  for (const [title, rows] of Object.entries(cases))
    it(title, () => {
      for (const row of rows.split("\n").slice(1)) {
        const [path = "", found, folder] = row.split(/ > | in /);
        assert.equal(find(path, folder), found, row);
      }
    });

  it("resolves paths in the repository without a list of files", () => {
    const at = (path: string): string | undefined => repositoryPath(path, none);
    assert.deepEqual([at("./spec/a_spec.rb"), at("spec\\a_spec.rb")], ["spec/a_spec.rb", "spec/a_spec.rb"]);
    assert.equal(at("/builds/acme/app/spec/../a.rb"), "a.rb");
    assert.equal(repositoryPath("/srv/x/a.rb", { ...none, checkouts: ["/srv/x"] }), "a.rb");
    for (const elsewhere of ["/usr/lib/a.rb", "../a.rb", "node_modules/x/a.js", "/builds/acme/app", "https://a/b.rb"])
      assert.equal(at(elsewhere), undefined, elsewhere);
  });

  it("takes the checkout's folder off", () => {
    for (const [path, found] of [
      ["/srv/ci/x1/c/main.c", "c/main.c"],
      ["/srv/ci/x1/c/../main.c", "main.c"],
      ["/srv/ci/x1/c/gone.c", undefined],
      ["/srv/ci/x1/node_modules/web/src/cart.ts", undefined],
      ["file:///srv/ci/x1/web/src/order%20form.ts", "web/src/order form.ts"],
    ] as const)
      assert.equal(find(path, undefined, ["/srv/ci/x1"]), found, path);
    const windows = ["C:/gitlab-runner/builds/x/0"];
    assert.equal(find("C:\\GitLab-Runner\\Builds\\x\\0\\c\\main.c", undefined, windows), "c/main.c");
  });

  it("follows the log to another folder, and finds nothing where two folders match as well", () => {
    const alike = new ProjectPaths(["a/one/src/index.ts", "b/one/src/index.ts", "b/two/src/index.ts"]);
    const places = ["/x/b/two", "/x/one", "/x/a/one", undefined, "/x/three"];
    const expected = ["b/two/src/index.ts", undefined, "a/one/src/index.ts", undefined, undefined];
    for (const _ of [1, 2])
      assert.deepEqual(
        places.map((one) => alike.find("src/index.ts", none, one)),
        expected,
      );
  });

  it("prefers the package of a monorepo that the log names to the root", () => {
    const monorepo = new ProjectPaths(["src/index.ts", "packages/web/src/index.ts", "packages/api/src/index.ts"]);
    const at = (folder?: string) => monorepo.find("src/index.ts", none, folder);
    assert.deepEqual(["web", "packages/api"].map(at), ["packages/web/src/index.ts", "packages/api/src/index.ts"]);
    for (const folder of ["other", "example.com/acme/web", undefined]) assert.equal(at(folder), "src/index.ts");
  });

  it("bounds the depth of paths", () => {
    const known = new ProjectPaths(["src/index.ts"]);
    const deep = (folders: number): string => `/x${"/a".repeat(folders)}/src/index.ts`;
    assert.deepEqual([known.find(deep(90), none), known.find(deep(990), none)], ["src/index.ts", undefined]);
  });

  it("returns only files of the list", () => {
    const known = ["..", ".", "", "c", "main.c", "builds", "acme", "app", "C:", "web", "src", "cart.ts", "%2e%2e"];
    const part = fc.oneof(fc.constantFrom(...known, "file:"), fc.string({ maxLength: 4 }));
    const path = fc.array(part, { maxLength: 8 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(path, path, path, (given, folder, checkout) => {
        const found = find(given, folder, [checkout]);
        assert.ok(found === undefined || files.includes(found));
      }),
      { numRuns: 2000 },
    );
  });

  it("reads from the log where the runner checked out", () => {
    const checkouts = new Checkouts();
    const git = [
      "Reinitialized existing Git repository in /srv/ci/x1/.git/",
      "Initialized empty Git repository in C:/ci/app/.git/",
    ];
    const variables = ["+ export CI_PROJECT_DIR=/builds/acme/app", "declare -x CI_PROJECT_DIR='/b/two'"];
    for (const line of [...git, ...variables, "CI_PROJECT_DIR is nice", "Git repository in /nowhere"])
      checkouts.line(line);
    assert.deepEqual(checkouts.folders, ["/srv/ci/x1", "C:/ci/app", "/builds/acme/app", "/b/two"]);
  });
});
