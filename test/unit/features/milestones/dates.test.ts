import assert from "node:assert/strict";
import { datesText, dayNumber, dayText, isOverdue, today } from "../../../../src/features/milestones/dates.ts";
import { readDay } from "../../../../src/features/milestones/pickDay.ts";

const now = new Date(2026, 10, 21, 12).getTime();
const active = (dates: object) => ({ state: "active" as const, ...dates });

describe("dates of milestones", () => {
  it("are written as people say them", () => {
    const no = undefined;
    for (const [start_date, due_date, text, state = "active"] of [
      [no, "2026-11-21", "due today"],
      [no, "2026-11-22", "due tomorrow"],
      [no, "2026-11-24", "due in 3 days"],
      [no, "2026-12-12", "due in 3 weeks"],
      [no, "2027-05-01", "due May 1, 2027"],
      ["2026-11-23", "2026-11-30", "starts in 2 days, due in 9 days"],
      ["2026-11-01", null, no],
      [no, "2026-11-20", "overdue since today"],
      [no, "2026-11-10", "overdue since Nov 11, 2026"],
      [no, "2026-11-10", "was due Nov 10, 2026", "closed"],
      [null, null, no],
      [no, "soon", no],
    ] as const)
      assert.equal(datesText({ state, start_date, due_date } as Parameters<typeof datesText>[0], now, "en"), text);
    assert.equal(datesText(active({ due_date: "2026-11-24" }), now, "de"), "due in 3 Tagen");
  });

  it("make an active milestone overdue when its day has passed here or on the host", () => {
    assert.equal(isOverdue(active({ due_date: "2026-11-21" }), now), false);
    assert.equal(isOverdue(active({ due_date: "2026-11-20" }), now), true);
    assert.equal(isOverdue(active({ due_date: "2026-11-21", expired: true }), now), true);
    assert.equal(isOverdue({ state: "closed", due_date: "2020-01-01", expired: true }, now), false);
    assert.equal(isOverdue(active({ due_date: null, expired: null }), now), false);
    assert.equal(datesText(active({ due_date: "2026-11-21", expired: true }), now, "en"), "overdue");
  });

  it("are calendar days, whatever the time zone", () => {
    assert.equal(dayText(today(new Date(2026, 0, 1, 0, 1).getTime())), "2026-01-01");
    assert.equal(dayText(today(new Date(2026, 0, 1, 23, 59).getTime())), "2026-01-01");
    const found = [dayNumber("2026-02-30"), dayNumber("x"), dayNumber(null), dayNumber("1970-01-02T00:00:00Z")];
    assert.deepEqual(found, [undefined, undefined, undefined, 1]);
  });
});

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
