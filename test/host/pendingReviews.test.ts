/** Reviews that are collected and then submitted: with the host's draft notes, and on hosts without them. */
import assert from "node:assert/strict";
import { after, afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { directDispatcher } from "../../src/api/agent.ts";
import { type Client, createClient } from "../../src/api/client.ts";
import type { Discussion } from "../../src/api/resources/discussionTypes.ts";
import { changesOfMergeRequest } from "../../src/core/comparisons/changes.ts";
import { openChange } from "../../src/core/comparisons/openChanges.ts";
import type { PendingReviews } from "../../src/features/mergeRequests/review/pendingReviews.ts";
import type { ReviewThreads } from "../../src/features/mergeRequests/review/reviewThreads.ts";
import { isPendingNote, type PendingNote } from "../../src/features/mergeRequests/review/shownPending.ts";
import { command } from "./commandTest.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { type Row, setMergeRequestStage } from "./mergeRequestStage.ts";
import { workspaceProject } from "./ownProject.ts";
import { Rows } from "./rows.ts";
import { until } from "./until.ts";

const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";
/** Removes the third line, changes the sixth and adds one at the end. */
const changed = "one\ntwo\nfour\nfive\nSIX\nseven\neight\nnine\nten\neleven\n";

const text = ({ body }: vscode.Comment): string => (typeof body === "string" ? body : body.value);

for (const withDrafts of [true, false]) {
  describe(`reviews ${withDrafts ? "on a host with draft notes" : "that are kept here"}`, () => {
    const own = setMergeRequestStage();
    const { stage } = own;
    const way = directDispatcher();
    let row: Row;
    let threads: ReviewThreads;
    let pending: PendingReviews;

    const forgetRoute = (): void => stage.app.capabilities.of(row.instance).set("extra.draftNotes", "");

    beforeEach(async () => {
      await stage.control.review({ drafts: withDrafts });
      await stage.control.setMember({ project: own.project.path, user: "bob", level: 30 });
      await own.commit("main", { "a.txt": before });
      row = await own.request("numbers", { by: "bob" }, { "a.txt": changed });
      forgetRoute();
      ({ threads, pending } = await stage.app.mergeRequests.review());
    });
    afterEach(async () => {
      await stage.control.clearFaults();
      await stage.control.review({ drafts: true });
      forgetRoute();
      for (const kind of ["threads", "review"]) await forgetDrafts(stage.app, kind);
    });
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
    const place = () => ({ instance: row.instance, project: row.project, iid: iid() });
    /** What everybody reads: per thread the texts, and whether it is resolved. */
    const said = async (): Promise<unknown[]> =>
      (await bob().discussions.list(row.project, iid()).all()).items
        .filter(({ notes }) => notes[0]?.system !== true)
        .map(({ notes }) => [
          ...notes.filter(({ system }) => system !== true).map(({ body }) => body),
          ...(notes[0]?.resolved === true ? ["(resolved)"] : []),
        ]);
    /** The draft notes of the account on the host. */
    const drafted = async (): Promise<unknown[]> =>
      withDrafts
        ? (await stage.client.discussions.drafts.list(row.project, iid()).all()).items.map(({ note }) => note)
        : [];
    const openDiff = async (): Promise<vscode.Uri> => {
      const changes = await changesOfMergeRequest(stage.app, row, new AbortController().signal);
      await openChange(stage.app, changes, changes.files[0]!);
      const input = await until(
        "the diff",
        () => {
          const active = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
          return (
            active instanceof vscode.TabInputTextDiff &&
            active.modified.query.includes(changes.comparison.head) &&
            active
          );
        },
        vscode.window.tabGroups.onDidChangeTabs,
      );
      await vscode.workspace.openTextDocument(input.modified);
      // Threads are drawn once VS Code has asked for their places.
      await threads.open(input.modified, "none");
      return input.modified;
    };
    const begin = (uri: vscode.Uri, line: number): vscode.CommentThread =>
      threads.controller.createCommentThread(uri, new vscode.Range(line - 1, 0, line - 1, 0), []);
    /** A thread of bob's on the fifth line, as it is shown. */
    const started = async (): Promise<{ thread: vscode.CommentThread; head: vscode.Uri; discussion: Discussion }> => {
      const { diff_refs: refs } = await stage.client.extras.mergeRequest(row.project, iid());
      const discussion = await bob().discussions.create(row.project, iid(), {
        body: "Why capitals?",
        position: {
          base_sha: refs!.base_sha!,
          start_sha: refs!.start_sha!,
          head_sha: refs!.head_sha!,
          old_path: "a.txt",
          new_path: "a.txt",
          position_type: "text",
          new_line: 5,
        },
      });
      const head = await openDiff();
      await threads.open(head, discussion!.id);
      return { thread: threads.threadsIn(head)!.threadOf(discussion!.id)!, head, discussion: discussion! };
    };
    /** The pending comments that are shown in a document, with their labels. */
    const shown = (uri: vscode.Uri): PendingNote[] =>
      threads
        .threadsIn(uri)!
        .all()
        .flatMap((thread) => thread.comments)
        .filter(isPendingNote);
    const add = (thread: vscode.CommentThread, words: string): Thenable<unknown> =>
      vscode.commands.executeCommand("forgeline.thread.addToReview", { thread, text: words });
    /** Answers the boxes of Submit Review. */
    const submit = async (summary: string, decision: "Comment" | "Approve"): Promise<void> => {
      await stage.person({ action: "type", box: "Submit Review", text: summary });
      await own.look("Submit Review", decision);
      await own.pick("Submit Review", decision);
    };

    command("forgeline.thread.startReview", "keeps a comment from everybody else until it is sent", async (run) => {
      const head = await openDiff();
      await run({ thread: begin(head, 5), text: "Why capitals?" });
      assert.deepEqual(await said(), []);
      assert.deepEqual(await drafted(), withDrafts ? ["Why capitals?"] : []);
      assert.deepEqual(
        shown(head).map((note) => [text(note), note.label]),
        [["Why capitals?", "Pending"]],
      );
      assert.equal(pending.count(place()), 1);
      assert.deepEqual(await draftsOf(stage.app, "threads"), []);
    });

    command("forgeline.thread.addToReview", "adds a reply", async (run) => {
      const { thread, head } = await started();
      await run({ thread, text: "They shout." });
      assert.deepEqual(await said(), [["Why capitals?"]]);
      assert.deepEqual(thread.comments.map(text), ["Why capitals?", "They shout."]);
      assert.deepEqual(
        shown(head).map(({ label }) => label),
        ["Pending"],
      );
    });

    command("forgeline.thread.addToReviewAndResolve", "resolves the thread once the review is sent", async (run) => {
      const { thread } = await started();
      await run({ thread, text: "They shout." });
      assert.deepEqual(
        [thread.comments.map(({ label }) => label), thread.label],
        [[undefined, "Pending · resolves the thread"], "Open thread · resolved with your review"],
      );
      assert.deepEqual(await said(), [["Why capitals?"]]);
      await Promise.all([
        vscode.commands.executeCommand("forgeline.mergeRequest.submitReview", row),
        submit("", "Comment"),
      ]);
      assert.deepEqual(await said(), [["Why capitals?", "They shout.", "(resolved)"]]);
    });

    command("forgeline.thread.resolveInReview", "resolves a thread without a reply with the review", async (run) => {
      const { thread } = await started();
      await run(thread);
      assert.deepEqual([thread.contextValue, await said()], ["openResolving", [["Why capitals?"]]]);
      await Promise.all([
        vscode.commands.executeCommand("forgeline.mergeRequest.submitReview", row),
        submit("", "Comment"),
      ]);
      assert.deepEqual(await said(), [["Why capitals?", "(resolved)"]]);
      assert.deepEqual(await draftsOf(stage.app, "review"), []);
    });

    command("forgeline.thread.keepOpenInReview", "takes that back", async (run) => {
      const { thread } = await started();
      await vscode.commands.executeCommand("forgeline.thread.resolveInReview", thread);
      await run(thread);
      assert.deepEqual([thread.contextValue, thread.label, pending.count(place())], ["open", "Open thread", 0]);
    });

    it("are changed and deleted comment by comment", async () => {
      const head = await openDiff();
      await add(begin(head, 5), "Why captials?");
      const [first] = shown(head);
      await vscode.commands.executeCommand("forgeline.thread.editComment", first);
      const edited = shown(head)[0]!;
      assert.deepEqual([edited.mode, edited.body], [vscode.CommentMode.Editing, "Why captials?"]);
      edited.body = "Why capitals?";
      await vscode.commands.executeCommand("forgeline.thread.saveComment", edited);
      assert.deepEqual(shown(head).map(text), ["Why capitals?"]);
      assert.deepEqual(
        pending.comments(place()).map((one) => one.text),
        ["Why capitals?"],
      );
      assert.deepEqual(await drafted(), withDrafts ? ["Why capitals?"] : []);
      await Promise.all([
        vscode.commands.executeCommand("forgeline.thread.deleteComment", shown(head)[0]),
        stage.answer("Delete"),
      ]);
      assert.deepEqual([shown(head), pending.count(place()), await drafted()], [[], 0, []]);
    });

    command("forgeline.mergeRequest.submitReview", "sends everything with a summary and an approval", async (run) => {
      const { thread, head } = await started();
      await add(thread, "They shout.");
      await add(begin(head, 10), "Eleven is new");
      await Promise.all([run(row), submit("Good work", "Approve")]);
      assert.deepEqual(await said(), [["Why capitals?", "They shout."], ["Eleven is new"], ["Good work"]]);
      const { approved_by: approved } = await stage.client.extras.approvals(row.project, iid());
      assert.deepEqual(
        approved.map(({ user }) => user?.username),
        ["alice"],
      );
      assert.deepEqual([await drafted(), await draftsOf(stage.app, "review"), shown(head)], [[], [], []]);
    });

    it("keep the summary that was typed when the box is closed", async () => {
      const head = await openDiff();
      await add(begin(head, 5), "Why capitals?");
      const submitting = vscode.commands.executeCommand("forgeline.mergeRequest.submitReview", row);
      await stage.person({ action: "type", box: "Submit Review", text: "Good work" });
      await own.look("Submit Review", "Comment");
      await stage.person({ action: "key", box: "Submit Review", key: "Escape" });
      await submitting;
      assert.deepEqual([await said(), pending.kept(place())?.summary], [[], "Good work"]);
    });

    it("keep what the host cannot place, and send the rest", async () => {
      const { thread, head, discussion } = await started();
      await add(thread, "They shout.");
      await add(begin(head, 10), "Eleven is new");
      await bob().discussions.deleteNote(row.project, iid(), {
        discussion: discussion.id,
        note: discussion.notes[0]!.id,
      });
      await Promise.all([
        vscode.commands.executeCommand("forgeline.mergeRequest.submitReview", row),
        submit("Good work", "Comment"),
      ]);
      const message = await stage.message();
      assert.match(
        message.text,
        /^Submit Review of Merge Request: 1 comment on !\d+ could not be submitted and stays pending \(reply\): /,
      );
      assert.deepEqual(await said(), [["Eleven is new"], ["Good work"]]);
      assert.deepEqual(
        pending.comments(place()).map((one) => one.text),
        ["They shout."],
      );
    });

    it("send nothing twice when answers are lost", async () => {
      const { thread, head } = await started();
      const lose = (method: string, path: string): Promise<void> =>
        stage.control.fault({
          method,
          path: own.project.address(`/merge_requests/\\d+/${path}`),
          times: 1,
          action: "loseAnswer",
        });
      await lose("POST", "draft_notes$");
      await add(thread, "They shout.");
      await add(begin(head, 10), "Eleven is new");
      assert.equal(pending.count(place()), 2);
      await lose("POST", "draft_notes/bulk_publish$");
      await lose("POST", "discussions$");
      await lose("POST", "discussions/.*/notes$");
      await lose("POST", "notes$");
      await Promise.all([
        vscode.commands.executeCommand("forgeline.mergeRequest.submitReview", row),
        submit("Good work", "Comment"),
      ]);
      assert.deepEqual(await said(), [["Why capitals?", "They shout."], ["Eleven is new"], ["Good work"]]);
    });

    command("forgeline.mergeRequest.showPending", "opens a pending comment at its line", async (run) => {
      const head = await openDiff();
      await add(begin(head, 5), "Why capitals?");
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      const showing = run(row);
      await own.look("Pending Comments", "Why capitals?");
      await own.pick("Pending Comments", "Why capitals?");
      await showing;
      assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
    });

    command("forgeline.mergeRequest.discardReview", "deletes all of it after a confirmation", async (run) => {
      const { thread, head } = await started();
      await add(thread, "They shout.");
      await add(begin(head, 10), "Eleven is new");
      const discarding = run(row);
      await until("a question", () => stage.messages.count > 0, stage.messages.onDidShow);
      assert.match(JSON.stringify(stage.messages.take()[0]), /2 pending comments will be deleted/);
      await stage.person({ action: "dialog", button: "Discard Review" });
      await discarding;
      assert.deepEqual([await said(), await drafted(), pending.count(place())], [[["Why capitals?"]], [], 0]);
      assert.deepEqual(await draftsOf(stage.app, "review"), []);
    });

    it("drop an unsent text that had arrived when its window was killed, and offer one that had not", async () => {
      const head = await openDiff();
      await add(begin(head, 5), "Why capitals?");
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      const left = { path: "a.txt", side: "new", since: 1, review: "add" };
      await stage.app.drafts.keep(
        { name: "threads", parse: () => undefined },
        `${row.instance} ${row.project} ${iid()}`,
        [
          { ...left, start: 5, end: 5, text: "Why capitals?" },
          { ...left, start: 7, end: 7, text: "Eight is fine" },
        ] as never,
      );
      await openDiff();
      const kept = JSON.stringify(await draftsOf(stage.app, "threads"));
      assert.deepEqual([kept.includes("Why capitals?"), kept.includes("Eight is fine")], [false, true]);
    });

    it("are counted in the row of the merge request", async () => {
      const head = await openDiff();
      await add(begin(head, 5), "Why capitals?");
      await vscode.commands.executeCommand("workbench.view.extension.forgeline");
      const rows = new Rows(stage.app.mergeRequests.view.provider);
      const found = await rows.at("All open", new RegExp(`^!${iid()} `));
      assert.match(found.description, /^1 pending/);
      assert.match(found.context, / pending$/);
    });
  });
}
