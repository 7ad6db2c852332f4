import assert from "node:assert/strict";
import fc from "fast-check";
import { it } from "mocha";
import { ErrorLines, PARTS, type RatedLine } from "../../../../src/core/logText/errorLines.ts";
import { STRENGTH } from "../../../../src/core/logText/errorWords.ts";

function linesOf(rated: readonly RatedLine[], from = 0): ErrorLines {
  const lines = new ErrorLines();
  rated.forEach((one, at) => lines.add(one, from + at));
  return lines;
}

const others = (["command", "stepDone", "pass", "output", "closing"] as const).map((kind): RatedLine => ({ kind }));

it("the candidates for the first error are the same however the lines are split into blocks", () => {
  const program = fc.constantFrom("", "a", "b");
  const part = fc.constantFrom(...Object.values(PARTS));
  const strength = fc.constantFrom(...Object.values(STRENGTH));
  const failed = fc.constantFrom("a", "b");
  const error = fc.record(
    { kind: fc.constant("error" as const), part, strength, program, failed },
    { requiredKeys: ["kind", "part", "strength", "program"] },
  );
  const rated: fc.Arbitrary<RatedLine> = fc.oneof(fc.constantFrom(...others), error);
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
