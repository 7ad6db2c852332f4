/** Reviews that are collected and then submitted: with the host's draft notes, and on hosts without them. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { PendingReviews } from "../../src/features/mergeRequests/review/pendingReviews.ts";
import { isPendingNote, type PendingNote } from "../../src/features/mergeRequests/review/shownPending.ts";
import { command } from "./commandTest.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { pressOnPage, typeIn } from "./pageBoxes.ts";
import { setReviewStage } from "./reviewStage.ts";
import { Rows } from "./rows.ts";
import { until } from "./until.ts";

const text = ({ body }: vscode.Comment): string => (typeof body === "string" ? body : body.value);

for (const withDrafts of [true, false]) {
  describe(`reviews ${withDrafts ? "on a host with draft notes" : "that are kept here"}`, () => {
    const review = setReviewStage({ by: "bob" }, { shared: true });
    const { own } = review;
    const { stage } = own;
    let pending: PendingReviews;

    const forgetRoute = (): void => stage.app.capabilities.of(review.row.instance).set("extra.draftNotes", "");

    beforeEach(async () => {
      await stage.control.review({ drafts: withDrafts });
      forgetRoute();
      ({ pending } = await stage.app.mergeRequests.review());
    });
    afterEach(async () => {
      await stage.control.clearFaults();
      await stage.control.review({ drafts: true });
      forgetRoute();
      for (const kind of ["threads", "review"]) await forgetDrafts(stage.app, kind);
    });
    /** Unsent reviews of the test's own merge request: another test's may be written late. */
    const keptReviews = async (): Promise<unknown[]> =>
      (await draftsOf(stage.app, "review")).filter((draft) => (draft as { readonly iid?: unknown }).iid === review.iid);
    /** What everybody reads: per thread the texts, and whether it is resolved. */
    const said = async (): Promise<unknown[]> =>
      (await review.bob.discussions.list(review.row.project, review.iid).all()).items
        .filter(({ notes }) => notes[0]?.system !== true)
        .map(({ notes }) => [
          ...notes.filter(({ system }) => system !== true).map(({ body }) => body),
          ...(notes[0]?.resolved === true ? ["(resolved)"] : []),
        ]);
    /** The draft notes of the account on the host. */
    const drafted = async (): Promise<unknown[]> =>
      withDrafts
        ? (await stage.client.discussions.drafts.list(review.row.project, review.iid).all()).items.map(
            ({ note }) => note,
          )
        : [];
    const openDiff = async (): Promise<vscode.Uri> => {
      const { head } = await review.openDiff();
      // Threads are drawn once VS Code has asked for their places.
      await review.threads.open(head, "none");
      return head;
    };
    /** The pending comments that are shown in a document, with their labels. */
    const shown = (uri: vscode.Uri): PendingNote[] =>
      review.threads
        .threadsIn(uri)!
        .all()
        .flatMap((thread) => thread.comments)
        .filter(isPendingNote);
    const add = (thread: vscode.CommentThread, words: string): Thenable<unknown> =>
      vscode.commands.executeCommand("forgeline.thread.addToReview", { thread, text: words });
    /** Answers the boxes of Submit Review. */
    const submit = async (summary: string, decision: "Comment" | "Approve"): Promise<void> => {
      await stage.type("Submit Review", summary);
      await own.look("Submit Review", decision);
      await own.pick("Submit Review", decision);
    };

    const submitted = (summary = "", decision: "Comment" | "Approve" = "Comment"): Promise<unknown> =>
      Promise.all([
        vscode.commands.executeCommand("forgeline.mergeRequest.submitReview", review.row),
        submit(summary, decision),
      ]);

    command("forgeline.thread.startReview", "keeps a comment from everybody else until it is sent", async (run) => {
      const head = await openDiff();
      await run({ thread: review.begin(head, 5), text: "Why capitals?" });
      assert.deepEqual(await said(), []);
      assert.deepEqual(await drafted(), withDrafts ? ["Why capitals?"] : []);
      const seen = shown(head).map((note) => [text(note), note.label]);
      assert.deepEqual(seen, [["Why capitals?", "Pending"]]);
      assert.equal(pending.count(review.place), 1);
      assert.deepEqual(await draftsOf(stage.app, "threads"), []);
    });

    command("forgeline.thread.addToReviewAndResolve", "resolves the thread when the review is sent", async (run) => {
      const { thread } = await review.started();
      await run({ thread, text: "They shout." });
      const all = [thread.comments.map(({ label }) => label), thread.label];
      assert.deepEqual(all, [[undefined, "Pending · resolves the thread"], "Open thread · resolved with your review"]);
      assert.deepEqual(await said(), [["Why capitals?"]]);
      await submitted();
      assert.deepEqual(await said(), [["Why capitals?", "They shout.", "(resolved)"]]);
    });

    it("edits and deletes a pending comment", async () => {
      const head = await openDiff();
      await add(review.begin(head, 5), "Why captials?");
      const [first] = shown(head);
      await vscode.commands.executeCommand("forgeline.thread.editComment", first);
      const edited = shown(head)[0]!;
      assert.deepEqual([edited.mode, edited.body], [vscode.CommentMode.Editing, "Why captials?"]);
      edited.body = "Why capitals?";
      await vscode.commands.executeCommand("forgeline.thread.saveComment", edited);
      assert.deepEqual(shown(head).map(text), ["Why capitals?"]);
      const given = pending.comments(review.place).map((one) => one.text);
      assert.deepEqual(given, ["Why capitals?"]);
      assert.deepEqual(await drafted(), withDrafts ? ["Why capitals?"] : []);
      await Promise.all([
        vscode.commands.executeCommand("forgeline.thread.deleteComment", shown(head)[0]),
        stage.answer("Delete"),
      ]);
      assert.deepEqual([shown(head), pending.count(review.place), await drafted()], [[], 0, []]);
    });

    it("keeps the edited text of a comment that another window submitted", async () => {
      const head = await openDiff();
      await add(review.begin(head, 5), "Why captials?");
      await vscode.commands.executeCommand("forgeline.thread.editComment", shown(head)[0]);
      const edited = shown(head)[0]!;
      edited.body = "Why capitals?";
      // The window hears nothing of it.
      if (withDrafts) await stage.client.discussions.drafts.publishAll(review.row.project, review.iid);
      else await forgetDrafts(stage.app, "review");
      await vscode.commands.executeCommand("forgeline.thread.saveComment", edited);
      const facts = (await stage.message()).text;
      assert.match(facts, withDrafts ? /^Save Comment: / : /was submitted or deleted in another window/);
      assert.deepEqual([edited.mode, edited.body], [vscode.CommentMode.Editing, "Why capitals?"]);
    });

    command("forgeline.mergeRequest.submitReview", "sends everything with a summary and an approval", async (run) => {
      const { thread, head } = await review.started();
      await add(thread, "They shout.");
      await add(review.begin(head, 10), "Eleven is new");
      await Promise.all([run(review.row), submit("Good work", "Approve")]);
      assert.deepEqual(await said(), [["Why capitals?", "They shout."], ["Eleven is new"], ["Good work"]]);
      const { approved_by: approved } = await stage.client.extras.approvals(review.row.project, review.iid);
      const approvers = approved.map(({ user }) => user?.username);
      assert.deepEqual(approvers, ["alice"]);
      assert.deepEqual([await drafted(), await keptReviews(), shown(head)], [[], [], []]);
    });

    it("keeps comments the host cannot place, sends the rest", async () => {
      const { thread, head, discussion } = await review.started();
      await add(thread, "They shout.");
      await add(review.begin(head, 10), "Eleven is new");
      await review.bob.discussions.deleteNote(review.row.project, review.iid, {
        discussion: discussion.id,
        note: discussion.notes[0]!.id,
      });
      await submitted("Good work");
      const message = await stage.message();
      assert.match(message.text, /^Submit Review of Merge Request: 1 comment on !\d+ could not be submitted and stays/);
      assert.deepEqual(await said(), [["Eleven is new"], ["Good work"]]);
      const values = pending.comments(review.place).map((one) => one.text);
      assert.deepEqual(values, ["They shout."]);
    });

    command("forgeline.mergeRequest.discardReview", "deletes all of it after a confirmation", async (run) => {
      const { thread, head } = await review.started();
      await add(thread, "They shout.");
      await add(review.begin(head, 10), "Eleven is new");
      await pending.change(review.place, () => ({ summary: "Good work" }));
      const discarding = run(review.row);
      await until("a question", () => stage.messages.count > 0, stage.messages.onDidShow);
      const asked = JSON.stringify(stage.messages.take()[0]);
      assert.match(asked, /2 pending comments will be deleted.*Its summary will be deleted: Good work/);
      await stage.dialog("Discard Review");
      await discarding;
      assert.deepEqual([await said(), await drafted(), pending.count(review.place)], [[["Why capitals?"]], [], 0]);
      assert.deepEqual(await keptReviews(), []);
    });

    it("writes, edits and deletes pending comments on the page", async () => {
      await review.started();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await vscode.commands.executeCommand("forgeline.mergeRequest.open", review.row);
      const panel = stage.app.mergeRequests.pages.of(review.row)!;
      await panel.load();
      const press = (name: string): Promise<string> =>
        stage.person({ action: "find", page: true, role: "button", name, exact: true, click: true });
      const gone = (name: string): Promise<string> =>
        stage.person({ action: "find", page: true, role: "button", name, exact: true, gone: true });
      const [thread] = await review.onHost();
      typeIn(panel.page, `reply ${thread!.id}`, "They shout.");
      await pressOnPage(panel.page, `addToReview ${thread!.id}`);
      typeIn(panel.page, "comment", "All in all");
      await pressOnPage(panel.page, "addCommentToReview");
      await until("both", () => pending.count(review.place) === 2, stage.app.changes.event);
      assert.deepEqual(await said(), [["Why capitals?"]]);

      await press("Edit your pending comment");
      await press("Cancel");
      await gone("Cancel");
      const [first] = pending.comments(review.place);
      const part = first!.id.replace(" ", "-");
      await pressOnPage(panel.page, `editPending ${part}`);
      typeIn(panel.page, `pending ${part}`, "They do shout.");
      await pressOnPage(panel.page, `savePending ${part}`);
      await gone("Save");
      const came = pending.comments(review.place).map((one) => one.text);
      assert.deepEqual(came, ["They do shout.", "All in all"]);
      const deleting = pressOnPage(panel.page, `deletePending ${part}`);
      await stage.dialog("Delete");
      await deleting;
      assert.match(JSON.stringify(stage.messages.take()), /Delete your pending comment on/);
      assert.equal(pending.count(review.place), 1);
      await Promise.all([press("Submit Review…"), submit("", "Comment")]);
      await gone("Submit Review…");
      assert.deepEqual(await said(), [["Why capitals?"], ["All in all"]]);
    });

    // The same on both kinds of hosts.
    if (!withDrafts) return;

    command("forgeline.thread.addToReview", "adds a reply", async (run) => {
      const { thread, head } = await review.started();
      await run({ thread, text: "They shout." });
      assert.deepEqual(await said(), [["Why capitals?"]]);
      assert.deepEqual(thread.comments.map(text), ["Why capitals?", "They shout."]);
      const labels = shown(head).map(({ label }) => label);
      assert.deepEqual(labels, ["Pending"]);
    });

    command("forgeline.thread.resolveInReview", "resolves a thread without a reply with the review", async (run) => {
      const { thread } = await review.started();
      await run(thread);
      assert.deepEqual([thread.contextValue, await said()], ["openResolving", [["Why capitals?"]]]);
      await submitted();
      assert.deepEqual([await said(), await keptReviews()], [[["Why capitals?", "(resolved)"]], []]);
    });

    command("forgeline.thread.keepOpenInReview", "keeps the thread open after all", async (run) => {
      const { thread } = await review.started();
      await vscode.commands.executeCommand("forgeline.thread.resolveInReview", thread);
      await run(thread);
      assert.deepEqual([thread.contextValue, thread.label, pending.count(review.place)], ["open", "Open thread", 0]);
    });

    it("keeps the typed summary when the box is closed", async () => {
      const head = await openDiff();
      await add(review.begin(head, 5), "Why capitals?");
      const submitting = vscode.commands.executeCommand("forgeline.mergeRequest.submitReview", review.row);
      await stage.type("Submit Review", "Good work");
      await own.look("Submit Review", "Comment");
      await stage.escape("Submit Review");
      await submitting;
      assert.deepEqual([await said(), pending.kept(review.place)?.summary], [[], "Good work"]);
    });

    command("forgeline.mergeRequest.showPending", "opens a comment at its line; the row counts it", async (run) => {
      const head = await openDiff();
      await add(review.begin(head, 5), "Why capitals?");
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      const showing = run(review.row);
      await own.look("Pending Comments", "Why capitals?");
      await own.pick("Pending Comments", "Why capitals?");
      await showing;
      assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
      await vscode.commands.executeCommand("workbench.view.extension.forgeline");
      const found = await new Rows(stage.app.mergeRequests.view.provider).at(
        "All open",
        new RegExp(`^!${review.iid} `),
      );
      assert.match(`${found.description} ${found.context}`, /^1 pending.* pending$/);
    });
  });
}
