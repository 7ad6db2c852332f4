import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Page, pageOf } from "../../../../src/features/agents/paging.ts";

describe("pages of a tool's answer", () => {
  it("end at their number, and skip none", () => {
    const items = Array.from({ length: 25 }, (_, at) => `item ${at}`);
    const seen: string[] = [];
    for (let next: number | undefined = 0; next !== undefined;) {
      const page: Page = pageOf(items, next, 10, (one) => one);
      seen.push(...page.texts);
      next = page.next;
    }
    assert.deepEqual(seen, items);
  });

  it("end at their size in bytes, with one item at least", () => {
    const items = ["世".repeat(3_000), "世".repeat(1_000), "世".repeat(1_000), "x".repeat(90_000), "end"];
    assert.deepEqual([pageOf(items, 0, 10, (one) => one).next, pageOf(items, 1, 10, (one) => one).next], [2, 3]);
    assert.equal(pageOf(items, 3, 10, (one) => one).next, 4);
    assert.deepEqual(
      pageOf(items, 4, 10, (one) => one),
      { texts: ["end"], next: undefined },
    );
    assert.deepEqual(
      pageOf(items, 9, 10, (one) => one),
      { texts: [], next: undefined },
    );
  });
});
