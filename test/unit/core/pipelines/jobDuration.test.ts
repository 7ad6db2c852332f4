import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { jobDuration } from "../../../../src/core/pipelines/jobDuration.ts";

const now = Date.UTC(2026, 10, 20, 12);
const before = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();

describe("the duration of a job", () => {
  const ended = { started_at: before(90), finished_at: before(30) };
  const rows: readonly (readonly [what: string, job: Parameters<typeof jobDuration>[0], seconds?: number | null])[] = [
    ["running, from its start", { status: "running", started_at: before(90), duration: 12.5 }, 90],
    ["running, without a duration", { status: "running", started_at: before(90), finished_at: null }, 90],
    ["being canceled", { status: "canceling", started_at: before(90), duration: 12 }, 90],
    ["a clock behind the host's", { status: "running", started_at: before(-5), duration: 12 }, 12],
    ["a clock behind the host's, without a duration", { status: "running", started_at: before(-5), duration: null }, 0],
    ["over", { status: "success", ...ended, duration: 60.2 }, 60.2],
    ["over without an end", { status: "canceled", started_at: before(90), finished_at: null, duration: 5 }, 5],
    ["ended with an unknown status", { status: "brand_new", ...ended, duration: 60 }, 60],
    ["not begun", { status: "pending", started_at: null, duration: null }, null],
    ["an invalid start", { status: "running", started_at: "soon", duration: 7 }, 7],
    ["nothing", { status: "running" }],
  ];
  for (const [what, one, seconds] of rows)
    it(`${what}: ${seconds}`, () => assert.equal(jobDuration(one, now), seconds));
});
