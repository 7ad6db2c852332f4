import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { CommitRef } from "../../src/core/commits/refs.ts";
import { isDraft } from "../../src/core/ui/unsentComment.ts";
import type { CommitComments } from "../../src/features/repository/comments/commitComments.ts";
import { typedComments } from "../../src/features/repository/comments/typedComments.ts";
import { command } from "./commandTest.ts";
import { openCommitDiff } from "./commitDiff.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { localService } from "./localService.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { setReviewStage } from "./reviewStage.ts";
import { setStage } from "./stage.ts";
import { forgetExtras } from "./withoutExtras.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

const text = ({ body }: vscode.Comment): string => (typeof body === "string" ? body : body.value);
const texts = (thread: vscode.CommentThread | undefined): string[] => (thread?.comments ?? []).map(text);

describe("comments on the lines of a commit", () => {
  const stage = setStage();
  let project: OwnProject;
  let ref: CommitRef;
  let comments: CommitComments;

  before(async () => {
    project = await ownProject(stage.app);
    await project.open();
  });
  beforeEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await stage.control.commit({ "a.txt": "a\n" }, { project: project.path, message: "Add a" });
    const { sha } = await stage.control.commit({ "a.txt": "a\nb\nc\n" }, { project: project.path, message: "Grow a" });
    ref = {
      instance: project.instance,
      project: project.path,
      commit: await stage.client.commits.get(project.path, sha),
    };
    comments = await stage.app.repository.comments.load();
  });
  afterEach(async () => {
    // Whatever a test left unsent.
    await forgetDrafts(stage.app, "comments");
  });
  after(() => workspaceProject(stage.app));

  /** Opens the commit's diff and answers with its two sides. */
  const openDiff = async (): Promise<{ base: vscode.TextDocument; head: vscode.TextDocument }> => {
    const input = await openCommitDiff(stage.app, ref);
    return {
      base: await vscode.workspace.openTextDocument(input.original),
      head: await vscode.workspace.openTextDocument(input.modified),
    };
  };
  /** The thread on a line, once it says this. */
  const threadSaying = async (
    uri: vscode.Uri,
    line: number,
    ...said: readonly string[]
  ): Promise<vscode.CommentThread> => {
    await comments.open(uri, line);
    const thread = comments.threadsIn(uri).get(line);
    assert.deepEqual(texts(thread), said);
    return thread!;
  };
  /** A thread as VS Code makes one when the person begins on a line. */
  const begin = (uri: vscode.Uri, line: number): vscode.CommentThread =>
    comments.controller.createCommentThread(uri, new vscode.Range(line - 1, 0, line - 1, 0), []);
  const onHost = async () => (await stage.client.commits.listComments(project.path, ref.commit.id).page()).items;
  const refuse = (answer: object, times = 1) =>
    stage.control.fault({
      method: "POST",
      path: project.address("/repository/commits/[0-9a-f]+/comments"),
      times,
      ...answer,
    });

  it("shows comments at their lines, together and on the new side alone, when a file opens @oldest", async () => {
    const create = (note: string, line?: number) =>
      stage.client.commits.createComment(project.path, ref.commit.id, {
        note,
        ...(line === undefined ? {} : { path: "a.txt", line, line_type: "new" as const }),
      });
    await create("Why b?", 2);
    await create("On the whole");
    await create("Thanks :tada: ![x](https://spy.example/1.png)", 2);
    const since = await stage.control.lastRequest();
    const { base, head } = await openDiff();
    await stage.control.waitForRequest({ path: `/repository/commits/${ref.commit.id}/comments`, since });
    const thread = await threadSaying(head.uri, 2, "Why b?", "Thanks 🎉 [x](https://spy.example/1.png)");
    const found = [thread.label, thread.canReply, thread.comments[0]?.author.name];
    assert.deepEqual(found, [`Comments on commit ${ref.commit.id.slice(0, 8)}`, true, stage.info.users.alice.name]);
    assert.deepEqual([...comments.threadsIn(head.uri).keys()], [2]);
    const ranges = (document: vscode.TextDocument) =>
      comments.controller.commentingRangeProvider?.provideCommentingRanges(
        document,
        new vscode.CancellationTokenSource().token,
      );
    assert.deepEqual(ranges(head), [new vscode.Range(0, 0, 3, 0)]);
    assert.equal(ranges(base), undefined, "nothing is written on what was before");
    assert.equal(comments.threadsIn(base.uri).size, 0);
  });

  command("forgeline.comment.send", "comments on a line, twice", async (run) => {
    const { head } = await openDiff();
    const thread = begin(head.uri, 3);
    await run({ thread, text: "Why c?" } satisfies vscode.CommentReply);
    assert.deepEqual(texts(thread), ["Why c?"]);
    await run({ thread, text: "Answer" } satisfies vscode.CommentReply);
    await threadSaying(head.uri, 3, "Why c?", "Answer");
    assert.deepEqual(
      (await onHost()).map(({ note, path, line }) => [note, path, line]),
      [
        ["Why c?", "a.txt", 3],
        ["Answer", "a.txt", 3],
      ],
    );
  });

  command("forgeline.comment.send", "reports that the host dropped the line position", async (run) => {
    const { head } = await openDiff();
    const thread = begin(head.uri, 1);
    await run({ thread, text: "On a line that was there before" } satisfies vscode.CommentReply);
    const { text: said, buttons } = await stage.message();
    assert.match(said, /^Send Comment: Your comment was added to the commit, not to the line\. The host accepts line/);
    assert.deepEqual(buttons, ["Show Comments", "Show Log"]);
    const found = (await onHost()).map(({ note, path }) => [note, path]);
    assert.deepEqual(found, [["On a line that was there before", null]]);
    assert.equal(comments.threadsIn(head.uri).size, 0);
  });

  command("forgeline.comment.send", "keeps refused text in the thread and for later", async (run) => {
    const { head } = await openDiff();
    await refuse({ status: 403, body: { message: "403 Forbidden" } });
    const thread = begin(head.uri, 2);
    await run({ thread, text: "A long thought" } satisfies vscode.CommentReply);
    await stage.says(/^Send Comment: Your account on .* does not have permission/);
    const [draft] = thread.comments;
    assert.ok(draft && isDraft(draft));
    const found = [text(draft), draft.mode, draft.label, draft.contextValue];
    assert.deepEqual(found, ["A long thought", vscode.CommentMode.Editing, "not sent", "draft"]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    comments.close(head.uri);
    const again = await openDiff();
    await threadSaying(again.head.uri, 2, "A long thought");
    assert.deepEqual(await onHost(), []);
  });

  command("forgeline.comment.discard", "discards unsent text", async (run) => {
    const { head } = await openDiff();
    await refuse({ status: 403, body: { message: "403 Forbidden" } });
    const thread = begin(head.uri, 2);
    await vscode.commands.executeCommand("forgeline.comment.send", { thread, text: "Never mind" });
    await stage.message();
    await run(thread.comments[0]);
    assert.deepEqual([comments.threadsIn(head.uri).size, await draftsOf(stage.app, "comments")], [0, []]);
  });

  command("forgeline.comment.sendAgain", "sends unsent text as edited since", async (run) => {
    const { head } = await openDiff();
    await refuse({ action: "reset" });
    const thread = begin(head.uri, 2);
    await vscode.commands.executeCommand("forgeline.comment.send", { thread, text: "First" });
    await stage.message();
    const [draft] = thread.comments;
    assert.ok(draft && isDraft(draft));
    assert.equal(draft.label, "may not have been sent");
    draft.body = "Second";
    await run(draft);
    await threadSaying(head.uri, 2, "Second");
    const notes = (await onHost()).map(({ note }) => note);
    assert.deepEqual(notes, ["Second"]);
    assert.deepEqual(await draftsOf(stage.app, "comments"), []);
  });

  it("recovers a typed comment on the first line", async () => {
    const { instance, project: path } = ref;
    const place = { instance, project: path, path: "a.txt", ref: ref.commit.id };
    const kind = { name: "typedOnCommits", shared: true, parse: () => undefined };
    await stage.app.drafts.keep(kind, "box", { box: "box", place, text: "The last words", at: 0 });
    const { head } = await openDiff();
    const typed = typedComments(stage.app, comments);
    try {
      await typed.recovering;
    } finally {
      typed.dispose();
    }
    const thread = await threadSaying(head.uri, 1, "The last words");
    assert.equal(thread.comments.filter(isDraft).length, 1);
    assert.deepEqual(await draftsOf(stage.app, "typedOnCommits"), []);
  });
});

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
    assert.equal(review.threads.threadsIn(head), undefined);
    return head;
  };
  const earlier = (uri: vscode.Uri): unknown[] =>
    comments
      .earlierIn(uri)
      .map(({ label, range, canReply, comments: said }) => [label, range!.start.line + 1, canReply, said.map(text)]);
  const asked = async (since: number) =>
    (await control.requests(since)).filter(({ method, path }) => method === "GET" && path.includes("/comments"));

  it("shows comments of earlier commits at moved lines", async () => {
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

  it("comments on the newest commit, named in the box", async () => {
    const second = await commitMore("zero\n");
    const head = await open();
    const { prompt, placeHolder } = comments.controller.options!;
    assert.equal(prompt, `Comment on commit ${second.slice(0, 8)}, the newest of the merge request…`);
    assert.match(placeHolder!, /This host has no threads on merge requests$/);
    const thread = comments.controller.createCommentThread(head, new vscode.Range(0, 0, 0, 0), []);
    await vscode.commands.executeCommand("forgeline.comment.send", { thread, text: "Why zero?" });
    const { items } = await stage.client.commits.listComments(own.project.path, second).page();
    const seen = items.map(({ note, line }) => [note, line]);
    assert.deepEqual(seen, [["Why zero?", 1]]);
  });

  command("forgeline.comment.showOlder", "reads the comments of twenty more commits", async (run) => {
    await comment(first, "Eleven, too?", 10);
    for (let at = 1; at <= 20; at++) await own.commitMore("numbers", { "a.txt": `one\ntwo\neleven\n${at}\n` });
    await control.waitForMergeRequest({ project: own.project.path, iid: review.iid });
    review.row = await own.row(review.iid);
    const since = await control.lastRequest();
    const head = await open();
    const shas = async () => new Set((await asked(since)).map(({ path }) => /commits\/([0-9a-f]{40})/.exec(path)?.[1]));
    assert.equal((await shas()).size, 20);
    assert.equal((await shas()).has(first), false);
    assert.deepEqual(earlier(head), []);
    await run(head);
    assert.equal((await shas()).size, 21);
    assert.deepEqual(earlier(head), [[`Comments on commit ${first.slice(0, 8)}`, 3, false, ["Eleven, too?"]]]);
    assert.equal(stage.notices.at(-1), "The comments on all commits of the merge request are shown.");
  });
});
