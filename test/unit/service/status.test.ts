import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { busySeconds, pipelineStatus } from "../../service/pipelines/status.ts";

describe("service: pipeline status from its jobs", () => {
  // `~` before a status: the job may fail.
  const cases: [jobs: string, status: string | undefined][] = [
    ["", undefined],
    ["success success", "success"],
    ["success ~failed", "success"],
    ["success failed", "failed"],
    ["success failed skipped", "failed"],
    ["success canceled skipped", "canceled"],
    ["failed canceled", "failed"],
    ["skipped skipped", "skipped"],
    ["~failed", "success"],
    ["created created", "created"],
    ["pending created", "pending"],
    ["success pending", "running"],
    ["success running created", "running"],
    ["success created", "running"],
    ["success ~manual", "success"],
    ["success manual created", "manual"],
    ["running canceling", "canceling"],
    ["success canceling", "canceling"],
  ];
  for (const [jobs, status] of cases) {
    it(`${jobs || "no jobs"}: ${status ?? "none"}`, () => {
      const states = jobs
        .split(" ")
        .filter((word) => word !== "")
        .map((word) => ({ status: word.replace("~", ""), allowFailure: word.startsWith("~") }));
      assert.equal(pipelineStatus(states), status);
    });
  }

  it("counts overlapping run times once and gaps not at all", () => {
    const span = (startedAt: number | null, finishedAt: number | null) => ({ startedAt, finishedAt });
    assert.equal(
      busySeconds([
        span(0, 10_000),
        span(5_000, 15_000),
        span(6_000, 7_000),
        span(60_000, 61_000),
        span(null, null),
        span(70_000, null),
      ]),
      16,
    );
  });
});
