import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isRunning, jobStyle, knownStatuses, statusStyle } from "../../../../src/core/ui/statusStyle.ts";

describe("the look of a status", () => {
  it("is that of canceled in either spelling, but the list of statuses has one", () => {
    assert.deepEqual(statusStyle("cancelled"), statusStyle("canceled"));
    assert.equal(isRunning("cancelled"), false);
    assert.ok(!(knownStatuses as readonly string[]).includes("cancelled"));
  });

  it("is a warning for a failed job that is allowed to fail", () => {
    assert.equal(jobStyle({ status: "failed", allow_failure: true }).icon, "warning");
    assert.equal(jobStyle({ status: "failed", allow_failure: false }).icon, "error");
    assert.equal(jobStyle({ status: "success", allow_failure: true }).icon, "pass");
  });
});
