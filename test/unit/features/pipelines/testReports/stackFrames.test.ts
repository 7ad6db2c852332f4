import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { stackFrames } from "../../../../../src/features/pipelines/testReports/stackFrames.ts";

const places = (text: string): string[] =>
  stackFrames(text).map(({ path, line, column }) =>
    [path, line, column].filter((part) => part !== undefined).join(":"),
  );

const frame = (n: number): string => `    at f (/b/a.js:${n}:1)`;

describe("places in the text of a failed test", () => {
  for (const [language, text, ...expected] of [
    [
      "JavaScript",
      "Error: missing\n    at T.<anonymous> (file:///b/g/dew%20point.js:8:73)\n    at async Test.run (node:internal/test:1069:7)\n    at /b/g/run.js:3:1",
      "file:///b/g/dew%20point.js:8:73",
      "node:internal/test:1069:7",
      "/b/g/run.js:3:1",
    ],
    [
      "Python, the innermost first",
      'Traceback (most recent call last):\n  File "/b/g/test_a.py", line 7, in test_sum\n    self.assertEqual(add(1, 1), 3)\n  File "/usr/lib/case.py", line 885, in assertEqual\nAssertionError: 2 != 3',
      "/usr/lib/case.py:885",
      "/b/g/test_a.py:7",
    ],
    [
      "the JVM",
      "java.lang.AssertionError: expected:<1>\n\tat app//org.junit.Assert.fail(Assert.java:89)\n\tat com.acme.CartTest.adds(CartTest.java:42)",
      "org/junit/Assert.java:89",
      "com/acme/CartTest.java:42",
    ],
    [".NET", "   at Shop.CartTests.Adds() in /b/g/CartTests.cs:line 12", "/b/g/CartTests.cs:12"],
    [".NET in German", "   bei Cart.Adds(Int32 a) in C:\\b\\g\\Cart.cs:Zeile 3.", "C:\\b\\g\\Cart.cs:3"],
    [".NET in French", "   à Cart.Adds() dans /b/g/Cart.cs:ligne 3", "/b/g/Cart.cs:3"],
    [".NET on Windows", "   at Cart.Adds() in C:\\b\\g\\Cart.cs:line 3", "C:\\b\\g\\Cart.cs:3"],
    ["pytest", "def test_a():\n>       assert 1 == 2\n\ntests/test_a.py:2: AssertionError", "tests/test_a.py:2"],
    ["Go", "    cart_test.go:19: got 1, want 2", "cart_test.go:19"],
    [
      "Ruby",
      "Failure/Error: x\n./spec/cart_spec.rb:5:in `block (2 levels) in <top (required)>'",
      "./spec/cart_spec.rb:5",
    ],
    ["PHP", "Failed asserting that false is true.\n\n/b/g/CartTest.php:9", "/b/g/CartTest.php:9"],
    ["Rust", "thread 'tests::adds' panicked at src/lib.rs:14:9:", "src/lib.rs:14:9"],
    ["nothing", ""],
    ["a line that is too long", "a.b:1:".repeat(100_000)],
    ["a repeated frame", `${frame(1)}\n`.repeat(3), "/b/a.js:1:1"],
  ] as const)
    it(`are found in ${language}`, () => assert.deepEqual(places(text), expected));

  it("have the names of functions", () =>
    assert.equal(stackFrames("    at T.<anonymous> (/b/a.js:8:73)")[0]?.label, "T.<anonymous>"));

  it("are fifty at most, from the first and the last thousand lines", () => {
    const long = Array.from({ length: 200_000 }, (_, at) => frame(at + 1)).join("\n");
    assert.equal(stackFrames(long).length, 50);
    for (const lineBreak of ["\n", "\r\n"]) {
      const text = (lines: number): string =>
        Array.from({ length: lines }, (_, at) =>
          [999, 1_000, lines - 1_001, lines - 1_000].includes(at) ? frame(at) : "x",
        ).join(lineBreak);
      assert.deepEqual(places(text(5_000)), ["/b/a.js:999:1", "/b/a.js:4000:1"]);
      assert.deepEqual(places(text(2_000)), ["/b/a.js:999:1", "/b/a.js:1000:1"]);
    }
  });
});
