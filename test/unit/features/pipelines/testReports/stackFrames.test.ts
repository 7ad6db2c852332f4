import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { stackFrames } from "../../../../../src/features/pipelines/testReports/stackFrames.ts";

const places = (text: string): string[] =>
  stackFrames(text).map(({ path, line, column }) =>
    [path, line, column].filter((part) => part !== undefined).join(":"),
  );

describe("places in the text of a failed test", () => {
  it("are found in stacks of JavaScript, with their functions", () => {
    const text = `AssertionError [ERR_ASSERTION]: Missing expected exception
    at TestContext.<anonymous> (file:///builds/demo/weather/test/dew%20point.test.js:8:73)
    at async Test.run (node:internal/test_runner/test:1069:7)
    at /builds/demo/weather/lib/run.js:3:1`;
    assert.deepEqual(places(text), [
      "file:///builds/demo/weather/test/dew%20point.test.js:8:73",
      "node:internal/test_runner/test:1069:7",
      "/builds/demo/weather/lib/run.js:3:1",
    ]);
    assert.equal(stackFrames(text)[0]?.label, "TestContext.<anonymous>");
  });

  it("are turned around where Python tells the innermost last", () => {
    const text = `Traceback (most recent call last):
  File "/builds/g/p/tests/test_a.py", line 7, in test_sum
    self.assertEqual(add(1, 1), 3)
  File "/usr/lib/python3.12/unittest/case.py", line 885, in assertEqual
    assertion_func(first, second, msg=msg)
AssertionError: 2 != 3`;
    assert.deepEqual(places(text), ["/usr/lib/python3.12/unittest/case.py:885", "/builds/g/p/tests/test_a.py:7"]);
  });

  it("are the package's folders and the file for the JVM", () => {
    const text =
      "java.lang.AssertionError: expected:<1>\n\tat app//org.junit.Assert.fail(Assert.java:89)\n\tat com.acme.shop.CartTest.adds(CartTest.java:42)";
    assert.deepEqual(places(text), ["org/junit/Assert.java:89", "com/acme/shop/CartTest.java:42"]);
  });

  it("are found for .NET, pytest, Go, Ruby, PHP and Rust", () => {
    assert.deepEqual(places("   at Shop.Tests.CartTests.Adds() in /builds/g/p/Shop.Tests/CartTests.cs:line 12"), [
      "/builds/g/p/Shop.Tests/CartTests.cs:12",
    ]);
    assert.deepEqual(
      places("def test_a():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntests/test_a.py:2: AssertionError"),
      ["tests/test_a.py:2"],
    );
    assert.deepEqual(places("    cart_test.go:19: got 1, want 2"), ["cart_test.go:19"]);
    assert.deepEqual(
      places("Failure/Error: expect(1).to eq 2\n./spec/cart_spec.rb:5:in `block (2 levels) in <top (required)>'"),
      ["./spec/cart_spec.rb:5"],
    );
    assert.deepEqual(places("Failed asserting that false is true.\n\n/builds/g/p/tests/CartTest.php:9"), [
      "/builds/g/p/tests/CartTest.php:9",
    ]);
    assert.deepEqual(places("thread 'tests::adds' panicked at src/lib.rs:14:9:"), ["src/lib.rs:14:9"]);
    assert.deepEqual(places("   at Cart.Adds() in C:\\builds\\g\\p\\Cart.cs:line 3"), ["C:\\builds\\g\\p\\Cart.cs:3"]);
  });

  it("are each told once, no more than fifty, and a log's length does not matter", () => {
    const frame = (n: number): string => `    at f (/b/a.js:${n}:1)\n`;
    assert.equal(stackFrames(frame(1).repeat(3)).length, 1);
    const long = Array.from({ length: 200_000 }, (_, at) => frame(at + 1)).join("");
    assert.equal(stackFrames(long).length, 50);
    assert.deepEqual(stackFrames("a.b:1:".repeat(100_000)), [], "nobody writes such lines about places");
    assert.deepEqual(stackFrames(""), []);
  });

  it("are found in the first and the last thousand lines of a long text, whatever breaks them", () => {
    const frame = (n: number): string => `    at f (/b/a.js:${n}:1)`;
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
