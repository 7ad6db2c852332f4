import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { LogParser } from "../../../../src/core/logText/parser.ts";
import { ProblemCollector, readProblems } from "../../../../src/core/problems/problemCollector.ts";
import { recordedOf, told } from "./recorded.ts";

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
