import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { age, duration, moment } from "../../../../src/core/ui/age.ts";

const now = Date.parse("2024-06-15T12:00:00Z");
const ago = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();

describe("ages", () => {
  const cases: readonly (readonly [seconds: number, expected: string])[] = [
    [0, "now"],
    [59, "now"],
    [-20, "now"],
    [60, "1 min ago"],
    [3_599, "59 min ago"],
    [3_600, "1 hr ago"],
    [86_399, "23 hr ago"],
    [86_400, "yesterday"],
    [6 * 86_400, "6 days ago"],
    [7 * 86_400, "last week"],
    [60 * 86_400, "2 months ago"],
    [800 * 86_400, "2 years ago"],
  ];
  for (const [seconds, expected] of cases)
    it(`${seconds} s: ${expected}`, () => assert.equal(age(ago(seconds), now, "en"), expected));

  it("are absent where there is no time", () => {
    for (const odd of [null, undefined, "", "soon"]) assert.equal(age(odd, now), undefined);
  });

  it("read Git's dates with an offset and the host's with milliseconds alike", () => {
    assert.equal(moment("2024-08-27T14:56:19.000+02:00"), moment("2024-08-27T12:56:19Z"));
  });

  it("are in the user's language, or English if it is invalid", () => {
    assert.equal(age(ago(120), now, "de"), "vor 2 Min.");
    for (const odd of ["xx-not a tag", "", undefined]) assert.equal(age(ago(120), now, odd), "2 min ago");
  });
});

describe("durations", () => {
  for (const [seconds, expected] of [
    [0, "0s"],
    [0.4, "0s"],
    [59.6, "1m"],
    [61, "1m 1s"],
    [3_600, "1h"],
    [3_725, "1h 2m"],
    [90_000, "1d 1h"],
    [86_401, "1d"],
  ] as const)
    it(`of ${seconds} s are ${expected}`, () => assert.equal(duration(seconds, "en"), expected));

  it("are absent where there is no time", () => {
    for (const odd of [null, undefined, -1, NaN, Infinity, "7" as unknown as number])
      assert.equal(duration(odd, "en"), undefined);
  });

  it("are spoken in full", () => assert.equal(duration(3_725, "en", "long"), "1 hour 2 minutes"));
});
