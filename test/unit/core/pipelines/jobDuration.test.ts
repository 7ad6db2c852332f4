import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";
import { jobDuration } from "../../../../src/core/pipelines/jobDuration.ts";
import { job } from "../tree/fakeHost.ts";

const { jobItem } = await import("../../../../src/core/pipelines/jobItem.ts");
const now = Date.UTC(2026, 10, 20, 12);
const before = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();

describe("the duration of a job", () => {
  const rows: readonly (readonly [
    what: string,
    job: Parameters<typeof jobDuration>[0],
    seconds: number | null | undefined,
  ])[] = [
    [
      "running: from its start, whatever the host said when it was asked",
      { status: "running", started_at: before(90), duration: 12.5 },
      90,
    ],
    ["running, not said yet", { status: "running", started_at: before(90), finished_at: null, duration: null }, 90],
    ["being canceled", { status: "canceling", started_at: before(90), duration: 12 }, 90],
    ["a clock behind the host's", { status: "running", started_at: before(-5), duration: 12 }, 12],
    ["a clock behind the host's, not said yet", { status: "running", started_at: before(-5), duration: null }, 0],
    ["over", { status: "success", started_at: before(90), finished_at: before(30), duration: 60.2 }, 60.2],
    ["over without an end", { status: "canceled", started_at: before(90), finished_at: null, duration: 5 }, 5],
    [
      "ended, though its status is not known",
      { status: "brand_new", started_at: before(90), finished_at: before(30), duration: 60 },
      60,
    ],
    ["not begun", { status: "pending", started_at: null, duration: null }, null],
    ["nonsense", { status: "running", started_at: "soon", duration: 7 }, 7],
    ["nothing", { status: "running" }, undefined],
  ];
  for (const [what, one, seconds] of rows) {
    it(`${what}: ${seconds}`, () => assert.equal(jobDuration(one, now), seconds));
  }

  it("grows in its row without requests", () => {
    const started = new Date(Date.now() - 3_600_000).toISOString();
    const row = (status: string): string => {
      const one = job(1, "unit", "test", status, {
        started_at: started,
        finished_at: status === "running" ? null : started,
        duration: 12,
      });
      return String(jobItem({ instance: "https://git.example.com", project: 1, job: one }).description);
    };
    assert.equal(row("running"), "1h");
    assert.equal(row("success"), "12s · 1 hr ago");
  });
});
