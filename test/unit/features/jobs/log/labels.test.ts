import assert from "node:assert/strict";
import type { FollowedJob } from "../../../../../src/features/jobs/log/follow.ts";
import { channelMessages } from "../../../../../src/features/jobs/log/labels.ts";

const whole = {
  ...{ id: 7, name: "lint", stage: "test", status: "failed", ref: "main" },
  ...{ web_url: "https://git.example.com/x/-/jobs/7", duration: 75, failure_reason: "script_failure" },
  erased_at: "2026-09-25T07:33:00Z",
  commit: { id: "1a2b3c4d5e6f", short_id: "1a2b3c4d", title: "Change" },
  pipeline: { id: 5, ref: "main", sha: "1a2b3c4d5e6f", status: "failed" },
};
/** As a host may send it, whatever its documents say. */
const asJob = (job: object): FollowedJob => job as FollowedJob;
const nothing = asJob({ ...Object.fromEntries(Object.keys(whole).map((key) => [key, null])), id: 7 });

const address = "\nhttps://git.example.com/x/-/jobs/7";

describe("the messages of a log's channel", () => {
  it("name the job, its commit and its end, also where the host sends nulls", () => {
    const messages = channelMessages;
    const [noCommit, noSha] = [{ commit: null }, { commit: { short_id: null }, pipeline: { id: 5, sha: null } }];
    for (const [text, expected] of [
      [messages.header(asJob(whole)), `Job lint #7 · main · 1a2b3c4d${address}`],
      [messages.header(asJob({ ...whole, ...noCommit })), `Job lint #7 · main · 1a2b3c4d${address}`],
      [messages.header(asJob({ ...whole, ...noSha })), `Job lint #7 · main${address}`],
      [messages.header(nothing), "Job #7"],
      [messages.empty(nothing), "No output yet. Job status: unknown status."],
      [messages.retried(nothing), "The job was retried. “Forgeline: Show Job Log” opens the new attempt, Job #7: "],
      [messages.ended(nothing), "Job #7: unknown status"],
      [
        messages.ended(asJob(whole)),
        "The log was erased on the host.\nJob lint #7: failed (script_failure) after 01:15",
      ],
    ])
      assert.equal(text, expected);
  });

  it("describe pauses and errors, whatever an error holds", () => {
    assert.match(channelMessages.waiting(undefined, 0), /^Rate limit reached\. Continuing at ./);
    for (const error of [null, undefined, {}, { kind: null, message: null }]) {
      assert.match(channelMessages.failed(error), /^Stopped following: ./);
      assert.match(channelMessages.waiting(error, 0), /(Retrying|Continuing) at /);
    }
  });
});
