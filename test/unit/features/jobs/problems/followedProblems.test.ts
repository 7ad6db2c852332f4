import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { LogParser } from "../../../../../src/core/logText/parser.ts";
import { ProblemCollector } from "../../../../../src/core/problems/problemCollector.ts";
import { FollowedProblems } from "../../../../../src/features/jobs/problems/followedProblems.ts";

const log = (from: number, count: number): Buffer =>
  Buffer.from(
    Array.from({ length: count }, (_, at) =>
      at % 50 === 0 ? `src/a.ts(${from + at + 1},2): error TS1: wrong\n` : `line ${from + at}\n`,
    ).join(""),
  );

describe("problems of a followed log", () => {
  it("are those of all its lines, with blocks and lines left out", async () => {
    const [problems, whole] = [new FollowedProblems(), new ProblemCollector()];
    const [parser, other] = [new LogParser(), new LogParser()];
    for (const part of [log(0, 3_000), log(3_000, 3_000)]) {
      problems.add(parser.pieces(part));
      whole.lines(other.push(part));
    }
    problems.skip();
    whole.skip();
    problems.add(parser.pieces(log(6_000, 500)));
    whole.lines(other.push(log(6_000, 500)));
    const read = await problems.end();
    assert.equal(read.problems.length, 130);
    assert.deepEqual(read, whole.end());
  });

  it("go on with late lines, also while those before are read", async () => {
    const problems = new FollowedProblems();
    const parser = new LogParser();
    problems.add(parser.pieces(log(0, 5_000)));
    const first = problems.end();
    problems.add(parser.pieces(log(5_000, 100)));
    const second = problems.end();
    assert.deepEqual(
      [await first, await second].map((read) => read.problems.length),
      [100, 102],
    );
  });

  it("are none of what was dropped, or of a log before it was reset", async () => {
    const problems = new FollowedProblems();
    problems.add(new LogParser().pieces(log(0, 500)));
    problems.drop();
    problems.add(new LogParser().pieces(log(0, 500)));
    problems.reset();
    problems.add(new LogParser().pieces(log(0, 100)));
    assert.equal((await problems.end()).problems.length, 2);
  });

  it("are read soon from lines that are parsed already, so that few wait", async () => {
    const problems = new FollowedProblems();
    const parser = new LogParser();
    for (let at = 0; at < 30; at++) problems.add(parser.push(log(at * 1_000, 1_000)));
    problems.drop();
    assert.ok((await problems.end()).problems.length >= 400);
  });
});
