import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { FollowedJob } from "../../../../../src/features/jobs/log/follow.ts";
import "../../../../support/vscodeStub.ts";

const { channelMessages } = await import("../../../../../src/features/jobs/log/labels.ts");

const whole = {
  id: 7,
  name: "lint",
  stage: "test",
  status: "failed",
  ref: "main",
  web_url: "https://git.example.com/x/-/jobs/7",
  duration: 75,
  failure_reason: "script_failure",
  erased_at: "2026-09-25T07:33:00Z",
  commit: { id: "1a2b3c4d5e6f", short_id: "1a2b3c4d", title: "Change" },
  pipeline: { id: 5, ref: "main", sha: "1a2b3c4d5e6f", status: "failed" },
};
/** As a host may send it, whatever its documents say. */
const asJob = (job: object): FollowedJob => job as FollowedJob;
const nothing = asJob({ ...Object.fromEntries(Object.keys(whole).map((key) => [key, null])), id: 7 });

describe("logs/labels", () => {
  const withNulls: [string, (job: FollowedJob) => string, string][] = [
    ["header", (job) => channelMessages.header(job), "Job #7"],
    ["empty", (job) => channelMessages.empty(job), "No output yet. Job status: unknown status."],
    [
      "retried",
      (job) => channelMessages.retried(job),
      "The job was retried. “Forgeline: Show Job Log” opens the new attempt, Job #7: ",
    ],
    ["ended", (job) => channelMessages.ended(job), "Job #7: unknown status"],
  ];
  for (const [name, say, words] of withNulls)
    it(`${name}: survives null in every field`, () => assert.equal(say(nothing), words));

  const headers: [string, object, string][] = [
    ["everything", {}, "Job lint #7 · main · 1a2b3c4d\nhttps://git.example.com/x/-/jobs/7"],
    ["no commit", { commit: null }, "Job lint #7 · main · 1a2b3c4d\nhttps://git.example.com/x/-/jobs/7"],
    [
      "an empty commit and pipeline",
      { commit: { short_id: null }, pipeline: { id: 5, sha: null } },
      "Job lint #7 · main\nhttps://git.example.com/x/-/jobs/7",
    ],
    [
      "no commit, and a pipeline without sha",
      { commit: null, pipeline: { id: null, ref: null, sha: null, status: null } },
      "Job lint #7 · main\nhttps://git.example.com/x/-/jobs/7",
    ],
    ["no address", { commit: null, pipeline: null, web_url: null }, "Job lint #7 · main"],
  ];
  for (const [name, part, words] of headers) {
    it(`header: ${name}`, () => assert.equal(channelMessages.header(asJob({ ...whole, ...part })), words));
  }

  it("tells outcome, reason, duration and whether the log was erased", () => {
    assert.equal(
      channelMessages.ended(asJob(whole)),
      "The log was erased on the host.\nJob lint #7: failed (script_failure) after 01:15",
    );
  });

  it("tells of a silence that somebody else was asked for", () => {
    assert.match(channelMessages.waiting(undefined, 0), /^Rate limit reached\. Continuing at ./);
  });

  for (const error of [null, undefined, {}, { kind: null, message: null }]) {
    it(`names an error that tells nothing: ${JSON.stringify(error)}`, () => {
      assert.match(channelMessages.failed(error), /^Stopped following: ./);
      assert.match(channelMessages.waiting(error, 0), /(Retrying|Continuing) at /);
    });
  }
});
