import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { mostOverdue, overdue, type RefreshTask } from "../../../../src/core/tree/refreshTask.ts";

const task = (key: string, seenAt: number, every = 1): RefreshTask => ({
  of: key,
  key,
  seenAt,
  every,
  run: () => Promise.resolve(),
});

describe("the most overdue task", () => {
  it("is the one that was read longest ago, for how often it is read", () => {
    const tried = new Map<string, number>();
    assert.equal(mostOverdue([task("new", 90), task("old", 10), task("rare", 0, 2)], tried, 100)?.key, "old");
    assert.equal(overdue(task("rare", 0, 2), tried, 100), 50);
  });

  it("is not one that was tried just now", () => {
    const tried = new Map([["old", 95]]);
    assert.equal(mostOverdue([task("old", 10), task("new", 90)], tried, 100)?.key, "new");
    assert.equal(overdue(task("old", 10), tried, 100), 5);
  });

  it("is the first of equals, and none of none", () => {
    assert.equal(mostOverdue([task("a", 10), task("b", 10)], new Map(), 100)?.key, "a");
    assert.equal(mostOverdue<RefreshTask>([], new Map(), 100), undefined);
  });
});
