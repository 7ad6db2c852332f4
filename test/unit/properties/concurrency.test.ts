import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, it } from "mocha";
import { type AnswerQuality, Concurrency, maxConcurrency } from "../../../src/api/concurrency.ts";
import { holds } from "../../support/property.ts";

describe("pages requested at once, for any answers of the host", function () {
  /** `ask` for so many; call off, or answer, one of those that wait or are under way. */
  const step = fc.oneof(
    fc.record({ ask: fc.integer({ min: 1, max: 15 }) }),
    fc.record({ callOff: fc.nat(30) }),
    fc.record({
      answer: fc.nat(30),
      quality: fc.constantFrom<AnswerQuality>("good", "good", "good", "slow", "refused"),
    }),
    fc.record({ other: fc.constantFrom<"good" | "refused">("good", "refused") }),
  );

  it("are never more than ten, one after a refusal, in the order of the calls, and never stuck", () =>
    holds(
      "concurrency",
      fc.array(step, { maxLength: 80 }),
      async (steps) => {
        const concurrency = new Concurrency();
        const waiting = new Map<number, AbortController>();
        const under = new Map<number, { end: () => void; answered: (quality: AnswerQuality) => void }>();
        let asked = 0;
        const begun: number[] = [];
        /** The most that may be under way: after a refusal what was so before, else one, until enough was answered well. */
        let most = maxConcurrency;
        let good = 0;
        const ask = (): void => {
          const name = asked++;
          const stop = new AbortController();
          waiting.set(name, stop);
          concurrency.turn(stop.signal).then(
            (end) => {
              begun.push(name);
              waiting.delete(name);
              under.set(name, { end, answered: concurrency.sent() });
            },
            () => undefined,
          );
        };
        const refuse = (): void => {
          most = 1;
          good = 0;
        };
        const noteGood = (): void => void (++good % 10 === 0 && most++);
        for (const one of steps) {
          const before = under.size;
          if ("ask" in one) for (let at = 0; at < one.ask; at++) ask();
          else if ("other" in one) {
            concurrency.sent()(one.other);
            if (one.other === "refused") refuse();
            else noteGood();
          } else if ("callOff" in one) {
            const [name, stop] = [...waiting][one.callOff % Math.max(1, waiting.size)] ?? [];
            stop?.abort();
            if (name !== undefined) waiting.delete(name);
          } else if (under.size > 0) {
            const [name, { end, answered }] = [...under][one.answer % under.size]!;
            under.delete(name);
            if (one.quality === "refused") refuse();
            if (one.quality === "good") noteGood();
            answered(one.quality);
            end();
          }
          await setImmediate();
          assert.deepEqual(
            begun,
            begun.toSorted((a, b) => a - b),
          );
          assert.ok(under.size <= maxConcurrency, `${under.size} at once`);
          assert.ok(under.size <= Math.max(before, most), `${under.size} at once, ${most} at most`);
          assert.ok(waiting.size === 0 || under.size > 0, `${waiting.size} wait for nothing`);
        }
      },
      { whole: 5_000 },
    ));
});
