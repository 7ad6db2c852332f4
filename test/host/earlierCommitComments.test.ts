import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { CommitComments } from "../../src/features/repository/comments/commitComments.ts";
import { command } from "./commandTest.ts";
import { forgetDrafts } from "./drafts.ts";
import { localService } from "./localService.ts";
import { workspaceProject } from "./ownProject.ts";
import { setReviewStage } from "./reviewStage.ts";
import { forgetExtras } from "./withoutExtras.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

const text = ({ body }: vscode.Comment): string => (typeof body === "string" ? body : body.value);

describe("comments on the commits of a merge request without threads", () => {
  const { control } = localService();
  before(() => control.review({ served: false }));
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  let git: WorkspaceGit;
  let comments: CommitComments;
  let first: string;
  beforeEach(async () => {
    await forgetExtras();
    git = await workspaceGit();
    comments = await stage.app.repository.comments.load();
    first = review.row.mergeRequest.sha!;
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await forgetDrafts(stage.app, "comments");
    await git.restore();
    await workspaceProject(stage.app);
  });
  afterEach(forgetExtras);
  after(() => control.review({ served: true }));

  const comment = (sha: string, note: string, line: number) =>
    stage.client.commits.createComment(own.project.path, sha, { note, path: "a.txt", line, line_type: "new" });
  const commitMore = async (content: string): Promise<string> => {
    const { sha } = await own.commitMore("numbers", { "a.txt": content });
    await control.waitForMergeRequest({ project: own.project.path, iid: review.iid });
    review.row = await own.row(review.iid);
    return sha;
  };
  /** Opens the diff, and waits for the comments of its commits. */
  const open = async (): Promise<vscode.Uri> => {
    // Only the first use of its routes tells that the host has no threads.
    stage.app.capabilities.of(review.row.instance).set("extra.mergeRequestDiffs", `no since ${Date.now()}`);
    await (await stage.app.mergeRequests.review()).discussions.read(review.place).catch(() => undefined);
    // Such a host shows the changes of several commits as one merge only, which is no commit of theirs; a clone has them.
    await vscode.commands.executeCommand("forgeline.mergeRequest.checkOut", review.row);
    const { head } = await review.openDiff();
    await comments.open(head, 1);
    return head;
  };
  const earlier = (uri: vscode.Uri): unknown[] =>
    comments
      .earlierIn(uri)
      .map(({ label, range, canReply, comments: said }) => [label, range!.start.line + 1, canReply, said.map(text)]);
  const asked = async (since: number) =>
    (await control.requests(since)).filter(({ method, path }) => method === "GET" && path.includes("/comments"));

  it("are shown at the lines that those of earlier commits have moved to", async () => {
    await comment(first, "Why capitals?", 5);
    await comment(first, "Eleven, too?", 10);
    const second = await commitMore("zero\none\ntwo\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\n");
    await comment(second, "Why zero?", 1);
    const head = await open();
    assert.deepEqual(earlier(head), [
      [`Comments on commit ${first.slice(0, 8)} · line 5 was changed later`, 6, false, ["Why capitals?"]],
      [`Comments on commit ${first.slice(0, 8)}`, 11, false, ["Eleven, too?"]],
    ]);
    const newest = [...comments.threadsIn(head)].map(([line, thread]) => [
      line,
      thread.label,
      thread.comments.map(text),
    ]);
    assert.deepEqual(newest, [[1, `Comments on commit ${second.slice(0, 8)}`, ["Why zero?"]]]);
  });

  it("are written on the newest commit, as the box says", async () => {
    const second = await commitMore("zero\n");
    const head = await open();
    const { prompt, placeHolder } = comments.controller.options!;
    assert.equal(prompt, `Comment on commit ${second.slice(0, 8)}, the newest of the merge request…`);
    assert.match(placeHolder!, /This host has no threads on merge requests$/);
    const thread = comments.controller.createCommentThread(head, new vscode.Range(0, 0, 0, 0), []);
    await vscode.commands.executeCommand("forgeline.comment.send", { thread, text: "Why zero?" });
    const { items } = await stage.client.commits.listComments(own.project.path, second).page();
    assert.deepEqual(
      items.map(({ note, line }) => [note, line]),
      [["Why zero?", 1]],
    );
  });

  command(
    "forgeline.comment.showOlder",
    "reads the comments of twenty commits more, of which there are only twenty at first",
    async (run) => {
      await comment(first, "Eleven, too?", 10);
      for (let at = 1; at <= 20; at++) await own.commitMore("numbers", { "a.txt": `one\ntwo\neleven\n${at}\n` });
      await control.waitForMergeRequest({ project: own.project.path, iid: review.iid });
      review.row = await own.row(review.iid);
      const since = await control.lastRequest();
      const head = await open();
      const shas = async () =>
        new Set((await asked(since)).map(({ path }) => /commits\/([0-9a-f]{40})/.exec(path)?.[1]));
      assert.equal((await shas()).size, 20);
      assert.equal((await shas()).has(first), false);
      assert.deepEqual(earlier(head), []);
      await run(head);
      assert.equal((await shas()).size, 21);
      assert.deepEqual(earlier(head), [[`Comments on commit ${first.slice(0, 8)}`, 3, false, ["Eleven, too?"]]]);
      assert.equal(stage.notices.at(-1), "The comments on all commits of the merge request are shown.");
    },
  );
});
