import assert from "node:assert/strict";
import type { MergeRequest } from "../../../../../src/api/resources/mergeRequestTypes.ts";
import { isChecking } from "../../../../../src/core/mergeRequests/mergeability.ts";
import { wordsOf } from "../../../../../src/core/webview/element.ts";
import { headerOf } from "../../../../../src/features/mergeRequests/page/header.ts";
import { helpfulAction, mergeSection } from "../../../../../src/features/mergeRequests/page/mergeSection.ts";
import { elementsOf } from "../../../core/webview/tree.ts";
import { overviewOf, writing } from "./overviews.ts";

const words = (changes: Partial<MergeRequest>): string =>
  wordsOf(mergeSection(overviewOf(changes), writing)).replace(/^Merging/, "");
const mergeButton = (changes: Partial<MergeRequest>) =>
  elementsOf([headerOf(overviewOf(changes), writing)]).find(({ attributes }) => attributes?.value === "merge")
    ?.attributes;

describe("why it can or cannot be merged", () => {
  it("has a sentence for each status, with what helps, and decides about Merge", () => {
    const rows = `mergeable can -|approvals_syncing may -|checking may -|unchecked may -|preparing may -
      |conflict cannot checkOut|broken_status cannot checkOut|need_rebase cannot checkOut|draft_status cannot markReady
      |title_regex cannot edit|jira_association_missing cannot edit|not_open cannot reopen|not_approved cannot approve
      |ci_must_pass can run|ci_still_running can run|security_policy_pipeline_check cannot run`;
    const others =
      "requested_changes discussions_not_resolved external_status_checks status_checks_must_pass blocked_status merge_request_blocked locked_paths locked_lfs_files merge_time policies_denied security_policy_violations commits_status something_new";
    const statuses = [
      ...rows.split("|").map((row) => row.trim().split(" ")),
      ...others.split(" ").map((status) => [status, "cannot", "openInBrowser"]),
    ];
    for (const [status = "", verdict, help] of statuses) {
      const changes = { detailed_merge_status: status };
      assert.match(words(changes), /^(It|The|Checks|Another|A|Its|Ready|External)\b.*\.(\S.*)?$/);
      const action = helpfulAction(overviewOf(changes));
      assert.equal(action?.command.replace(/^forgeline\.(mergeRequest|pipeline)\./, "") ?? "-", help, status);
      if (action) assert.ok(words(changes).includes(action.title), status);
      assert.equal(mergeButton(changes)?.disabled, verdict === "cannot" ? "" : undefined, status);
    }
  });

  it("describes a disabled Merge to screen readers", () => {
    assert.equal(mergeButton({ detailed_merge_status: "conflict" })?.["aria-describedby"], "verdict");
    assert.ok(elementsOf([mergeSection(overviewOf(), writing)]).some(({ attributes }) => attributes?.id === "verdict"));
  });

  it("is polled while the host checks or merges", () => {
    const busy = (changes: Partial<MergeRequest>) => isChecking({ state: "opened", ...changes });
    for (const status of ["checking", "unchecked", "preparing", "approvals_syncing"])
      assert.equal(busy({ detailed_merge_status: status }), true, status);
    for (const status of ["mergeable", "conflict", "ci_still_running", "something_new", undefined, null])
      assert.equal(busy({ detailed_merge_status: status as string }), false, String(status));
    const older: Partial<MergeRequest> = Object.fromEntries([
      ["state", "opened"],
      ["merge_status", "checking"],
    ]);
    assert.equal(isChecking(older), true);
    assert.equal(isChecking({ state: "closed", detailed_merge_status: "unchecked" }), false);
    assert.equal(isChecking({ state: "locked" }), true);
  });

  it("notes what the status does not say", () => {
    for (const [changes, expected] of [
      [{ has_conflicts: true }, /conflicts with the target branch/],
      [{ draft: true }, /It is a draft\./],
      [{ diverged_commits_count: 1 }, /is 1 commit behind/],
      [{ diverged_commits_count: 1234 }, /is 1,234 commits behind/],
      [{ blocking_discussions_resolved: false }, /It has unresolved threads/],
      [{ user: { can_merge: false } }, /You do not have permission to merge it/],
      [{ source_project_id: null }, /The source project was deleted/],
      [{ sha: null }, /The host returned no commit of the source branch/],
      [{ merge_error: "hook declined" }, /failed: hook declined/],
      [{ merge_when_pipeline_succeeds: true }, /It will be merged automatically when the pipeline succeeds/],
      [{ squash: true }, /Commits will be squashed/],
      [{ should_remove_source_branch: null, force_remove_source_branch: true }, /source branch will be deleted/],
    ] as const)
      assert.match(words(changes), expected);
  });

  it("disables Merge without permission", () =>
    assert.equal(mergeButton({ user: { can_merge: false } })?.disabled, ""));
});
