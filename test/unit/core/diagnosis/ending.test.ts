import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { endingOf } from "../../../../src/core/diagnosis/ending.ts";

describe("how a job ended", () => {
  for (const [kind, ...reasons] of [
    ["script", "script_failure", undefined, null, "unknown_failure"],
    ["timeout", "job_execution_timeout", "job_execution_server_timeout"],
    ["stuck", "stuck_or_timeout_failure", "no_matching_runner"],
    ["runner", "runner_system_failure", "runner_provisioning_timeout", "api_failure"],
    ["dependency", "missing_dependency_failure"],
    ["quota", "ci_quota_exceeded"],
    ["permission", "insufficient_bridge_permissions"],
    ["trigger", "downstream_pipeline_creation_failed"],
    ["other", "a_reason_of_tomorrow", "constructor"],
  ] as const)
    it(`is ${kind} for ${reasons.map(String).join(", ")}`, () => {
      for (const reason of reasons)
        assert.equal(
          endingOf({ status: "failed", ...(reason !== undefined && { failure_reason: reason }) }).kind,
          kind,
        );
    });

  it("is canceled in either spelling, whatever the reason", () => {
    assert.equal(endingOf({ status: "canceled", failure_reason: "script_failure" }).kind, "canceled");
    assert.equal(endingOf({ status: "cancelled" }).kind, "canceled");
  });
});
