import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { spanAfter } from "../../../../src/core/ui/shiftSpan.ts";

describe("a place in a text that is edited", () => {
  /** The place is between brackets. */
  const moved = (before: string, after: string): string => {
    const span = { start: before.indexOf("["), end: before.indexOf("]") - 1 };
    const { start, end } = spanAfter(span, before.replaceAll(/[[\]]/g, ""), after);
    return `${after.slice(0, start)}[${after.slice(start, end)}]${after.slice(end)}`;
  };

  for (const [what, before, after, expected] of [
    ["stays when nothing changes", "ab[]c", "abc", "ab[]c"],
    ["moves with what is typed before it", "ab[cd]e", "axbcde", "axb[cd]e"],
    ["moves with what is deleted before it", "ab[cd]e", "bcde", "b[cd]e"],
    ["stays when something is typed behind it", "ab[cd]e", "abcdef", "ab[cd]ef"],
    ["is behind what is typed there", "a[]", "aa", "aa[]"],
    ["is behind what replaces it", "ab[cd]e", "abXYe", "abXY[]e"],
    ["is behind what replaces all", "ab[cd]e", "", "[]"],
  ] as const)
    it(what, () => assert.equal(moved(before, after), expected));
});
