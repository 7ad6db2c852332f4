import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { mergeabilityOf, whyNotMerged } = await import("../../../../src/core/mergeRequests/mergeability.ts");

/** The documents list none; real hosts, new and old, send these. */
const sent = [
  "approvals_syncing checking ci_must_pass ci_still_running commits_status conflict discussions_not_resolved draft_status jira_association_missing",
  "locked_lfs_files locked_paths mergeable merge_request_blocked merge_time need_rebase not_approved not_open preparing requested_changes",
  "security_policy_pipeline_check security_policy_violations status_checks_must_pass title_regex unchecked",
  "broken_status blocked_status external_status_checks policies_denied can_be_merged cannot_be_merged cannot_be_merged_recheck",
].flatMap((line) => line.split(" "));

describe("whyNotMerged", () => {
  it("has words of its own, and help unless all is well, for every status that hosts send", () => {
    for (const status of sent) {
      const { words, standing, help } = whyNotMerged(status);
      assert.doesNotMatch(words, /does not know/, status);
      assert.match(words, /^[A-Z].*\.$/, status);
      assert.equal(help === undefined, standing === "ready", status);
    }
  });

  it("spells out what it does not know, and leads to the host's page", () => {
    assert.deepEqual(whyNotMerged("moon_phase"), {
      standing: "blocked",
      words: "The host returned an unknown reason: moon phase.",
      help: "openInBrowser",
    });
    assert.equal(whyNotMerged("constructor").standing, "blocked");
  });

  it("waits while the host has not decided", () => {
    for (const status of ["checking", "unchecked", "preparing", "approvals_syncing", "", null, undefined])
      assert.equal(whyNotMerged(status).standing, "wait", String(status));
  });
});

describe("mergeabilityOf", () => {
  it("goes by the state first", () => {
    assert.match(mergeabilityOf({ state: "merged", detailed_merge_status: "mergeable" }).words, /already merged/);
    assert.equal(mergeabilityOf({ state: "closed", detailed_merge_status: "mergeable" }).help, "reopen");
    assert.equal(mergeabilityOf({ state: "locked" }).standing, "wait");
    assert.equal(mergeabilityOf({ state: "opened", detailed_merge_status: "mergeable" }).standing, "ready");
  });

  it("reads the older fields of hosts that have no other", () => {
    /* eslint-disable @typescript-eslint/no-deprecated -- these are the older fields */
    assert.equal(mergeabilityOf({ state: "opened", merge_status: "can_be_merged" }).standing, "ready");
    assert.equal(mergeabilityOf({ state: "opened", merge_status: "cannot_be_merged" }).help, "checkOut");
    assert.equal(
      mergeabilityOf({ state: "opened", merge_status: "can_be_merged", work_in_progress: true }).help,
      "markReady",
    );
    assert.equal(
      mergeabilityOf({ state: "opened", detailed_merge_status: "mergeable", draft: true }).standing,
      "ready",
      "the host knows better",
    );
  });
});
