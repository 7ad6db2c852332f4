import assert from "node:assert/strict";
import fc from "fast-check";
import { LogParser } from "../../../../src/core/logText/parser.ts";
import { Checkouts } from "../../../../src/core/problems/checkout.ts";
import { ProjectPaths, repositoryPath } from "../../../../src/core/problems/paths.ts";
import { ReferenceFinder } from "../../../../src/core/problems/places.ts";
import { ProblemCollector, readProblems } from "../../../../src/core/problems/problemCollector.ts";
import { recordedOf, told, recorded, scan } from "./recorded.ts";

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

describe("the problem collector", () => {
  const opened = () => {
    const [parser, collector] = [new LogParser(), new ProblemCollector()];
    const push = (text: string): void => collector.lines(parser.push(Buffer.from(text)));
    return { collector, push, problems: (): string[] => collector.end().problems.map(told) };
  };

  it("finds the same wherever the bytes of a log are split, and reports how many were read", async () => {
    const { lines, problems } = recordedOf("cargo-color");
    const log = Buffer.from(["Initialized empty Git repository in /srv/x/.git/", ...lines].join("\n"));
    for (const size of [1, 7, 64, 100_000]) {
      const counts: number[] = [];
      const found = await readProblems(cut(log, size), (bytes) => counts.push(bytes), new AbortController().signal);
      const shifted = problems.map((line) => line.replace(/^\d+/, (at) => String(Number(at) + 1)));
      assert.deepEqual([found.problems.map(told), found.checkouts], [shifted, ["/srv/x"]]);
      assert.equal(counts.at(-1), log.length);
    }
  });

  it("counts the lines of sections, and continues after the end", () => {
    const { push, problems } = opened();
    push("section_start:1:a\r\u001b[0KHead\na.c:1:1: error: one\nsection_end:2:a\r\u001b[0K\n");
    assert.deepEqual(problems(), ["2 gcc a.c:1:1 error one"]);
    push("b.c:2:2: error: late\n");
    assert.deepEqual(problems(), ["2 gcc a.c:1:1 error one", "4 gcc b.c:2:2 error late"]);
  });

  it("leaves out concealed text", () => {
    const { push, problems } = opened();
    push("a.c:1:1: error: key \u001b[8msecret\u001b[0m is wrong\n");
    assert.deepEqual(problems(), ["1 gcc a.c:1:1 error key        is wrong"]);
  });

  it("collects problems behind skipped lines, whose numbers are unknown", () => {
    const { collector, push, problems } = opened();
    for (let at = 1; at <= 2001; at++) push(`a.c:${at}:1: warning: much\n`);
    assert.equal(collector.end().uncountedFrom, undefined);
    collector.skip();
    push("b.c:2:2: error: the last\n");
    assert.deepEqual([problems().length, problems().at(-1)], [2001, "2002 gcc b.c:2:2 error the last"]);
    assert.equal(collector.end().uncountedFrom, 2001);
  });
});

const find = (...lines: string[]): string[] => {
  const finder = new ReferenceFinder();
  const told = (parts: readonly (string | number | undefined)[]): string =>
    parts.filter((part) => part !== undefined).join(" ");
  return lines.flatMap((line) =>
    finder
      .find(line)
      .map(({ start, end, path, line: row, column }) => `${line.slice(start, end)} → ${told([path, row, column])}`),
  );
};

describe("places in log lines", () => {
  it("finds places in the forms that tools use", () => {
    for (const [line, ...places] of [
      ["see src/a.ts:3:4 and b/c.py:7.", "src/a.ts:3:4 → src/a.ts 3 4", "b/c.py:7 → b/c.py 7"],
      ["a.cs(3,5): error", "a.cs(3,5) → a.cs 3 5"],
      ['  File "/x/y z.py", line 12, in f', '/x/y z.py", line 12 → /x/y z.py 12'],
      ["[ERROR] /x/A.java:[9,19] bad", "/x/A.java:[9,19] → /x/A.java 9 19"],
      ["\tat com.acme.Main$In.main(Main.java:12)", "Main.java:12 → com/acme/Main.java 12"],
      ["/x/a.js: line 2, col 9, Error", "/x/a.js: line 2, col 9 → /x/a.js 2 9"],
      ["    at f (file:///x/a.mjs:2:32)", "file:///x/a.mjs:2:32 → file:///x/a.mjs 2 32"],
      ["at f (webpack:///./a.cy.js:2:3)", "webpack:///./a.cy.js:2:3 → webpack:///./a.cy.js 2 3"],
      [
        "at f (http://localhost:9876/base/a.js?4f:2:3)",
        "http://localhost:9876/base/a.js?4f:2:3 → http://localhost:9876/base/a.js?4f 2 3",
      ],
      ["e: file:///C:/x/A.kt:3:5 bad", "file:///C:/x/A.kt:3:5 → file:///C:/x/A.kt 3 5"],
      ["  --> src/main.rs:5:22", "src/main.rs:5:22 → src/main.rs 5 22"],
      ["   at Acme.Cart.Add() in /x/Cart.cs:line 12", "/x/Cart.cs:line 12 → /x/Cart.cs 12"],
      ['│   on main.tf line 3, in resource "x" "y":', "main.tf line 3 → main.tf 3"],
      ["ci/deploy.sh: line 12: X: unbound variable", "ci/deploy.sh: line 12 → ci/deploy.sh 12"],
      ["In ci/deploy.sh line 4:", "ci/deploy.sh line 4 → ci/deploy.sh 4"],
    ] as const)
      assert.deepEqual(find(line), places);
  });

  it("reads line and column below the path of a file", () => {
    const found = find("/x/a.js", "  2:9   error    bad  rule", "  3:21  warning  bad", "", "  4:1  error  nobody's");
    assert.deepEqual(found, ["2:9 → /x/a.js 2 9", "3:21 → /x/a.js 3 21"]);
  });

  it("ignores times, hosts, versions and addresses", () => {
    const lines =
      "12:30:05 begin|http://127.0.0.1:3000/a|https://host.example/a/b.js:3:4|localhost:8080|v1.2.3:4|a.ts:0|ratio 4:3|file.txt:1.5";
    assert.deepEqual(find(...lines.split("|")), []);
  });

  it("offers the path with its blanks, too", () => {
    const [place] = new ReferenceFinder().find("  src/order form.ts(3,86): error");
    assert.deepEqual(place?.fromLineStart, { start: 2, path: "src/order form.ts" });
  });

  it("finds a place for every problem of the recorded outputs", () => {
    for (const { name, lines } of recorded) {
      const finder = new ReferenceFinder();
      const places = lines
        .flatMap((line) => finder.find(line))
        .flatMap(({ path, fromLineStart: wide, line }) => [`${path} ${line}`, `${wide?.path} ${line}`]);
      // Babel names the column only by number within brackets.
      for (const { path, line } of scan(lines).filter((one) => !one.path.includes("broken.test")))
        assert.ok(places.includes(`${path} ${line}`), `${name}: ${path} ${line}`);
    }
  });

  it("takes linear time for lines of a megabyte", () => {
    const finder = new ReferenceFinder();
    for (const piece of [":1", "(1", "a", "a.b", '"', ":[1,1]", " a.c:1", "/"]) {
      for (let round = 0; round < 20; round++)
        assert.ok(finder.find(piece.repeat(1_000_000 / piece.length)).length <= 20);
    }
  });
});

describe("paths of problems", () => {
  const files = [
    ...["main.c", "c/main.c", "c/include/list.h", "web/src/cart.ts", "api/src/cart.ts", "web/src/order form.ts"],
    ...["go/shape/shape_test.go", "go/other/shape_test.go", "java/src/main/java/com/acme/Main.java"],
    ...["json/__init__.py", "Makefile", "lib/a.rb"],
  ];
  const paths = new ProjectPaths(files);
  const none = { checkouts: [], project: "acme/app" };
  const find = (path: string, folder?: string, checkouts: readonly string[] = []): string | undefined =>
    paths.find(path, { ...none, checkouts }, folder);

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
webpack:///./node_modules/x/lib/a.rb
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
..\\api/src\\cart.ts > api/src/cart.ts in web
webpack:///./web/src/cart.ts > web/src/cart.ts
webpack://app/./src/cart.ts > api/src/cart.ts in api
webpack:///builds/acme/app/api/src/cart.ts > api/src/cart.ts
vite-node:///web/src/cart.ts?v=1 > web/src/cart.ts
http://localhost:9876/base/web/src/cart.ts?4f2a > web/src/cart.ts
http://127.0.0.1:9876/absolute/builds/acme/app/c/main.c > c/main.c
http://localhost:9876/_karma_webpack_/webpack:/web/src/cart.ts > web/src/cart.ts
file:///C:/builds/acme/app/c/main.c > c/main.c
file:///c%3A/builds/acme/app/c/main.c > c/main.c
file:/builds/acme/app/c/main.c > c/main.c
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
