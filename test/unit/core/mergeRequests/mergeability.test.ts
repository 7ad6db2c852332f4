import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { mergeabilityOf, whyNotMerged } = await import("../../../../src/core/mergeRequests/mergeability.ts");
const { mergeStatusLabel } = await import("../../../../src/core/mergeRequests/labels.ts");

/** The values that the client's type names, and older and rarer ones. */
const types = readFileSync(new URL("../../../../src/api/resources/mergeRequestTypes.ts", import.meta.url), "utf8");
const [, union = ""] = /type DetailedMergeStatus =([^;]+);/.exec(types) ?? [];
const named = [...union.matchAll(/"(\w+)"/g)].map(([, status = ""]) => status);
const statuses = [...named, "can_be_merged", "cannot_be_merged", "cannot_be_merged_recheck", "broken_status"];

describe("a merge status", () => {
  it("has a short label, a sentence, and help unless it is ready, for every value of hosts", () => {
    assert.ok(named.length >= 28);
    for (const status of statuses) {
      const { words, standing, help } = whyNotMerged(status);
      assert.match(words, /^(?!.*does not know)[A-Z].*\.$/, status);
      assert.equal(help === undefined, standing === "ready", status);
      const label = mergeStatusLabel(status);
      assert.ok(label.length <= 40 && (named.includes(status) ? label !== status.replaceAll("_", " ") : true), status);
    }
    assert.equal(mergeStatusLabel("moon_phase"), "moon phase");
  });

  it("is spelled out if unknown, and leads to the host's page", () => {
    assert.deepEqual(whyNotMerged("moon_phase"), {
      standing: "blocked",
      words: "The host returned an unknown reason: moon phase.",
      help: "openInBrowser",
    });
    assert.equal(whyNotMerged("constructor").standing, "blocked");
  });

  it("is awaited until the host has decided", () => {
    for (const status of ["checking", "unchecked", "preparing", "approvals_syncing", "", null, undefined])
      assert.equal(whyNotMerged(status).standing, "wait", String(status));
  });
});

describe("mergeabilityOf", () => {
  it("considers the state first", () => {
    assert.match(mergeabilityOf({ state: "merged", detailed_merge_status: "mergeable" }).words, /already merged/);
    assert.equal(mergeabilityOf({ state: "closed", detailed_merge_status: "mergeable" }).help, "reopen");
    assert.equal(mergeabilityOf({ state: "locked" }).standing, "wait");
    assert.equal(mergeabilityOf({ state: "opened", detailed_merge_status: "mergeable" }).standing, "ready");
  });

  it("reads the fields of older hosts", () => {
    /* eslint-disable @typescript-eslint/no-deprecated -- these are the older fields */
    assert.equal(mergeabilityOf({ state: "opened", merge_status: "can_be_merged" }).standing, "ready");
    assert.equal(mergeabilityOf({ state: "opened", merge_status: "cannot_be_merged" }).help, "checkOut");
    const wip = { state: "opened", merge_status: "can_be_merged", work_in_progress: true };
    assert.equal(mergeabilityOf(wip).help, "markReady");
    const draft = { state: "opened", detailed_merge_status: "mergeable", draft: true };
    assert.equal(mergeabilityOf(draft).standing, "ready");
  });
});
