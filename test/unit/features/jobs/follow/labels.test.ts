import assert from "node:assert/strict";
import { leftText, slowerText } from "../../../../../src/core/pipelines/timeWords.ts";
import * as labels from "../../../../../src/features/jobs/follow/labels.ts";
import { fault, job, pipeline } from "../../../core/tree/fakeHost.ts";

const { errorText, jobEnding, jobHeading, pipelineEnding, pipelineHeading, waitingText } = labels;
const { downstreamEnding, downstreamHeading, unreadableDownstreamText } = labels;

const times = (left?: number) => ({ left, path: [], slower: undefined });

const texts = (cases: readonly (readonly [string | undefined, string | undefined])[]): void =>
  cases.forEach(([text, expected]) => assert.equal(text, expected));

describe("the words for time", () => {
  it("are as exact as an estimate can be", () =>
    texts([
      [leftText(undefined), undefined],
      [leftText(0.2), "about 1s left"],
      [leftText(14), "about 14s left"],
      [leftText(47), "about 50s left"],
      [leftText(119), "about 2m left"],
      [leftText(250), "about 4m left"],
      [leftText(4_000), "about 1h 7m left"],
      [leftText(250, "long"), "about 4 minutes left"],
      [slowerText({ seconds: 180, ratio: 1.4 }), "slower than usual: +3m, +40%"],
      [slowerText({ seconds: 30, ratio: Infinity }), "slower than usual: +30s"],
      [slowerText({ seconds: 180, ratio: 1.4 }, "long"), "3 minutes (40%) slower than usual"],
      [slowerText({ seconds: 30, ratio: Infinity }, "long"), "30 seconds slower than usual"],
    ]));
});

describe("the lines of a followed pipeline", () => {
  const ended = (status: string, more = {}, name = "build"): string => jobEnding(job(1, name, "test", status, more));
  const build = job(1, "build", "test", "running");
  const usual = { seconds: 62, queued: 0, runs: 3, durations: [62] };
  const trigger = job(5, "ship\nit", "deploy");
  const other = pipeline(9, "failed", { sha: "0123456789" });
  const ending = (status: string, more: object = {}, leftOut?: number): string =>
    pipelineEnding({ manual: [], skipped: [], times: times(), pipeline: pipeline(7, status), ...more }, leftOut);

  it("describe jobs, on one line each", () =>
    texts([
      [ended("success", { duration: 62 }), "✓ build passed in 1m 2s"],
      [ended("success"), "✓ build passed"],
      [ended("failed", { duration: 3, failure_reason: "script_failure" }), "✗ build failed after 3s (script failure)"],
      [ended("failed", { allow_failure: true }), "✗ build failed (allowed to fail)"],
      [ended("canceled", { duration: 3 }), "– build: canceled after 3s"],
      [ended("canceled"), "– build: canceled"],
      [ended("success", {}, "a\nb"), "✓ a b passed"],
      [jobEnding({ ...build, status: "success", name: null }), "✓ Job #1 passed"],
      [
        jobEnding({ ...build, status: "success", duration: 62 }, { seconds: 20, ratio: 1.5 }),
        "✓ build passed in 1m 2s (slower than usual: +20s, +50%)",
      ],
      [jobHeading(build, usual, times(240)), "▶ build (usually 1m 2s, pipeline: about 4m left)"],
      [jobHeading(build, { ...usual, runs: 0 }, times()), "▶ build"],
      [waitingText([]), "Waiting for the next job…"],
      [
        waitingText(Array.from({ length: 22 }, (_, at) => job(at, "j", "test", "pending"))),
        `Waiting for a runner: ${"j, ".repeat(20)}and 2 more…`,
      ],
      [
        errorText({ line: 11, isSure: true, around: { from: 10, lines: ["$ make", "error: no", "bye"] } }),
        "    11: $ make\n  ❯ 12: error: no\n    13: bye",
      ],
      [
        errorText({ line: 0, isSure: false, around: { from: 0, lines: ["bye"] } }),
        "    Likely the first error:\n  ❯ 1: bye",
      ],
    ]));

  it("describe pipelines, with what did not run and what to do", () =>
    texts([
      [
        pipelineHeading(pipeline(7, "running", { sha: "0123456789" }), times(240)),
        "Pipeline #7 · main · 01234567\nhttps://git.example.com/p/7\nabout 4m left",
      ],
      [ending("success", { pipeline: { ...pipeline(7), duration: 250 } }), "Pipeline #7: passed after 4m 10s"],
      [
        ending("failed", { skipped: [job(1, "deploy", "deploy", "skipped")] }),
        "Skipped: deploy\nPipeline #7: failed\n“Forgeline: Why Is the Pipeline Red?” shows the cause.",
      ],
      [
        ending("manual", { manual: [job(1, "go", "go", "manual"), job(2, "stop", "go")] }).replace(/#7: .*/, "#7: …"),
        "Manual: go and stop\nPipeline #7: …\n“Forgeline: Follow Pipeline” continues once a manual job was started.",
      ],
      [
        ending("success", { times: { ...times(), slower: { seconds: 40, ratio: 1.66 } } }),
        "Pipeline #7: passed (slower than usual: +40s, +66%)",
      ],
      [ending("success", {}, 2), "2 more downstream pipelines were not followed.\nPipeline #7: passed"],
      [
        downstreamHeading(other, trigger, times(240)),
        "▼ Downstream pipeline #9 of ship it · main · 01234567\nhttps://git.example.com/p/9\nabout 4m left",
      ],
      [
        downstreamEnding({ pipeline: other, times: times(), manual: [], skipped: [job(1, "late", "x")] }),
        "Skipped: late\n▲ Pipeline #9: failed",
      ],
      [
        unreadableDownstreamText(other, trigger, fault("notFound")),
        "Downstream pipeline #9 of ship it is not shown: you have no access to its project.",
      ],
      [
        unreadableDownstreamText(other, trigger, fault("server")).replace(/: .+$/, ": …"),
        "Downstream pipeline #9 of ship it is not shown: …",
      ],
    ]));
});
