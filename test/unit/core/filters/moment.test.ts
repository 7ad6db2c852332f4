import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { momentOf } from "../../../../src/core/filters/moment.ts";

const now = Date.UTC(2026, 0, 31, 12);

describe("momentOf", () => {
  const local = (...parts: [number, number, number, number?, number?, number?]): string =>
    new Date(...(parts as [number, number, number])).toISOString();
  for (const [text, expected] of [
    ["90min", "2026-01-31T10:30:00.000Z"],
    ["12h", "2026-01-31T00:00:00.000Z"],
    ["3d", "2026-01-28T12:00:00.000Z"],
    ["2 W", "2026-01-17T12:00:00.000Z"],
    ["2026-01-31", local(2026, 0, 31)],
    ["2026-01-31 18:30", local(2026, 0, 31, 18, 30)],
    ["2026-01-31T18:30:05", local(2026, 0, 31, 18, 30, 5)],
    ["2026-01-31T18:30Z", "2026-01-31T18:30:00.000Z"],
    ["2026-01-31T18:30:00.123+02:00", "2026-01-31T16:30:00.123Z"],
  ] as const)
    it(`reads ${text}`, () => assert.equal(momentOf(text, now), expected));

  it("reads nothing else", () => {
    for (const text of ["2026-02-31", "2026-13-01", "2026-01-31 25:00", "yesterday", "3", "3 months", ""])
      assert.equal(momentOf(text, now), undefined, text);
  });

  it("reads what it wrote", () => {
    const iso = momentOf("90min", now) ?? "";
    assert.equal(momentOf(iso, 0), iso);
  });
});
