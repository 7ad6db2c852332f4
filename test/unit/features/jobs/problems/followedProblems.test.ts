import assert from "node:assert/strict";
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

  it("are read soon from lines that are parsed already, so that few wait", async () => {
    const problems = new FollowedProblems();
    const parser = new LogParser();
    for (let at = 0; at < 30; at++) problems.add(parser.push(log(at * 1_000, 1_000)));
    problems.drop();
    assert.ok((await problems.end()).problems.length >= 400);
  });

  it("yield to other work within a block of many lines, and when many lines wait that are parsed already", async () => {
    const now = performance.now.bind(performance);
    let [time, turns, isOver] = [0, 0, false];
    // Each look at the clock is 10 ms later, as after a slow line.
    performance.now = () => (time += 10);
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    try {
      const problems = new FollowedProblems();
      problems.add(new LogParser().pieces(Buffer.from("\n".repeat(2_000))));
      await problems.end();
      assert.ok(turns >= 1_900, `${turns} turns`);
      turns = 0;
      for (let at = 0; at < 21; at++) problems.add(new LogParser().push(log(at * 1_000, 1_000)));
      await problems.end();
      assert.ok(turns >= 20_000, `${turns} turns`);
    } finally {
      performance.now = now;
      isOver = true;
    }
  });
});
