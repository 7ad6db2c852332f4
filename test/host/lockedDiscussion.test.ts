import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { isDraft, typedText } from "../../src/core/ui/unsentComment.ts";
import { forgetDrafts } from "./drafts.ts";
import { pressOnPage, typeIn } from "./pageBoxes.ts";
import { setReviewStage } from "./reviewStage.ts";

const reason = "The discussion is locked. Only members of the project can comment.";

describe("a locked discussion", () => {
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  afterEach(async () => {
    for (const kind of ["threads", "conversation"] as const) await forgetDrafts(stage.app, kind);
  });

  /** Refuses the next comment, as the host does to who is not a member. */
  const refuse = (what = "discussions(/.*/notes)?"): Promise<void> =>
    stage.control.fault({
      method: "POST",
      path: own.project.address(`/merge_requests/\\d+/${what}`),
      times: 1,
      status: 403,
      body: { message: "403 Forbidden" },
    });
  const lock = (locked = true) =>
    stage.client.mergeRequests.update(review.row.project, review.iid, { discussion_locked: locked });

  it("is the reason for a refusal in threads, which keep the text", async () => {
    const { thread } = await review.started();
    await lock();
    for (const command of ["send", "addToReview"]) {
      await refuse(command === "send" ? undefined : "draft_notes");
      await vscode.commands.executeCommand(`forgeline.thread.${command}`, { thread, text: "A long thought" });
      assert.ok((await stage.message()).text.endsWith(`: ${reason}`), command);
      assert.deepEqual(thread.comments.filter(isDraft).map(typedText), ["A long thought"]);
    }
    await lock(false);
    await refuse();
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "A long thought" });
    assert.match((await stage.message()).text, /does not have permission/);
  });

  it("is the reason for a refusal on the page, which keeps the text", async () => {
    const { discussion } = await review.started();
    await lock();
    await vscode.commands.executeCommand("forgeline.mergeRequest.open", review.row);
    const { page } = stage.app.mergeRequests.pages.of(review.row)!;
    await page.reader.load(new AbortController().signal);
    for (const [name, action] of [
      ["comment", "comment"],
      ["comment", "startThread"],
      [`reply ${discussion.id}`, `reply ${discussion.id}`],
    ] as const) {
      typeIn(page, name, "A long thought");
      await refuse("(notes|discussions.*)");
      await pressOnPage(page, action);
      const { text, problem } = page.value.activity!.box(name);
      assert.deepEqual([text, problem], ["A long thought", reason], action);
    }
  });
});
