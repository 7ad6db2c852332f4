import assert from "node:assert/strict";
import { mkdtemp, readFile, rename, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import { isDraft } from "../../src/core/ui/unsentComment.ts";
import { isNote, type NoteComment } from "../../src/features/mergeRequests/review/shownNote.ts";
import { command } from "./commandTest.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { workspaceProject } from "./ownProject.ts";
import { changed, setReviewStage } from "./reviewStage.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

/** Bob's suggestion for the fifth and sixth line. */
const body = "Not so loud:\n\n```suggestion:-0+1\nsix\n7\n```\n";

describe("suggestions in the comments of a merge request", () => {
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  const { type, check } = stage;
  afterEach(() => forgetDrafts(stage.app, "threads"));

  const unsent = (thread: vscode.CommentThread): unknown[] => thread.comments.filter(isDraft).map(({ body: it }) => it);
  const first = (thread: vscode.CommentThread): NoteComment => thread.comments.find(isNote)!;
  const shown = (thread: vscode.CommentThread): string => (first(thread).body as vscode.MarkdownString).value;
  const onBranch = async (): Promise<string> =>
    Buffer.from(
      (await stage.client.repositoryFiles.get(own.project.path, "a.txt", { ref: "numbers" })).content,
      "base64",
    ).toString();
  const subject = async (): Promise<string | null | undefined> => (await own.head("numbers"))?.title;

  command("forgeline.suggestion.apply", "shows the difference and commits it", async (run) => {
    const { thread } = await review.started(body);
    assert.match(shown(thread), /\*\*Suggested change\*\*\n\n```diff\n-SIX\n-seven\n\+six\n\+7\n```/);
    assert.equal(first(thread).contextValue, "other suggestion");
    await Promise.all([run(first(thread)), type("Apply 1 suggestion to a.txt", "Speak quietly")]);
    assert.deepEqual([await onBranch(), await subject()], [changed.replace("SIX\nseven", "six\n7"), "Speak quietly"]);
    const [discussion] = await review.onHost();
    assert.equal(discussion?.notes[0]?.suggestions?.[0]?.applied, true);
    assert.ok(stage.notices.includes("Applied 1 suggestion to !1."));
    // The diff that is open is of the version before.
    await run({ ...review.place, noteId: discussion.notes[0].id });
    await stage.says(/^Apply Suggestion: !1 has no such suggestion to apply\./);
  });

  command("forgeline.suggestion.applySeveral", "applies selected ones in one commit", async (run) => {
    await review.commented(body);
    await review.commented("```suggestion\nELEVEN\n```", 10);
    // This one overlaps the first.
    await review.commented("```suggestion\nLOUD\n```");
    const before = await own.head("numbers");
    const done = run(review.row);
    const open = await own.look("Apply Suggestions");
    assert.deepEqual(open.rows, ["six", "ELEVEN", "LOUD"]);
    // All are selected at first.
    await check("Apply Suggestions", ["LOUD"]);
    await type("Apply 2 suggestions to a.txt", "Two at once");
    await done;
    assert.equal(await onBranch(), changed.replace("SIX\nseven", "six\n7").replace("eleven", "ELEVEN"));
    const head = await own.head("numbers");
    assert.deepEqual([head?.title, head?.parent_ids], ["Two at once", [before?.id]]);
  });

  command("forgeline.suggestion.insert", "inserts the thread's lines", async (run) => {
    const { head } = await review.openDiff();
    const thread = review.begin(head, 5, 6);
    const first = "Quietly?\n\n```suggestion:-1+0\nSIX\nseven\n```";
    await run({ thread, text: "Quietly?" } satisfies vscode.CommentReply);
    assert.deepEqual(unsent(thread), [first]);
    await run({ thread, text: "" } satisfies vscode.CommentReply);
    assert.deepEqual(unsent(thread), [`${first}\n\n\`\`\`suggestion:-1+0\nSIX\nseven\n\`\`\``]);
    assert.equal((await draftsOf(stage.app, "threads")).length, 1);
  });

  command("forgeline.suggestion.insert", "keeps one that is sent or added to the review", async (run) => {
    const { thread } = await review.started("Why?");
    await run({ thread, text: "" } satisfies vscode.CommentReply);
    assert.deepEqual(unsent(thread), ["```suggestion\nSIX\n```"]);
    await vscode.commands.executeCommand("forgeline.thread.startReview", thread.comments.find(isDraft));
    const labels = thread.comments.map(({ label }) => label);
    assert.deepEqual(labels, [undefined, "Pending"]);
    await run({ thread, text: "Or so:" } satisfies vscode.CommentReply);
    await vscode.commands.executeCommand("forgeline.thread.sendAgain", thread.comments.find(isDraft));
    assert.equal((await review.onHost())[0]?.notes.at(-1)?.body, "Or so:\n\n```suggestion\nSIX\n```");
    assert.deepEqual(await draftsOf(stage.app, "threads"), []);
  });

  describe("with the branch checked out", () => {
    let git: WorkspaceGit;
    let thread: vscode.CommentThread;
    const file = (): string => join(git.folder, "a.txt");

    afterEach(async () => {
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await git.restore();
      await workspaceProject(stage.app);
    });

    beforeEach(async () => {
      git = await workspaceGit();
      ({ thread } = await review.started(body));
      await vscode.commands.executeCommand("forgeline.mergeRequest.checkOut", review.row);
    });

    command("forgeline.suggestion.applyToFile", "follows moved lines, unsaved", async (run) => {
      const document = await vscode.workspace.openTextDocument(file());
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), "zero\n");
      await vscode.workspace.applyEdit(edit);
      await run(first(thread));
      assert.equal(document.getText(), `zero\n${changed.replace("SIX\nseven", "six\n7")}`);
      assert.deepEqual([document.isDirty, await readFile(file(), "utf8")], [true, changed]);
      assert.equal(vscode.window.activeTextEditor?.selection.active.line, 5);
    });

    command("forgeline.suggestion.applyToFile", "changes no file that a link leads to", async (run) => {
      const elsewhere = join(await mkdtemp(join(tmpdir(), "forgeline-elsewhere-")), "a.txt");
      await rename(file(), elsewhere);
      await symlink(elsewhere, file());
      await run(first(thread));
      await stage.says(/^Apply Suggestion to File: “a\.txt” is not used: it leads outside the files of the repository/);
      const left = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty);
      assert.deepEqual(left, []);
    });
  });
});
