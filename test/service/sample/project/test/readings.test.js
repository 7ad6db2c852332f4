import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseReading, parseReadings } from "../src/readings.js";

describe("readings", () => {
  it("reads a line", () => {
    assert.deepEqual(parseReading("2026-06-01T06:00:00Z north temperature=11.4 pressure=1013.2"), {
      time: "2026-06-01T06:00:00Z",
      sensor: "north",
      values: { temperature: 11.4, pressure: 1013.2 },
    });
  });
  it("skips empty lines and remarks", () => {
    assert.equal(parseReadings("# day\n\n2026-06-01T06:00:00Z north temperature=1\n").length, 1);
  });
  for (const [line, problem] of [
    ["yesterday north temperature=1", /Not a time/],
    ["2026-06-01T06:00:00Z temperature=1", /name is missing/],
    ["2026-06-01T06:00:00Z north", /no values/],
    ["2026-06-01T06:00:00Z north temperature=warm", /Not a number/],
  ]) {
    it(`refuses the line ${line}`, () => assert.throws(() => parseReading(line), problem));
  }
});
