import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { MergeRequest } from "../../../../../src/api/resources/mergeRequestTypes.ts";
import { wordsOf } from "../../../../../src/core/webview/element.ts";
import "../../../../support/vscodeStub.ts";
import { elementsOf } from "../../../core/webview/tree.ts";
import { instance, overviewOf, writing } from "./overviews.ts";

const { headerOf } = await import("../../../../../src/features/mergeRequests/page/header.ts");
const { helpfulAction, mergeSection } = await import("../../../../../src/features/mergeRequests/page/mergeSection.ts");
const { isChecking } = await import("../../../../../src/core/mergeRequests/mergeability.ts");

const words = (changes: Partial<MergeRequest>): string =>
  wordsOf(mergeSection(overviewOf(changes), writing)).replace(/^Merging/, "");
const mergeButton = (changes: Partial<MergeRequest>) =>
  elementsOf([headerOf(overviewOf(changes), writing)]).find(({ attributes }) => attributes?.value === "merge")
    ?.attributes;

describe("why it can or cannot be merged", () => {
  const statuses: readonly (readonly [status: string, standing: "can" | "may" | "cannot", help: string | undefined])[] =
    [
      ["mergeable", "can", undefined],
      ["approvals_syncing", "may", undefined],
      ["checking", "may", undefined],
      ["unchecked", "may", undefined],
      ["preparing", "may", undefined],
      ["conflict", "cannot", "checkOut"],
      ["broken_status", "cannot", "checkOut"],
      ["need_rebase", "cannot", "checkOut"],
      ["draft_status", "cannot", "markReady"],
      ["title_regex", "cannot", "edit"],
      ["jira_association_missing", "cannot", "edit"],
      ["not_open", "cannot", "reopen"],
      ["not_approved", "cannot", "approve"],
      ["requested_changes", "cannot", "openInBrowser"],
      ["discussions_not_resolved", "cannot", "openInBrowser"],
      ["ci_must_pass", "can", "run"],
      ["ci_still_running", "can", "run"],
      ["external_status_checks", "cannot", "openInBrowser"],
      ["status_checks_must_pass", "cannot", "openInBrowser"],
      ["blocked_status", "cannot", "openInBrowser"],
      ["merge_request_blocked", "cannot", "openInBrowser"],
      ["locked_paths", "cannot", "openInBrowser"],
      ["locked_lfs_files", "cannot", "openInBrowser"],
      ["merge_time", "cannot", "openInBrowser"],
      ["policies_denied", "cannot", "openInBrowser"],
      ["security_policy_violations", "cannot", "openInBrowser"],
      ["commits_status", "cannot", "openInBrowser"],
      ["security_policy_pipeline_check", "cannot", "run"],
      ["something_new", "cannot", "openInBrowser"],
    ];
  for (const [status, standing, help] of statuses) {
    it(`is told for ${status}, with what helps`, () => {
      const changes = { detailed_merge_status: status };
      assert.match(words(changes), /^(It|The|Checks|Another|A|Its|Ready|External)\b.*\.(\S.*)?$/);
      const action = helpfulAction(overviewOf(changes));
      assert.equal(action?.command.replace(/^forgeline\.(mergeRequest|pipeline)\./, ""), help);
      if (action) assert.ok(words(changes).includes(action.title), "the action stands beside it");
      assert.equal(mergeButton(changes)?.disabled, standing === "cannot" ? "" : undefined);
    });
  }

  it("is where a button that cannot be pressed sends screen readers", () => {
    assert.equal(mergeButton({ detailed_merge_status: "conflict" })?.["aria-describedby"], "verdict");
    assert.ok(elementsOf([mergeSection(overviewOf(), writing)]).some(({ attributes }) => attributes?.id === "verdict"));
  });

  it("is followed while the host checks or merges, and no longer", () => {
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

  const notes: readonly (readonly [what: string, changes: Partial<MergeRequest>, words: RegExp | undefined])[] = [
    ["conflicts that the status does not tell", { has_conflicts: true }, /conflicts with the target branch/],
    ["a draft that the status does not tell", { draft: true }, /It is a draft\./],
    ["one commit behind", { diverged_commits_count: 1 }, /is 1 commit behind/],
    ["many commits behind", { diverged_commits_count: 1234 }, /is 1,234 commits behind/],
    ["unresolved threads", { blocking_discussions_resolved: false }, /It has unresolved threads/],
    ["an account that may not", { user: { can_merge: false } }, /You do not have permission to merge it/],
    ["a fork that is gone", { source_project_id: null }, /The source project was deleted/],
    ["no commit", { sha: null }, /The host returned no commit of the source branch/],
    ["the last failure", { merge_error: "hook declined" }, /failed: hook declined/],
    [
      "a merge to come",
      { merge_when_pipeline_succeeds: true },
      /It will be merged automatically when the pipeline succeeds/,
    ],
    ["squashing", { squash: true }, /Commits will be squashed/],
    [
      "the end of the branch",
      { should_remove_source_branch: null, force_remove_source_branch: true },
      /source branch will be deleted/,
    ],
  ];
  for (const [what, changes, expected] of notes)
    it(`notes ${what}`, () => assert.match(words(changes), expected ?? /^$/));

  it("notes nothing twice", () =>
    assert.equal(words({ has_conflicts: true, detailed_merge_status: "conflict" }).match(/conflicts/g)?.length, 1));

  it("lets nobody press Merge who may not", () =>
    assert.equal(mergeButton({ user: { can_merge: false } })?.disabled, ""));

  it("tells who merged it, when, and the commit", () => {
    const section = mergeSection(
      overviewOf({
        state: "merged",
        merge_user: { id: 1, username: "alice", name: "Alice A" },
        merged_at: "2026-01-02T10:00:00Z",
        merge_commit_sha: "abcdef0123456789",
      }),
      writing,
    );
    assert.equal(wordsOf(section), "MergingMerged · Alice A @alice · yesterday · abcdef0123");
    assert.ok(
      elementsOf([section]).some(
        ({ attributes }) => attributes?.href === `${instance}/group/app/-/commit/abcdef0123456789`,
      ),
    );
  });

  it("tells who closed it", () =>
    assert.match(
      words({
        state: "closed",
        closed_by: { id: 2, username: "bob", name: "Bob B" },
        closed_at: "2026-01-02T10:00:00Z",
      }),
      /Closed · Bob B @bob · yesterday$/,
    ));
});
