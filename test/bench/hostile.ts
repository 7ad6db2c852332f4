/**
 * How long other work waits while texts of hosts are read that are made to be slow, beside a loop of the same run.
 *
 *     npm run bench -- hostile
 *
 * Each reader is given ten megabytes of every mark and repetition of its format; the longest turn of the loop is what nothing else could
 * run in. Counted is what this thread computes, so that other processes do not matter.
 */
import { hostileReaders, hostileTextsOf, longestTurn } from "../support/hostileReaders.ts";
import { result } from "./results.ts";

const size = 10_000_000;
const goal = 100;

/** A loop over ten megabytes that looks at each character once. */
const text = "1. ".repeat(size / 3);
let sum = 0;
const reference = await longestTurn(() => {
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
});
result({
  name: "a look at each of 10 million characters",
  value: reference,
  unit: "ms",
  note: sum === 0 ? "" : "the reference",
});

const only = process.argv.at(-1) ?? "";
for (const reader of hostileReaders.filter(({ name }) => !only.startsWith("=") || name === only.slice(1))) {
  let [worst, of] = [0, ""];
  for (const [unit, hostile] of hostileTextsOf(reader, size)) {
    // The first time, the engine has compiled nothing yet.
    const turns = [await longestTurn(() => reader.read(hostile))];
    if (turns[0] !== undefined && turns[0] > goal / 2) turns.push(await longestTurn(() => reader.read(hostile)));
    const turn = Math.min(...turns);
    if (process.argv.includes("--all") && turn > 30)
      console.log(`   ${reader.name}: ${JSON.stringify(unit)} ${turn.toFixed(0)} ms`);
    if (turn > worst) [worst, of] = [turn, unit];
  }
  result({
    name: `longest turn: ${reader.name}`,
    value: worst,
    unit: "ms",
    goal: `< ${goal} ms`,
    met: worst < goal,
    note: `${(worst / reference).toFixed(1)} × the reference, made of ${JSON.stringify(of)}`,
  });
}
