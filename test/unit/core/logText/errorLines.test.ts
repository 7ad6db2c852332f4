import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { ErrorLines, PARTS, type RatedLine } from "../../../../src/core/logText/errorLines.ts";
import { STRENGTH, type Strength } from "../../../../src/core/logText/errorWords.ts";

function linesOf(rated: readonly RatedLine[], from = 0): ErrorLines {
  const lines = new ErrorLines();
  rated.forEach((one, at) => lines.add(one, from + at));
  return lines;
}

const error = (strength: Strength, more: { program?: string; failed?: string } = {}): RatedLine => ({
  kind: "error",
  part: PARTS.script,
  strength,
  ...more,
});
const [command, stepDone, pass, output, closing] = (["command", "stepDone", "pass", "output", "closing"] as const).map(
  (kind): RatedLine => ({ kind }),
) as [RatedLine, RatedLine, RatedLine, RatedLine, RatedLine];
const { certain, cause, likely, words } = STRENGTH;

describe("the candidates for the first error", () => {
  const best: readonly (readonly [title: string, lines: readonly RatedLine[], best: number])[] = [
    ["an error after a step to one before it, however clear", [error(cause), stepDone, error(words)], 2],
    ["an error before a step to what was written last", [error(cause), stepDone, output, closing], 0],
    ["what a tool says of a place before a step", [error(certain), stepDone, error(cause)], 0],
    ["a cause after a test that passed to one before it", [error(cause), pass, error(cause)], 2],
    ["a cause before a test that passed to a weaker error", [error(cause), pass, error(likely)], 0],
    ["the first of two causes after a test that passed", [pass, error(cause), error(cause)], 1],
    [
      "the errors of the program that failed",
      [error(cause, { program: "a" }), error(likely, { program: "b" }), error(words, { failed: "b" })],
      1,
    ],
    [
      "the first program that failed",
      [error(likely, { program: "a", failed: "a" }), error(cause, { program: "b", failed: "b" })],
      0,
    ],
    [
      "an error of another program to words of the one that failed",
      [error(cause, { program: "a" }), error(words, { program: "b", failed: "b" })],
      0,
    ],
    [
      "the last command's programs",
      [error(cause, { program: "a", failed: "a" }), command, error(cause), error(cause, { program: "b", failed: "b" })],
      3,
    ],
    ["the last command to steps of one before it", [error(cause), stepDone, command, error(words)], 3],
  ];
  for (const [title, lines, at] of best) it(`prefers ${title}`, () => assert.equal(linesOf(lines).candidates()[0], at));

  it("are the same however the lines are split into blocks", () => {
    const program = fc.constantFrom("", "a", "b");
    const rated = fc.oneof(
      fc.constantFrom(command, stepDone, pass, output, closing),
      fc
        .record({
          part: fc.constantFrom(...Object.values(PARTS)),
          strength: fc.constantFrom(...Object.values(STRENGTH)),
          program,
          failed: fc.option(fc.constantFrom("a", "b"), { nil: undefined }),
        })
        .map(({ failed, ...rest }): RatedLine => ({ kind: "error", ...rest, ...(failed !== undefined && { failed }) })),
    );
    fc.assert(
      fc.property(fc.array(fc.array(rated, { maxLength: 6 }), { maxLength: 5 }), (blocks) => {
        const joined = new ErrorLines();
        let from = 0;
        for (const block of blocks) {
          joined.append(linesOf(block, from));
          from += block.length;
        }
        assert.deepEqual(joined.candidates(), linesOf(blocks.flat()).candidates());
      }),
      { numRuns: 5_000 },
    );
  });
});
