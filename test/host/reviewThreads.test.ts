import assert from "node:assert/strict";
import { after, afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { directDispatcher } from "../../src/api/agent.ts";
import { type Client, createClient } from "../../src/api/client.ts";
import type { Discussion } from "../../src/api/resources/discussionTypes.ts";
import { changesOfMergeRequest } from "../../src/core/comparisons/changes.ts";
import { openChange } from "../../src/core/comparisons/openChanges.ts";
import { isDraft } from "../../src/core/ui/unsentComment.ts";
import type { ReviewThreads } from "../../src/features/mergeRequests/review/reviewThreads.ts";
import { isNote, type NoteComment } from "../../src/features/mergeRequests/review/shownNote.ts";
import { command, type Run } from "./commandTest.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { type Row, setMergeRequestStage } from "./mergeRequestStage.ts";
import { workspaceProject } from "./ownProject.ts";
import { until } from "./until.ts";

const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";
/** Removes the third line, changes the sixth and adds one at the end. */
const changed = "one\ntwo\nfour\nfive\nSIX\nseven\neight\nnine\nten\neleven\n";

const text = ({ body }: vscode.Comment): string => (typeof body === "string" ? body : body.value);
const texts = (thread: vscode.CommentThread | undefined): string[] => (thread?.comments ?? []).map(text);

describe("threads in the diffs of a merge request", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const way = directDispatcher();
  let row: Row;
  let threads: ReviewThreads;

  beforeEach(async () => {
    await stage.control.setMember({ project: own.project.path, user: "bob", level: 30 });
    await own.commit("main", { "a.txt": before, "old.txt": "moved\nas it is\n" });
    row = await own.request("numbers", {}, { "a.txt": changed });
    ({ threads } = await stage.app.mergeRequests.review());
  });
  afterEach(() => forgetDrafts(stage.app, "threads"));
  after(async () => {
    await way.close();
    await workspaceProject(stage.app);
  });

  const bob = (): Client =>
    createClient({
      baseUrl: row.instance,
      dispatcher: way.dispatcher,
      credentials: { scheme: "private-token", token: () => Promise.resolve(stage.info.users.bob.token) },
    });
  const iid = (): number => row.mergeRequest.iid;
  const onHost = async (): Promise<readonly Discussion[]> =>
    (await stage.client.discussions.list(row.project, iid()).all()).items;
  /** Opens the diff of the first file and returns its two documents. */
  const openDiff = async (): Promise<{ base: vscode.Uri; head: vscode.Uri }> => {
    const changes = await changesOfMergeRequest(stage.app, row, new AbortController().signal);
    await openChange(stage.app, changes, changes.files[0]!);
    const input = await until(
      "the diff",
      () => {
        const active = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        return (
          active instanceof vscode.TabInputTextDiff && active.modified.query.includes(changes.comparison.head) && active
        );
      },
      vscode.window.tabGroups.onDidChangeTabs,
    );
    await Promise.all([input.original, input.modified].map((uri) => vscode.workspace.openTextDocument(uri)));
    return { base: input.original, head: input.modified };
  };
  /** A thread as VS Code makes one when the user begins on lines; on the file without them. */
  const begin = (uri: vscode.Uri, start?: number, end = start): vscode.CommentThread =>
    threads.controller.createCommentThread(
      uri,
      (start === undefined ? undefined : new vscode.Range(start - 1, 0, end! - 1, 0)) as vscode.Range,
      [],
    );
  /** The threads of a document as they are on the host: where, and what is said. */
  const placed = async (): Promise<unknown[]> =>
    (await onHost()).map(({ notes }) => [notes[0]?.position?.old_line, notes[0]?.position?.new_line, notes[0]?.body]);

  command(
    "forgeline.thread.send",
    "starts threads on added, removed and unchanged lines, a range and the file",
    async (run) => {
      const { base, head } = await openDiff();
      await run({ thread: begin(head, 5), text: "Why capitals?" } satisfies vscode.CommentReply);
      await run({ thread: begin(base, 3), text: "Where is three?" } satisfies vscode.CommentReply);
      await run({ thread: begin(head, 7), text: "Eight is fine" } satisfies vscode.CommentReply);
      await run({ thread: begin(base, 9), text: "Nine is, too" } satisfies vscode.CommentReply);
      await run({ thread: begin(head, 4, 6), text: "All of these" } satisfies vscode.CommentReply);
      await run({ thread: begin(head), text: "The whole file" } satisfies vscode.CommentReply);
      assert.deepEqual(await placed(), [
        [null, 5, "Why capitals?"],
        [3, null, "Where is three?"],
        [8, 7, "Eight is fine"],
        [9, 8, "Nine is, too"],
        [7, 6, "All of these"],
        [null, null, "The whole file"],
      ]);
      const shown = (await onHost()).map(({ id }) => {
        const thread = threads.threadsIn(head)?.threadOf(id) ?? threads.threadsIn(base)?.threadOf(id);
        return [
          thread?.uri.query === head.query ? "new" : "old",
          thread?.range && thread.range.end.line + 1,
          thread?.label,
        ];
      });
      assert.deepEqual(shown, [
        ["new", 5, "Open thread"],
        ["old", 3, "Open thread"],
        ["new", 7, "Open thread"],
        ["new", 8, "Open thread"],
        ["new", 6, "Open thread"],
        ["new", undefined, "Open thread"],
      ]);
      assert.deepEqual(await draftsOf(stage.app, "threads"), []);
    },
  );

  /** Starts a thread by another account and shows it. */
  const started = async (
    body = "Why capitals?",
  ): Promise<{ thread: vscode.CommentThread; head: vscode.Uri; id: string }> => {
    const { diff_refs: refs } = await stage.client.extras.mergeRequest(row.project, iid());
    const { base_sha: base, start_sha: start, head_sha: head } = refs!;
    const made = await bob().discussions.create(row.project, iid(), {
      body,
      position: {
        base_sha: base!,
        start_sha: start!,
        head_sha: head!,
        old_path: "a.txt",
        new_path: "a.txt",
        position_type: "text",
        new_line: 5,
      },
    });
    const { head: uri } = await openDiff();
    await threads.open(uri, made!.id);
    return { thread: threads.threadsIn(uri)!.threadOf(made!.id)!, head: uri, id: made!.id };
  };

  command("forgeline.thread.sendAndResolve", "replies to a thread and resolves it", async (run) => {
    const { thread } = await started();
    assert.deepEqual([texts(thread), thread.comments[0]?.author.name], [["Why capitals?"], stage.info.users.bob.name]);
    await run({ thread, text: "They shout." } satisfies vscode.CommentReply);
    assert.deepEqual(texts(thread), ["Why capitals?", "They shout."]);
    const [discussion] = await onHost();
    assert.deepEqual(
      discussion?.notes.map(({ body, resolved }) => [body, resolved]),
      [
        ["Why capitals?", true],
        ["They shout.", true],
      ],
    );
  });

  command("forgeline.thread.resolve", "resolves a thread, which says by whom", async (run) => {
    const { thread } = await started();
    assert.equal(thread.state, vscode.CommentThreadState.Unresolved);
    await run(thread);
    await shows(thread, `Resolved by ${stage.info.users.alice.name}`);
    assert.deepEqual([thread.state, thread.contextValue], [vscode.CommentThreadState.Resolved, "resolved"]);
  });

  command("forgeline.thread.reopen", "reopens a thread", async (run) => {
    const { thread, id } = await started();
    await stage.client.discussions.resolve(row.project, iid(), id, { resolved: true });
    await run(thread);
    await shows(thread, "Open thread");
    assert.equal((await onHost())[0]?.notes[0]?.resolved, false);
  });

  /** Waits until a thread was read anew and says this. */
  const shows = async (thread: vscode.CommentThread, label: string): Promise<void> => {
    const { discussions } = await stage.app.mergeRequests.review();
    await until("the label", () => thread.label === label, discussions.onDidChange);
  };

  const mine = (thread: vscode.CommentThread): NoteComment =>
    thread.comments.find((one): one is NoteComment => isNote(one) && one.contextValue === "own")!;

  command("forgeline.thread.saveComment", "changes the text of one's own comment", async (run) => {
    const { thread } = await started();
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "They shuot." });
    await vscode.commands.executeCommand("forgeline.thread.editComment", mine(thread));
    assert.deepEqual([mine(thread).mode, mine(thread).body], [vscode.CommentMode.Editing, "They shuot."]);
    mine(thread).body = "They shout.";
    await run(mine(thread));
    assert.deepEqual(texts(thread), ["Why capitals?", "They shout."]);
    assert.equal(mine(thread).mode, vscode.CommentMode.Preview);
    assert.equal((await onHost())[0]?.notes[1]?.body, "They shout.");
  });

  command(
    "forgeline.thread.editComment",
    "opens the whole text of a comment, which a refusal leaves open",
    async (run) => {
      const { thread } = await started();
      await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "They **shout**." });
      await run(mine(thread));
      mine(thread).body = "They shout a lot.";
      await stage.control.fault({
        method: "PUT",
        path: own.project.address("/merge_requests/\\d+/discussions/.*/notes/\\d+"),
        times: 1,
        status: 403,
        body: { message: "403 Forbidden" },
      });
      await vscode.commands.executeCommand("forgeline.thread.saveComment", mine(thread));
      assert.match((await stage.message()).text, /^Save Comment: Your account on .* does not have permission/);
      assert.deepEqual([mine(thread).mode, mine(thread).body], [vscode.CommentMode.Editing, "They shout a lot."]);
    },
  );

  command("forgeline.thread.cancelEdit", "leaves a comment as it was", async (run) => {
    const { thread } = await started();
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "They shout." });
    await vscode.commands.executeCommand("forgeline.thread.editComment", mine(thread));
    mine(thread).body = "Something else";
    await run(mine(thread));
    assert.deepEqual(
      [texts(thread), mine(thread).mode],
      [["Why capitals?", "They shout."], vscode.CommentMode.Preview],
    );
  });

  command("forgeline.thread.deleteComment", "deletes a comment after a confirmation", async (run) => {
    const { thread } = await started();
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "Never mind." });
    await Promise.all([run(mine(thread)), stage.answer("Delete")]);
    assert.deepEqual(
      (await onHost())[0]?.notes.map(({ body }) => body),
      ["Why capitals?"],
    );
  });

  command("forgeline.thread.sendAgain", "sends again what the host refused", async (run) => {
    const { thread } = await started();
    await stage.control.fault({
      method: "POST",
      path: own.project.address("/merge_requests/\\d+/discussions/.*/notes"),
      times: 1,
      status: 403,
      body: { message: "403 Forbidden" },
    });
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "A long thought" });
    assert.match((await stage.message()).text, /^Add Comment: Your account on .* does not have permission/);
    const draft = thread.comments.find(isDraft)!;
    assert.deepEqual(
      [text(draft), draft.label, draft.mode],
      ["A long thought", "not sent", vscode.CommentMode.Editing],
    );
    assert.equal((await draftsOf(stage.app, "threads")).length, 1);
    await run(draft);
    assert.deepEqual(texts(thread), ["Why capitals?", "A long thought"]);
    assert.deepEqual(await draftsOf(stage.app, "threads"), []);
  });

  command("forgeline.thread.discard", "discards an unsent comment with its thread", async (run) => {
    const { head } = await openDiff();
    await stage.control.fault({
      method: "POST",
      path: own.project.address("/merge_requests/\\d+/discussions"),
      times: 1,
      status: 403,
      body: { message: "403 Forbidden" },
    });
    const thread = begin(head, 5);
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "A long thought" });
    await stage.message();
    await run(thread.comments.find(isDraft));
    assert.deepEqual(await draftsOf(stage.app, "threads"), []);
    assert.deepEqual(await onHost(), []);
  });

  command("forgeline.thread.open", "opens the diff at the line of a thread, of an earlier version too", async (run) => {
    const { id } = await started();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const ref = { instance: row.instance, project: row.project, iid: iid(), discussion: id };
    await run(ref);
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
    await own.commitMore("numbers", { "a.txt": changed.replace("SIX", "6") });
    await stage.control.waitForMergeRequest({ project: own.project.path, iid: iid() });
    await run(ref);
    const { document } = vscode.window.activeTextEditor;
    assert.match(document.getText(), /SIX/);
    const thread = threads.threadsIn(document.uri)?.threadOf(id);
    assert.deepEqual([thread?.label, texts(thread)], ["Open thread · outdated", ["Why capitals?"]]);
  });

  /** Three threads, of which the second is resolved, while no diff is open. */
  const threeThreads = async (): Promise<void> => {
    const { head } = await openDiff();
    for (const line of [2, 5, 8])
      await vscode.commands.executeCommand("forgeline.thread.send", { thread: begin(head, line), text: `On ${line}` });
    const [, second] = await onHost();
    await stage.client.discussions.resolve(row.project, iid(), second!.id, { resolved: true });
    await (await stage.app.mergeRequests.review()).discussions.read({ ...row, iid: iid() });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  };
  /** The lines to which a command goes. */
  const visited = async (run: Run, turns: number): Promise<number[]> => {
    const lines: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      await run(row);
      lines.push(vscode.window.activeTextEditor!.selection.active.line + 1);
    }
    return lines;
  };

  command(
    "forgeline.thread.nextOpen",
    "goes from one open thread to the next, and from the last to the first",
    async (run) => {
      await threeThreads();
      assert.deepEqual(await visited(run, 3), [2, 8, 2]);
    },
  );

  command("forgeline.thread.previousOpen", "goes the other way", async (run) => {
    await threeThreads();
    assert.deepEqual(await visited(run, 3), [8, 2, 8]);
  });

  it("are not shown where a merge request has none, and the comments on its commits are", async () => {
    await stage.control.review({ served: false });
    try {
      const facts = stage.app.capabilities.of(row.instance);
      for (const name of ["versions", "discussions"]) facts.set(`extra.${name}`, "");
      const { head } = await openDiff();
      const comments = await stage.app.repository.comments.load();
      const token = new vscode.CancellationTokenSource().token;
      const ranges = async () =>
        comments.controller.commentingRangeProvider?.provideCommentingRanges(
          await vscode.workspace.openTextDocument(head),
          token,
        );
      await until("comments on commits", ranges, stage.app.capabilities.onDidChange);
      assert.equal(threads.threadsIn(head), undefined);
      for (const name of ["versions", "discussions"]) facts.set(`extra.${name}`, "");
    } finally {
      await stage.control.review({ served: true });
    }
  });
});
