import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { hasLog, jobContext, mayRetry, pipelineContext } from "../../../../src/core/pipelines/rowContext.ts";
import { jobStyle, knownStatuses, statusStyle } from "../../../../src/core/ui/statusStyle.ts";

const table: readonly (readonly [status: string, pipeline: string, job: string])[] = [
  ["created", "pipeline cancelable", "job cancelable"],
  ["waiting_for_resource", "pipeline cancelable", "job cancelable"],
  ["waiting_for_callback", "pipeline cancelable", "job cancelable hasLog"],
  ["preparing", "pipeline cancelable", "job cancelable hasLog"],
  ["pending", "pipeline cancelable", "job cancelable hasLog"],
  ["running", "pipeline cancelable", "job cancelable hasLog"],
  ["canceling", "pipeline", "job hasLog"],
  ["success", "pipeline", "job retryable hasLog"],
  ["failed", "pipeline failed retryable", "job retryable hasLog"],
  ["canceled", "pipeline retryable", "job retryable hasLog"],
  ["skipped", "pipeline", "job"],
  ["manual", "pipeline", "job playable"],
  ["scheduled", "pipeline cancelable", "job cancelable playable"],
  ["brand_new", "pipeline cancelable", "job cancelable hasLog"],
];

describe("what can be done with a row", () => {
  for (const [status, pipeline, job] of table) {
    it(`${status}: "${pipeline}", "${job}"`, () => {
      assert.equal(pipelineContext({ status }), pipeline);
      assert.equal(jobContext({ status }), job);
      assert.equal(jobContext({ status }, true), hasLog({ status }) ? "job hasLog" : "job");
    });
  }

  const jobs = (...statuses: readonly string[]): { status: string }[] => statuses.map((status) => ({ status }));
  for (const status of ["running", "pending", "success", "manual", "scheduled"]) {
    it(`${status}: retryable once a job is known to have failed or been canceled`, () => {
      for (const over of ["failed", "canceled"])
        assert.match(pipelineContext({ status }, jobs("success", over)), /\bretryable\b/);
      assert.doesNotMatch(pipelineContext({ status }, jobs("success", "running", "manual")), /\bretryable\b/);
      assert.equal(mayRetry({ status }), true, "nobody knows before the jobs are known");
    });
  }

  it("tells that a pipeline has tests once a job is known to have left a JUnit report", () => {
    const left = (...types: readonly string[]) => [
      { status: "success", artifacts: types.map((file_type) => ({ file_type })) },
    ];
    assert.match(pipelineContext({ status: "success" }, left("archive", "junit")), /\bhasTests\b/);
    assert.doesNotMatch(
      pipelineContext({ status: "success" }, [...left("archive"), { status: "success" }]),
      /\bhasTests\b/,
    );
  });

  it("tells that a job has a report of a scanner", () => {
    const left = (type: string) => ({ status: "success", artifacts: [{ file_type: type }] });
    assert.match(jobContext(left("sast")), /\bhasFindings\b/);
    assert.doesNotMatch(jobContext(left("junit")), /\bhasFindings\b/);
  });

  it("is no retry while a pipeline is being canceled, has not begun or was skipped", () => {
    for (const status of ["canceling", "created", "skipped"]) {
      assert.doesNotMatch(pipelineContext({ status }, jobs("failed", "canceled")), /\bretryable\b/);
      assert.equal(mayRetry({ status }), false);
    }
    assert.deepEqual(
      ["failed", "canceled"].map((status) => mayRetry({ status })),
      [true, true],
    );
  });

  it("is decided for every status that is known", () => {
    assert.deepEqual(
      table
        .map(([status]) => status)
        .filter((status) => status !== "brand_new")
        .sort(),
      [...knownStatuses].sort(),
    );
  });
});

describe("how a status looks", () => {
  it("is neutral and running for one that nobody knows, also when it is missing or named like a property", () => {
    for (const status of ["brand_new", "", null, undefined, "constructor", "__proto__"]) {
      const { phase, color } = statusStyle(status);
      assert.deepEqual([phase, color], ["running", "icon.foreground"], String(status));
    }
  });

  it("ends in every final state", () => {
    const final = knownStatuses.filter((status) => statusStyle(status).phase === "final");
    assert.deepEqual([...final].sort(), ["canceled", "failed", "skipped", "success"]);
  });

  it("does not alarm for a failure that is allowed", () => {
    assert.notDeepEqual(
      jobStyle({ status: "failed", allow_failure: true }),
      jobStyle({ status: "failed", allow_failure: false }),
    );
    assert.deepEqual(jobStyle({ status: "success", allow_failure: true }), statusStyle("success"));
  });
});
