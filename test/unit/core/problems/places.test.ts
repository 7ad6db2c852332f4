import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ReferenceFinder } from "../../../../src/core/problems/places.ts";
import { recorded, scan } from "./recorded.ts";

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
