import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { endingOf } from "../../../../src/core/diagnosis/ending.ts";

describe("how a job ended", () => {
  const cases: readonly (readonly [status: string, reason: string | null | undefined, kind: string])[] = [
    ["failed", "script_failure", "script"],
    ["failed", undefined, "script"],
    ["failed", null, "script"],
    ["failed", "unknown_failure", "script"],
    ["failed", "job_execution_timeout", "timeout"],
    ["failed", "job_execution_server_timeout", "timeout"],
    ["failed", "stuck_or_timeout_failure", "stuck"],
    ["failed", "no_matching_runner", "stuck"],
    ["failed", "runner_system_failure", "runner"],
    ["failed", "runner_provisioning_timeout", "runner"],
    ["failed", "api_failure", "runner"],
    ["failed", "missing_dependency_failure", "dependency"],
    ["failed", "ci_quota_exceeded", "quota"],
    ["failed", "insufficient_bridge_permissions", "permission"],
    ["failed", "downstream_pipeline_creation_failed", "trigger"],
    ["failed", "a_reason_of_tomorrow", "other"],
    ["failed", "constructor", "other"],
    ["canceled", "script_failure", "canceled"],
    ["cancelled", undefined, "canceled"],
  ];
  for (const [status, reason, kind] of cases)
    it(`${status}${reason === undefined ? "" : `, ${reason}`}: ${kind}`, () =>
      assert.equal(endingOf({ status, ...(reason !== undefined && { failure_reason: reason }) }).kind, kind));
});
