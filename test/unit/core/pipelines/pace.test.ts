import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Paced, paceOf } from "../../../../src/core/pipelines/pace.ts";
import type { PollPriority } from "../../../../src/core/tree/poll.ts";

const minute = 60_000;
const now = Date.UTC(2026, 0, 2);
const ago = (minutes: number): string => new Date(now - minutes * minute).toISOString();

describe("the poll priority of a pipeline or job", () => {
  const rows: readonly (readonly [what: string, record: Paced, changedAt: number, pace: PollPriority])[] = [
    ["one that has ended", { status: "success", updated_at: ago(0) }, 0, "none"],
    ["one that waits for a person", { status: "manual", updated_at: ago(0) }, 0, "none"],
    ["one that changed a moment ago", { status: "running", updated_at: ago(1) }, 0, "running"],
    ["one whose dates the host keeps", { status: "running" }, 0, "running"],
    ["one by its latest date", { status: "running", created_at: ago(600), started_at: ago(5) }, 0, "running"],
    ["one that has not changed for an hour", { status: "running", updated_at: ago(60) }, 0, "idle"],
    ["one of which a job changed", { status: "running", updated_at: ago(60) }, now - minute, "running"],
    ["one that hangs since yesterday", { status: "preparing", updated_at: ago(26 * 60) }, 0, "rare"],
    ["one of a host whose clock is ahead", { status: "running", updated_at: ago(-90) }, 0, "running"],
    ["one with a date that is none", { status: "running", updated_at: "soon" }, 0, "running"],
  ];
  for (const [what, record, changedAt, pace] of rows) {
    it(`${what}: ${pace}`, () => assert.equal(paceOf(record, changedAt, now), pace));
  }
});
