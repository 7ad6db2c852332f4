import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { Folders } from "../../../../../src/core/problems/matchers/folders.ts";
import { ProblemScanner } from "../../../../../src/core/problems/matchers/scanner.ts";
import { expected } from "../expected.ts";
import { plainLines, sampleBytes, sampleNames, scan, told } from "../recorded.ts";

const found = (...lines: string[]): string[] => scan(lines).map(told);

describe("problems/matchers", () => {
  for (const name of sampleNames) {
    it(`finds what a real tool said: ${name}`, () => {
      assert.deepEqual(scan(plainLines(sampleBytes(name))).map(told), expected[name]);
    });
  }

  it("finds the same with a runner's time stamps, sections and colours around it", () => {
    const lines = Buffer.from(sampleBytes("tsc-pretty")).toString().split("\n");
    const stamped = lines.map((line) => `2026-09-25T07:33:01.992977Z 01O ${line}\n`).join("");
    const log = `2026-09-25T07:33:00.000000Z 00O section_start:1758785580:step_script\r\u001b[0K\n${stamped}`;
    const shifted = (expected["tsc-pretty"] ?? []).map((line) => line.replace(/^\d+/, (at) => String(Number(at) + 1)));
    assert.deepEqual(scan(plainLines(log)).map(told), shifted);
  });

  it("tells of MSBuild's lines the project's folder, and no repetition in the summary", () => {
    const line =
      "/builds/acme/app/src/Shop/Till.cs(3,5): error CS1002: ; expected [/builds/acme/app/src/Shop/Shop.csproj]";
    assert.deepEqual(
      found(
        line,
        `  ${line}`,
        "     1>C:\\ci\\app\\Till.cs(4,1,4,9): warning CA1822: Mark it [C:\\ci\\app\\Shop.csproj::TargetFramework=net8.0]",
        "A.cs(3): error : odd",
        "MSBUILD : error MSB1009: Project file does not exist.",
      ),
      [
        "1 csc /builds/acme/app/src/Shop/Till.cs:3:5 error CS1002: ; expected </builds/acme/app/src/Shop>",
        "3 MSBuild C:\\ci\\app\\Till.cs:4:1 warning CA1822: Mark it <C:\\ci\\app>",
        "4 MSBuild A.cs:3 error odd",
      ],
    );
    assert.deepEqual(
      scan(["a.cs(4,1,4,9): error CS1: x"]).map(({ endLine, endColumn }) => [endLine, endColumn]),
      [[4, 9]],
    );
  });

  it("keeps as many folders as a build may be deep, and the innermost of them", () => {
    const folders = new Folders();
    for (let at = 0; at < 300; at++) folders.line(`make: Entering directory '/x/${at}'`);
    assert.equal(folders.current, "/x/299");
    for (let at = 0; at < 199; at++) folders.line("make: Leaving directory '/x'");
    assert.equal(folders.current, "/x/100");
    folders.line("make: Leaving directory '/x/100'");
    assert.equal(folders.current, undefined);
  });

  it("takes what a Go test said for an error only when the test failed", () => {
    assert.deepEqual(
      found(
        "=== RUN   TestA",
        "    a_test.go:3: only a log",
        "--- PASS: TestA (0.00s)",
        "=== RUN   TestB",
        "    b_test.go:4: wrong",
        "--- FAIL: TestB (0.00s)",
        "FAIL",
        "FAIL\texample.com/x\t0.1s",
      ),
      ["5 go test b_test.go:4 error wrong <example.com/x>"],
    );
  });

  it("knows how Rust panicked before 1.73, linters of the form of gcc, and vet's prefix", () => {
    assert.deepEqual(
      found(
        "thread 'main' panicked at 'index out of bounds', src/main.rs:4:5",
        "shop/till.py:3: error: Incompatible types in assignment  [assignment]",
        "vet: ./main.go:12:2: undefined: x",
      ),
      [
        "1 rust src/main.rs:4:5 error index out of bounds",
        "2 mypy shop/till.py:3 error assignment: Incompatible types in assignment",
        "3 go ./main.go:12:2 error undefined: x",
      ],
    );
  });

  it("finds Rust's place below a message of several lines, and not where something else came between", () => {
    assert.deepEqual(
      found(
        "error[E0271]: type mismatch",
        "              in three parts",
        " --> src/a.rs:1:2",
        "warning: unused",
        "",
        " --> src/b.rs:1:2",
      ),
      ["1 rustc src/a.rs:1:2 error E0271: type mismatch"],
    );
  });

  it("says nothing of lines that only look like it", () => {
    assert.deepEqual(
      found(
        "12:30:05 error: clock",
        "https://host.example:8080/a:1:2",
        "Listening on 127.0.0.1:3000",
        "error: Recipe failed",
        "  2:9  error  nobody's  rule",
        "2026-09-25 10:11:12 ERROR something",
        "    at somewhere (a.js:1:2)",
        "  File without quotes, line 3",
        "warning: unused",
        "[ERROR] Failed to execute goal x:[help 1]",
      ),
      [],
    );
  });

  it("takes a log apart that nobody meant for it, of any lines", () => {
    const pieces = [
      "/a/b.c:1:2: error: x",
      "  at f (",
      "E   x",
      'File "',
      "--> ",
      "(1,2): error CS1: ",
      ":[1,2] ",
      "panic: ",
      "make: Entering directory '",
      "● ",
      ")",
      "]",
      " ",
      ".go:1:",
      "\t",
      "a.b.C: ",
      "web:build: ",
      "#1 2.34 ",
      "app | ",
      "[1] ",
      "a.rb:1:2: C: x",
      "CMake Error at a:1 (b):",
      "  1) A::b",
      "  1) test a (b)",
      "Error: x",
      "  on a.tf line 1, in",
      " FAIL  a",
      " ❯ a.ts:1:2",
      "✘ [ERROR] x",
      "    a.ts:1:2:",
      "   at A.b() in /a.cs:line 1",
      "  Failed a [1 ms]",
      "E501 x",
      " --> a.py:1:2",
      "  Line   a.php",
      "  1   x",
      "/a.php:1",
      "     # ./a.rb:1:in x",
      "::error file=a,line=1::x",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), { maxLength: 12 }), {
          maxLength: 30,
        }),
        (lines) => {
          for (const { path, line, message, logLine } of scan(lines.map((parts) => parts.join("")))) {
            assert.ok(line >= 1 && message.length <= 2000 && logLine < lines.length && typeof path === "string");
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  // What takes more than linear time does not end within the test's time.
  it("is done with a line of a megabyte at once, whatever it repeats", () => {
    const pieces = [
      "a",
      " ",
      "(",
      ":1",
      ":1:1: ",
      "/",
      ".",
      "a.",
      "at (",
      "\t",
      "_",
      "= ",
      "::",
      "(1,2",
      '"',
      "[",
      " [",
      "->",
      "E  ",
      "  ",
      "a/b.py:1",
      "1",
      "-",
      "a:1:1: error",
      "● ",
      "'",
      "| ",
      "a:",
      "@a/",
      ".rb:1",
      "::",
      " > ",
      " - ",
      "=a,",
      "[*] ",
      "SC2000 ",
    ];
    for (const piece of pieces) {
      const rest = piece.repeat(1_000_000 / piece.length);
      const lines = [
        "",
        "  at ",
        "[ERROR] ",
        "thread '",
        "\tat ",
        '  File "',
        "error: x",
        "/",
        "E  ",
        "x:1:1: error: ",
        "    x.go:1: ",
        "  --> ",
        "$ cd ",
        "panic: ",
        "  2:3  error  ",
        "java.lang.X: ",
        "web:build: ",
        "#1 1.00 ",
        "[a] ",
        "CMake Error at ",
        "a.hs:1:1: error:",
        "::error ",
        "  1) ",
        "In ",
        "Error: ",
        "E501 ",
        "FAIL  ",
        "  Failed ",
        "✘ [ERROR] ",
        "ERROR in ",
        "[error] -- ",
        "PHP Fatal error:  ",
        "[ERROR]   A.b:1 ",
        "a.py:1:1: E501 ",
        " ❯ ",
        "00:01 +1: ",
        "  Line   ",
        "   ^-- ",
      ].map((lead) => lead + rest);
      const scanner = new ProblemScanner();
      for (let round = 0; round < 5; round++) lines.forEach((line, at) => scanner.push(line, at));
      scanner.end();
    }
  });

  it("stops at 2,000 problems, and at 2,000 characters of a message", () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `a.c:${at + 1}:1: error: ${"x".repeat(3000)}`);
    const problems = scan(lines);
    assert.equal(problems.length, 2000);
    assert.ok(problems.every(({ message }) => message.length === 2000));
  });
});
