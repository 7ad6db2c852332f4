import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { changesOfMergeRequest } from "../../src/core/comparisons/changes.ts";
import { openChange } from "../../src/core/comparisons/openChanges.ts";
import { setReviewStage } from "./reviewStage.ts";
import { until } from "./until.ts";

describe("a merge request with many threads", () => {
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  /** What the host is asked for about the merge request while something is done: statuses by path. */
  const asked = async (act: () => Promise<unknown>): Promise<(readonly [path: string, status: number])[]> => {
    const since = await stage.control.lastRequest();
    await act();
    const requests = await stage.control.requests(since);
    return requests
      .filter(({ path }) => path.includes(own.project.path.replace("/", "%2F")))
      .map(({ path, status }) => [path.replace(/^.*\/(?=merge_requests|repository)/, ""), status] as const);
  };

  it("takes six requests to open with a hundred, one more for each further hundred, and answers without bodies after that", async () => {
    for (let count = 0; count < 101; count++) await review.commented(`Thread ${count}`);
    const { discussions } = await stage.app.mergeRequests.review();
    const opening = await asked(async () => {
      const changes = await changesOfMergeRequest(stage.app, review.row, new AbortController().signal);
      await openChange(stage.app, changes, changes.files[0]!);
      await until("the threads", () => discussions.known(review.place) !== undefined, discussions.onDidChange);
      await until(
        "the text",
        () => vscode.window.activeTextEditor?.document.getText().includes("SIX"),
        vscode.window.onDidChangeActiveTextEditor,
      );
    });
    assert.ok(opening.length <= 7, `it took ${JSON.stringify(opening)}`);
    const again = await asked(() => discussions.read(review.place));
    assert.deepEqual(again.sort(), [
      [`merge_requests/${review.iid}/discussions?per_page=100&page=2`, 304],
      [`merge_requests/${review.iid}/discussions?per_page=100`, 304],
      [`merge_requests/${review.iid}/draft_notes?per_page=100`, 304],
    ]);
  });
});
