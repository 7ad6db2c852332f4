import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { linePrefix } from "../../../../src/core/logText/linePrefix.ts";

/** The prefix, the program's line, and the folder that it names. */
const split = (text: string): (string | undefined)[] => {
  const prefix = linePrefix(text);
  return prefix ? [text.slice(0, prefix.length), text.slice(prefix.length), prefix.folder] : [];
};

describe("the prefix of a line", () => {
  it("ends before the indentation of the program's line", () => {
    const plain =
      "12:34:56 ¦[12:34:56.789] ¦2026-03-04T10:12:31.004Z ¦2026-03-04 10:12:31,004 ¦2026/03/04 10:12:31 ¦#12 3.456 ¦3.456 ¦web-1  | ¦│ ¦" +
      "    [javac] ¦[@acme/web]: ¦##[error]¦web: ¦2026-03-04 10:12:31,004 web-1  | ";
    const message = "  src/a.ts(1,2): error TS1: no";
    for (const [prefix, folder] of [
      ...plain.split("¦").map((prefix) => [prefix, undefined] as const),
      ["web:build: ", "web"],
      ["@acme/web:build: ", "web"],
      ["packages/web build: ", "packages/web"],
      ["#12 3.456 @acme/web:build: ", "web"],
    ] as const)
      assert.deepEqual(split(prefix + message), [prefix, message, folder]);
  });

  it("is missing from plain lines, and leaves out words of the message", () => {
    const bare = "|  |src/a.ts:1:2: error: no|    at f (a.js:1:2)|gcc -c a.c|a/b.c:3:4|https://a.example/b: c";
    for (const line of bare.split("|")) assert.deepEqual(split(line), [], line);
    assert.deepEqual(split("web:test: TypeError: no"), ["web:test: ", "TypeError: no", "web"]);
    assert.deepEqual(split("web:test: packages/core: ok"), ["web:test: ", "packages/core: ok", "web"]);
    assert.deepEqual(split("12:34:56 TypeError: no"), ["12:34:56 ", "TypeError: no", undefined]);
  });

  it("has one key per program, whatever the times", () => {
    const keys = (...lines: string[]): number => new Set(lines.map((line) => linePrefix(line)?.key)).size;
    assert.deepEqual([keys("#12 3.456 a", "#12 4.001 b"), keys("12:34:56 a", "12:34:57 b")], [1, 1]);
    assert.equal(keys("10:12:31 web-1  | a", "10:12:32 web-1  | b"), 1);
    assert.deepEqual([keys("#12 3.456 a", "#13 3.456 b"), keys("web:test: a", "api:test: a")], [2, 2]);
  });

  it("distinguishes words before messages from programs", () => {
    const isWord = (line: string): boolean | undefined => linePrefix(line)?.isWord;
    for (const line of ["Error: a", "TypeError: a", "note: a", "fatal error: a"]) assert.equal(isWord(line), true);
    for (const line of ["web: a", "web:build: a", "[error] a"]) assert.equal(isWord(line), false);
  });
});
