import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../../support/vscodeStub.ts";
import { fault, job, pipeline } from "../../../core/tree/fakeHost.ts";

const {
  downstreamEnding,
  downstreamHeading,
  errorText,
  jobEnding,
  jobHeading,
  pipelineEnding,
  pipelineHeading,
  unreadableDownstreamText,
  waitingText,
} = await import("../../../../../src/features/jobs/follow/labels.ts");
const { leftText, slowerText } = await import("../../../../../src/core/pipelines/timeWords.ts");

const times = (left?: number) => ({ left, path: [], slower: undefined });

describe("the words for time", () => {
  it("are as exact as an estimate can be", () => {
    assert.deepEqual(
      [undefined, 0.2, 14, 47, 119, 250, 4_000].map((seconds) => leftText(seconds)),
      [
        undefined,
        "about 1s left",
        "about 14s left",
        "about 50s left",
        "about 2m left",
        "about 4m left",
        "about 1h 7m left",
      ],
    );
    assert.equal(leftText(250, "long"), "about 4 minutes left");
  });

  it("say by how much something is slower", () => {
    assert.equal(slowerText({ seconds: 180, ratio: 1.4 }), "slower than usual: +3m, +40%");
    assert.equal(slowerText({ seconds: 30, ratio: Infinity }), "slower than usual: +30s");
    assert.equal(slowerText({ seconds: 180, ratio: 1.4 }, "long"), "3 minutes (40%) slower than usual");
    assert.equal(slowerText({ seconds: 30, ratio: Infinity }, "long"), "30 seconds slower than usual");
  });
});

describe("the lines of a followed pipeline", () => {
  it("say how each job ended", () => {
    const of = (status: string, more = {}): string => jobEnding(job(1, "build", "test", status, more));
    assert.equal(of("success", { duration: 62 }), "✓ build passed in 1m 2s");
    assert.equal(of("success"), "✓ build passed");
    assert.equal(
      of("failed", { duration: 3, failure_reason: "script_failure" }),
      "✗ build failed after 3s (script failure)",
    );
    assert.equal(of("failed", { allow_failure: true }), "✗ build failed (allowed to fail)");
    assert.equal(of("canceled", { duration: 3 }), "– build: canceled after 3s");
    assert.equal(of("canceled"), "– build: canceled");
    assert.equal(
      jobEnding(job(1, "build", "test", "success", { duration: 62 }), { seconds: 20, ratio: 1.5 }),
      "✓ build passed in 1m 2s (slower than usual: +20s, +50%)",
    );
  });

  it("stay lines, whatever a host names its jobs", () => {
    assert.equal(jobEnding(job(1, "a\nb\u001b[31m", "test", "success")).split("\n").length, 1);
    assert.equal(jobEnding({ ...job(4, "", "test", "success"), name: null }), "✓ Job #4 passed");
  });

  it("say above a log how long it usually takes, and the pipeline", () => {
    const usual = { seconds: 62, queued: 0, runs: 3, durations: [62] };
    const build = job(1, "build", "test", "running");
    assert.equal(jobHeading(build, usual, times(240)), "▶ build (usually 1m 2s, pipeline: about 4m left)");
    assert.equal(jobHeading(build, { ...usual, runs: 0 }, times()), "▶ build");
  });

  it("begin with the pipeline", () => {
    assert.equal(
      pipelineHeading(pipeline(7, "running", { sha: "0123456789" }), times(240)),
      "Pipeline #7 · main · 01234567\nhttps://git.example.com/p/7\nabout 4m left",
    );
  });

  it("end with how the pipeline ended, what did not run, and what to do", () => {
    const none = { manual: [], skipped: [], times: times() };
    assert.equal(
      pipelineEnding({ ...none, pipeline: { ...pipeline(7), duration: 250 } }),
      "Pipeline #7: passed after 4m 10s",
    );
    assert.equal(
      pipelineEnding({ ...none, pipeline: pipeline(7, "failed"), skipped: [job(1, "deploy", "deploy", "skipped")] }),
      "Skipped: deploy\nPipeline #7: failed\n“Forgeline: Why Is the Pipeline Red?” shows the cause.",
    );
    const manual = [job(1, "go", "go", "manual"), job(2, "stop", "go")];
    assert.match(
      pipelineEnding({ ...none, pipeline: pipeline(7, "manual"), manual }),
      /^Manual: go and stop\nPipeline #7: .*\n“Forgeline: Follow Pipeline” continues/,
    );
    const slower = { seconds: 40, ratio: 1.66 };
    assert.equal(
      pipelineEnding({ ...none, pipeline: { ...pipeline(7), duration: 100 }, times: { ...times(), slower } }),
      "Pipeline #7: passed after 1m 40s (slower than usual: +40s, +66%)",
    );
    assert.equal(
      pipelineEnding({ ...none, pipeline: pipeline(7) }, 2),
      "2 more downstream pipelines were not followed.\nPipeline #7: passed",
    );
  });

  it("name a downstream pipeline where it begins and ends", () => {
    const trigger = job(5, "ship\nit", "deploy");
    const other = pipeline(9, "failed", { sha: "0123456789" });
    assert.equal(
      downstreamHeading(other, trigger, times(240)),
      "▼ Downstream pipeline #9 of ship it · main · 01234567\nhttps://git.example.com/p/9\nabout 4m left",
    );
    assert.equal(
      downstreamEnding({ pipeline: other, times: times(), manual: [], skipped: [job(1, "late", "x")] }),
      "Skipped: late\n▲ Pipeline #9: failed",
    );
    assert.equal(
      unreadableDownstreamText(other, trigger, fault("notFound")),
      "Downstream pipeline #9 of ship it is not shown: you have no access to its project.",
    );
    assert.match(
      unreadableDownstreamText(other, trigger, fault("server")),
      /^Downstream pipeline #9 of ship it is not shown: (?!you have no access).+$/,
    );
  });

  it("mark the first error among the lines around it", () => {
    assert.equal(
      errorText({ line: 11, around: { from: 10, lines: ["$ make", "error: no", "bye"] } }),
      "    11: $ make\n  ❯ 12: error: no\n    13: bye",
    );
  });

  it("name a few of many jobs", () => {
    const jobs = Array.from({ length: 30 }, (_, at) => job(at, `j${at}`, "test", "pending"));
    assert.match(waitingText(jobs), /^Waiting for a runner: j0, .*j19, and 10 more…$/);
    assert.equal(waitingText([]), "Waiting for the next job…");
  });
});
