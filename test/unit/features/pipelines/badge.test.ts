import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type BadgeCount, countForBadge } from "../../../../src/features/pipelines/badge.ts";
import { pipeline } from "../../core/tree/fakeHost.ts";

type Row = readonly [id: number, ref: string, status: string];

describe("the badge", () => {
  const table: readonly (readonly [what: string, shown: readonly Row[], count: BadgeCount | undefined])[] = [
    ["nothing", [], undefined],
    [
      "what passed",
      [
        [2, "main", "success"],
        [1, "topic", "canceled"],
      ],
      undefined,
    ],
    [
      "the running ones, on one branch too, before any failure",
      [
        [5, "main", "running"],
        [4, "main", "pending"],
        [3, "topic", "failed"],
        [2, "other", "brand_new"],
        [1, "main", "success"],
      ],
      { kind: "running", value: 3, ref: "main" },
    ],
    [
      "the branches whose latest failed",
      [
        [4, "main", "failed"],
        [3, "topic", "failed"],
        [2, "fine", "success"],
      ],
      { kind: "failed", value: 2, ref: "main" },
    ],
    [
      "a branch once, however often it failed",
      [
        [4, "topic", "failed"],
        [3, "topic", "failed"],
      ],
      { kind: "failed", value: 1, ref: "topic" },
    ],
    [
      "no failure after which the branch passed",
      [
        [9, "main", "success"],
        [1, "main", "failed"],
      ],
      undefined,
    ],
    [
      "a failure after the branch had passed",
      [
        [9, "main", "failed"],
        [1, "main", "success"],
      ],
      { kind: "failed", value: 1, ref: "main" },
    ],
  ];
  for (const [what, shown, count] of table) {
    it(`counts ${what}, in whatever order they are shown`, () => {
      const pipelines = shown.map(([id, ref, status]) => pipeline(id, status, { ref }));
      assert.deepEqual(countForBadge(pipelines), count);
      const reversed = countForBadge(pipelines.reverse());
      assert.deepEqual([reversed?.kind, reversed?.value], [count?.kind, count?.value]);
    });
  }
});
