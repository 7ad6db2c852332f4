import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { readDay } = await import("../../../../src/features/milestones/pickDay.ts");
const { dayNumber, dayText } = await import("../../../../src/features/milestones/dates.ts");

// A Saturday.
const here = dayNumber("2026-11-21") ?? 0;
const read = (text: string, locale = "en"): string | undefined => {
  const day = readDay(text, here, locale);
  return day === undefined ? undefined : dayText(day);
};

describe("days in words", () => {
  it("are read in the language of the person and in English", () => {
    for (const [text, day, locale] of [
      ["2026-12-24", "2026-12-24"],
      [" 24.12.2026 ", "2026-12-24"],
      ["1.2.2027", "2027-02-01"],
      ["today", "2026-11-21"],
      ["Tomorrow", "2026-11-22"],
      ["yesterday", "2026-11-20"],
      ["in 2 weeks", "2026-12-05"],
      ["in  3 days", "2026-11-24"],
      ["3 days ago", "2026-11-18"],
      ["next week", "2026-11-28"],
      ["next month", "2026-12-21"],
      ["in 3 months", "2027-02-21"],
      ["in 1 year", "2027-11-21"],
      ["+2w", "2026-12-05"],
      ["10d", "2026-12-01"],
      ["friday", "2026-11-27"],
      ["next fri", "2026-11-27"],
      ["Saturday", "2026-11-28"],
      ["in 2 Wochen", "2026-12-05", "de"],
      ["übermorgen", "2026-11-23", "de"],
      ["Freitag", "2026-11-27", "de"],
      ["in 2 weeks", "2026-12-05", "de"],
    ] as const)
      assert.equal(read(text, locale), day, text);
    for (const text of ["2026-02-30", "2026-1-1", "31.2.2026", "someday", "", "12", "in weeks"])
      assert.equal(read(text), undefined, text);
  });

  it("ends a month on its last day", () => {
    assert.equal(dayText(readDay("in 1 month", dayNumber("2027-01-31") ?? 0, "en") ?? 0), "2027-02-28");
    assert.equal(dayText(readDay("next year", dayNumber("2028-02-29") ?? 0, "en") ?? 0), "2029-02-28");
  });
});
