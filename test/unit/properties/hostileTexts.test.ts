import assert from "node:assert/strict";
import fc from "fast-check";
import { hostileReaders, hostileTextsOf, longestTurn } from "../../support/hostileReaders.ts";
import { inLong } from "../../support/long.ts";
import { holds } from "../../support/property.ts";
import { seedVariable, shuffled } from "../../support/seed.ts";

const size = inLong(40_000, 10_000_000);
/** Deals the texts of each reader: `npm test` takes a third of them. */
const seed = Number(process.env[seedVariable] ?? 0);
/** How many times longer than the reference a turn may take: what is superlinear takes a hundred times longer and more at these sizes. */
const slack = 20;

/** Milliseconds that a loop over ten million characters takes in this run. */
async function referenceTurn(): Promise<number> {
  const text = "1. ".repeat(10_000_000 / 3);
  const turns: number[] = [];
  let sum = 0;
  for (let run = 0; run < 3; run++)
    turns.push(
      await longestTurn(() => {
        for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
      }),
    );
  assert.ok(sum > 0);
  return Math.max(...turns);
}

describe("texts of hosts that are made to be slow", function () {
  const reference = referenceTurn();

  for (const reader of hostileReaders)
    it(`hold up nothing: ${reader.name}`, async () => {
      const texts = [...hostileTextsOf(reader, size)];
      for (const [what, text] of shuffled(texts, seed).slice(0, inLong(Math.ceil(texts.length / 3), texts.length))) {
        const turn = await longestTurn(() => reader.read(text));
        assert.ok(turn < slack * (await reference), `${JSON.stringify(what)}: ${turn.toFixed(0)} ms in one turn`);
      }
    });

  it("hold up nothing, whatever marks they repeat", () =>
    holds(
      "hostile texts",
      fc.record({
        reader: fc.constantFrom(...hostileReaders.flatMap(({ units }, at) => (units.length > 0 ? [at] : []))),
        marks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        before: fc.array(fc.nat(), { maxLength: 2 }),
      }),
      async ({ reader: at, marks, before }) => {
        const reader = hostileReaders[at] ?? assert.fail();
        const { units, most = Infinity } = reader;
        const written = (numbers: readonly number[]): string =>
          numbers.map((one) => units[one % units.length]).join("");
        const unit = written(marks);
        const text = written(before) + unit.repeat(Math.ceil(Math.min(inLong(40_000, 100_000), most) / unit.length));
        const turn = await longestTurn(() => reader.read(text));
        assert.ok(turn < slack * (await reference), `${JSON.stringify(unit)}: ${turn.toFixed(0)} ms in one turn`);
      },
      { runs: 10, whole: 3_000 },
    ));
});
