import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { Checkouts } from "../../../../src/core/problems/checkout.ts";
import { ProjectPaths, repositoryPath } from "../../../../src/core/problems/paths.ts";
import { sampleBytes, sampleNames, plainLines, scan } from "./recorded.ts";

const files = [
  "main.c",
  "c/main.c",
  "c/include/list.h",
  "web/src/cart.ts",
  "api/src/cart.ts",
  "web/src/order form.ts",
  "go/shape/shape_test.go",
  "go/other/shape_test.go",
  "java/src/main/java/com/acme/Main.java",
  "json/__init__.py",
  "Makefile",
  "lib/a.rb",
];
const paths = new ProjectPaths(files);
const none = { checkouts: [], project: "acme/app" };
const find = (path: string, folder?: string, checkouts: readonly string[] = []): string | undefined =>
  paths.find(path, { ...none, checkouts }, folder);

describe("problems/paths", () => {
  it("says without a list where a path is in the repository", () => {
    const at = (path: string): string | undefined => repositoryPath(path, none);
    assert.equal(at("./spec/a_spec.rb"), "spec/a_spec.rb");
    assert.equal(at("spec\\a_spec.rb"), "spec/a_spec.rb");
    assert.equal(at("/builds/acme/app/spec/../a.rb"), "a.rb");
    assert.equal(repositoryPath("/srv/x/a.rb", { ...none, checkouts: ["/srv/x"] }), "a.rb");
    for (const elsewhere of ["/usr/lib/a.rb", "../a.rb", "node_modules/x/a.js", "/builds/acme/app", "https://a/b.rb"])
      assert.equal(at(elsewhere), undefined, elsewhere);
  });

  it("takes the checkout's folder off, as the log told it", () => {
    const at = ["/srv/ci/x1"];
    assert.equal(find("/srv/ci/x1/c/main.c", undefined, at), "c/main.c");
    assert.equal(find("/srv/ci/x1/c/../main.c", undefined, at), "main.c");
    assert.equal(find("/srv/ci/x1/c/gone.c", undefined, at), undefined);
    assert.equal(find("/srv/ci/x1/node_modules/web/src/cart.ts", undefined, at), undefined);
    assert.equal(
      find("C:\\GitLab-Runner\\Builds\\x\\0\\c\\main.c", undefined, ["C:/gitlab-runner/builds/x/0"]),
      "c/main.c",
    );
    assert.equal(find("file:///srv/ci/x1/web/src/order%20form.ts", undefined, at), "web/src/order form.ts");
  });

  it("knows the usual folders of runners without being told", () => {
    assert.equal(find("/builds/acme/app/c/main.c"), "c/main.c");
    assert.equal(find("/home/runner/builds/aB3x/0/Acme/App/Makefile"), "Makefile");
    assert.equal(find("/builds/fork/of-it/main.c"), "main.c");
    assert.equal(find("/workspace/web/src/cart.ts"), "web/src/cart.ts");
  });

  it("never takes a file of the system, or of somebody's package, for one of the project", () => {
    for (const path of [
      "/usr/lib/python3.11/json/__init__.py",
      "/lib/a.rb",
      "/opt/x/main.c",
      "/home/me/.cargo/registry/lib/a.rb",
      "/builds/acme/app/../../../lib/a.rb",
      "../node_modules/x/lib/a.rb",
      "node:internal/lib/a.rb",
      "https://host/lib/a.rb",
      "<anonymous>",
      "/",
      "..",
      "",
    ]) {
      assert.equal(find(path), undefined, path);
    }
  });

  it("finds relative paths from the root, from the folder that the log tells, or as the only end that fits", () => {
    assert.equal(find("main.c"), "main.c");
    assert.equal(find("main.c", "/builds/acme/app/c"), "c/main.c");
    assert.equal(find("./main.c", "c"), "c/main.c");
    assert.equal(find("../src/cart.ts", "/builds/acme/app/web/test"), "web/src/cart.ts");
    assert.equal(find("include/list.h"), "c/include/list.h");
    assert.equal(find("src\\order form.ts"), "web/src/order form.ts");
    assert.equal(find("com/acme/Main.java"), "java/src/main/java/com/acme/Main.java");
  });

  it("does not guess where several files end so", () => {
    assert.equal(find("src/cart.ts"), undefined);
    assert.equal(find("src/cart.ts", "/elsewhere/web"), "web/src/cart.ts");
    assert.equal(find("shape_test.go"), undefined);
    assert.equal(find("shape_test.go", "example.com/acme/app/go/shape"), "go/shape/shape_test.go");
    assert.equal(find("ist.h"), undefined);
  });

  it("answers anew where the log tells another folder, and not at all where two folders fit as well", () => {
    const alike = new ProjectPaths(["a/one/src/index.ts", "b/one/src/index.ts", "b/two/src/index.ts"]);
    const asked = (folder?: string): string | undefined => alike.find("src/index.ts", none, folder);
    for (const round of [1, 2]) {
      assert.deepEqual(
        [asked("/x/b/two"), asked("/x/one"), asked("/x/a/one"), asked(), asked("/x/three")],
        ["b/two/src/index.ts", undefined, "a/one/src/index.ts", undefined, undefined],
        `round ${round}`,
      );
    }
  });

  it("prefers the package of a monorepo that the log names to the root", () => {
    const monorepo = new ProjectPaths(["src/index.ts", "packages/web/src/index.ts", "packages/api/src/index.ts"]);
    assert.deepEqual(
      ["web", "packages/api", "other", "example.com/acme/web", undefined].map((folder) =>
        monorepo.find("src/index.ts", none, folder),
      ),
      ["packages/web/src/index.ts", "packages/api/src/index.ts", "src/index.ts", "src/index.ts", "src/index.ts"],
    );
  });

  it("takes nothing for a path that is deeper than any is", () => {
    const known = new ProjectPaths(["src/index.ts"]);
    const deep = (folders: number): string => `/x${"/a".repeat(folders)}/src/index.ts`;
    assert.deepEqual([known.find(deep(90), none), known.find(deep(990), none)], ["src/index.ts", undefined]);
  });

  it("gives nothing but files it was given", () => {
    const part = fc.oneof(
      fc.constantFrom(
        "..",
        ".",
        "",
        "c",
        "main.c",
        "builds",
        "acme",
        "app",
        "C:",
        "web",
        "src",
        "cart.ts",
        "%2e%2e",
        "file:",
      ),
      fc.string({ maxLength: 4 }),
    );
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
    for (const line of [
      "Reinitialized existing Git repository in /srv/ci/x1/.git/",
      "Initialized empty Git repository in C:/ci/app/.git/",
      "+ export CI_PROJECT_DIR=/builds/acme/app",
      "declare -x CI_PROJECT_DIR='/b/two'",
      "CI_PROJECT_DIR is nice",
      "Git repository in /nowhere",
    ])
      checkouts.line(line);
    assert.deepEqual(checkouts.folders, ["/srv/ci/x1", "C:/ci/app", "/builds/acme/app", "/b/two"]);
  });

  it("finds the file of every error that the recorded tools told of", () => {
    const recorded = new ProjectPaths([
      "web/src/cart.ts",
      "web/src/order form.ts",
      "web/src/basket.js",
      "web/src/broken.js",
      "c/main.c",
      "c/queue.cpp",
      "c/undefined.c",
      "c/include/list.h",
      "py/main.py",
      "py/syntax.py",
      "py/chain.py",
      "py/shop/prices.py",
      "py/tests/test_prices.py",
      "py/tests/test_collect.py",
      "go/main.go",
      "go/shape/shape.go",
      "go/shape/shape_test.go",
      "rust/src/main.rs",
      "rust/src/stock.rs",
      "rustlib/src/lib.rs",
      "java/src/main/java/com/acme/Shop.java",
      "java/src/main/java/com/acme/Till.java",
      "java/src/main/java/com/acme/Main.java",
      "cs/Program.cs",
      "cs/Till.cs",
      "mo/shop.js",
      "mo/crash.mjs",
      "mo/test/shop.test.js",
      "je/__tests__/shop.test.js",
      "je/__tests__/broken.test.js",
    ]);
    for (const name of sampleNames) {
      for (const problem of scan(plainLines(sampleBytes(name))).filter(({ severity }) => severity === "error")) {
        const found = [problem, ...(problem.frames ?? [])]
          .map(({ path }) => recorded.find(path, none, problem.folder))
          .find((file) => file !== undefined);
        assert.ok(found, `${name}: ${problem.path}`);
      }
    }
  });
});
