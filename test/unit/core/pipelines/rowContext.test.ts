import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { hasLog, jobContext, mayRetry, pipelineContext } from "../../../../src/core/pipelines/rowContext.ts";
import { knownStatuses, statusStyle } from "../../../../src/core/ui/statusStyle.ts";

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
  for (const [status, pipeline, job] of table)
    it(`allows "${pipeline}" and "${job}" while ${status}`, () => {
      assert.equal(pipelineContext({ status }), pipeline);
      assert.equal(jobContext({ status }), job);
      assert.equal(jobContext({ status }, true), hasLog({ status }) ? "job hasLog" : "job");
    });

  it("covers every known status", () => {
    const statuses = table.map(([status]) => status).filter((status) => status !== "brand_new");
    assert.deepEqual(statuses.sort(), [...knownStatuses].sort());
  });

  const jobs = (...statuses: readonly string[]): { status: string }[] => statuses.map((status) => ({ status }));
  for (const [offered, statuses] of [
    [true, ["running", "pending", "success", "manual", "scheduled", "failed", "canceled"]],
    [false, ["canceling", "created", "skipped"]],
  ] as const)
    it(`offers ${offered ? "a" : "no"} retry while ${statuses.join(", ")} once a job has failed or was canceled`, () => {
      for (const status of statuses) {
        for (const over of ["failed", "canceled"])
          assert.equal(/\bretryable\b/.test(pipelineContext({ status }, jobs("success", over))), offered, status);
        assert.equal(mayRetry({ status }), offered);
      }
    });

  it("offers no retry before a job has failed", () => {
    const context = pipelineContext({ status: "running" }, jobs("success", "running", "manual"));
    assert.doesNotMatch(context, /\bretryable\b/);
  });

  it("knows JUnit reports of a pipeline's jobs, and scanner reports of a job", () => {
    const left = (...types: readonly string[]) => ({
      status: "success",
      artifacts: types.map((file_type) => ({ file_type })),
    });
    assert.match(pipelineContext({ status: "success" }, [left("archive", "junit")]), /\bhasTests\b/);
    const without = pipelineContext({ status: "success" }, [left("archive"), { status: "success" }]);
    assert.doesNotMatch(without, /\bhasTests\b/);
    assert.match(jobContext(left("sast")), /\bhasFindings\b/);
    assert.doesNotMatch(jobContext(left("junit")), /\bhasFindings\b/);
  });
});

it("a status is final for four values, and running for unknown ones", () => {
  const final = knownStatuses.filter((status) => statusStyle(status).phase === "final");
  assert.deepEqual([...final].sort(), ["canceled", "failed", "skipped", "success"]);
  for (const status of ["brand_new", "", null, undefined, "toString", "__proto__"]) {
    const { phase, color } = statusStyle(status);
    assert.deepEqual([phase, color], ["running", "icon.foreground"], String(status));
  }
});
