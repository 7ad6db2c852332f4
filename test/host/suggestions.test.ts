import assert from "node:assert/strict";
import { mkdtemp, readFile, rename, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { Emitter } from "../../src/core/base/events.ts";
import { isDraft, typedText } from "../../src/core/ui/unsentComment.ts";
import { isNote, type NoteComment } from "../../src/features/mergeRequests/review/shownNote.ts";
import { command } from "./commandTest.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { workspaceProject } from "./ownProject.ts";
import { changed, setReviewStage } from "./reviewStage.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";
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
    const first = "Quietly?\n\n```suggestion:-1+0\nSIX\nseven\n```\n";
    await run({ thread, text: "Quietly?" } satisfies vscode.CommentReply);
    assert.deepEqual([unsent(thread), thread.canReply], [[first], false]);
    await run(thread.comments.find(isDraft));
    assert.deepEqual(unsent(thread), [`${first}\n\`\`\`suggestion:-1+0\nSIX\nseven\n\`\`\`\n`]);
    assert.equal((await draftsOf(stage.app, "threads")).length, 1);
  });

  command("forgeline.suggestion.insert", "keeps one that is sent or added to the review", async (run) => {
    const { thread } = await review.started("Why?");
    await run({ thread, text: "" } satisfies vscode.CommentReply);
    assert.deepEqual(unsent(thread), ["```suggestion\nSIX\n```\n"]);
    await vscode.commands.executeCommand("forgeline.thread.startReview", thread.comments.find(isDraft));
    const labels = thread.comments.map(({ label }) => label);
    assert.deepEqual(labels, [undefined, "Pending"]);
    const pendingText = (): string => (thread.comments[1]!.body as vscode.MarkdownString).value;
    await until("the difference", () => pendingText().includes("```diff\n-SIX\n+SIX\n"), stage.app.changes.event);
    await run({ thread, text: "Or so:" } satisfies vscode.CommentReply);
    await vscode.commands.executeCommand("forgeline.thread.sendAgain", thread.comments.find(isDraft));
    assert.equal((await review.onHost())[0]?.notes.at(-1)?.body, "Or so:\n\n```suggestion\nSIX\n```\n");
    assert.deepEqual(await draftsOf(stage.app, "threads"), []);
  });

  command("forgeline.thread.send", "asks before a broken suggestion is sent, and keeps its text", async (run) => {
    const { thread } = await review.started("Why?");
    const text = "```suggestion\nsix\n```Thanks";
    const [, asked] = await Promise.all([run({ thread, text } satisfies vscode.CommentReply), stage.answer("Cancel")]);
    assert.match(asked, /Line 3/);
    assert.deepEqual([unsent(thread), (await review.onHost())[0]?.notes.length], [[text], 1]);
    await Promise.all([run(thread.comments.find(isDraft)), stage.answer("Send Anyway")]);
    const { comments, canReply } = thread;
    assert.deepEqual([(await review.onHost())[0]?.notes[1]?.body, comments.length, canReply], [text, 2, true]);
    await vscode.commands.executeCommand("forgeline.thread.editComment", comments[1]);
    const edited = thread.comments[1]!;
    edited.body = "```suggestion\nseven";
    const saved = vscode.commands.executeCommand("forgeline.thread.saveComment", edited);
    await Promise.all([saved, stage.answer("Cancel")]);
    const { mode, body: left } = thread.comments[1]!;
    // VS Code has closed the editor of the comment that the command was run on.
    assert.notEqual(thread.comments[1], edited);
    assert.deepEqual([mode, left], [vscode.CommentMode.Editing, "```suggestion\nseven"]);
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
      await review.own.project.openClone();
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

    command("forgeline.suggestion.applyToFile", "reports an edit that was not applied", async (run) => {
      const refusing = replace(vscode.workspace, "applyEdit", () => () => Promise.resolve(false));
      try {
        await run(first(thread));
      } finally {
        refusing.dispose();
      }
      await stage.says(/The editor did not apply the change/);
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

describe("threads in the working tree", () => {
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  let git: WorkspaceGit;
  let drawn: Emitter<void>;
  let spies: readonly { dispose(): void }[];

  beforeEach(async () => {
    await own.project.openClone();
    git = await workspaceGit();
    drawn = new Emitter<void>();
    const { threads } = review;
    const told = <A extends unknown[]>(real: (...args: A) => void) =>
      function (this: unknown, ...args: A): void {
        real.apply(threads, args);
        drawn.fire();
      };
    spies = [replace(threads, "show", told), replace(threads, "withdraw", told)];
  });
  afterEach(async () => {
    for (const spy of spies) spy.dispose();
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await forgetDrafts(stage.app, "threads");
    await git.restore();
    await workspaceProject(stage.app);
  });

  const checkOut = (): Thenable<unknown> =>
    vscode.commands.executeCommand("forgeline.mergeRequest.checkOut", review.row);
  /** Opens the file of the working tree. */
  const open = async (): Promise<vscode.TextDocument> => {
    const document = await vscode.workspace.openTextDocument(join(git.folder, "a.txt"));
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  };
  const edit = async ({ uri }: vscode.TextDocument, range: vscode.Range, text: string): Promise<void> => {
    const change = new vscode.WorkspaceEdit();
    change.replace(uri, range, text);
    assert.ok(await vscode.workspace.applyEdit(change));
  };
  /** The lines and label of each thread in the file, from above. */
  const shown = ({ uri }: vscode.TextDocument): readonly string[] =>
    (review.threads.threadsIn(uri)?.all() ?? [])
      .toSorted((one, other) => (one.range?.start.line ?? 0) - (other.range?.start.line ?? 0))
      .map(({ range, label }) => `${range && range.start.line + 1}-${range && range.end.line + 1} ${label}`);
  const shows = async (document: vscode.TextDocument, ...threads: readonly string[]): Promise<void> => {
    const isSo = () => shown(document).join() === threads.join();
    await until(() => `${threads.join(", ")} in place of ${shown(document).join(", ")}`, isSo, drawn.event);
  };

  /** Has the reviewer start a thread, and moves its line down by one. */
  const movedDown = async (): Promise<{
    readonly document: vscode.TextDocument;
    readonly thread: vscode.CommentThread;
  }> => {
    const { id } = await review.commented("Why capitals?");
    await checkOut();
    const document = await open();
    await edit(document, new vscode.Range(0, 0, 0, 0), "zero\n");
    await shows(document, "6-6 Open thread");
    const thread = review.threads.threadsIn(document.uri)!.threadOf(id)!;
    return { document, thread };
  };

  it("stand at moved lines unless a diff is open, and name changed ones", async () => {
    const { id } = await review.commented("Why capitals?");
    await review.commented("And this?", 10);
    await checkOut();
    const document = await open();
    await shows(document, "5-5 Open thread", "10-10 Open thread");
    const [first] = review.threads.threadsIn(document.uri)!.all();
    assert.equal(first?.collapsibleState, vscode.CommentThreadCollapsibleState.Collapsed);
    await vscode.commands.executeCommand("forgeline.thread.open", { ...review.place, discussion: id });
    await shows(document);
    assert.ok(review.threads.threadsIn(vscode.window.activeTextEditor!.document.uri)?.threadOf(id));
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await shows(document, "5-5 Open thread", "10-10 Open thread");
    await edit(document, new vscode.Range(0, 0, 0, 0), "zero\n");
    await shows(document, "6-6 Open thread", "11-11 Open thread");
    await edit(document, new vscode.Range(5, 0, 5, 3), "six");
    await shows(document, "6-6 Open thread · lines changed since", "11-11 Open thread");
  });

  it("leave and come with the branch, without a second request", async () => {
    await review.commented("Why capitals?");
    await checkOut();
    const document = await open();
    await shows(document, "5-5 Open thread");
    await own.project.forget();
    await git.git("checkout", "--quiet", "--detach");
    await shows(document);
    await git.git("checkout", "--quiet", "numbers");
    await shows(document, "5-5 Open thread");
    assert.deepEqual(await own.project.asked(/discussions|merge_requests\?.*source_branch/), []);
  });

  it("show replies of others after a poll", async () => {
    const { id } = await review.commented("Why capitals?");
    await checkOut();
    const document = await open();
    await shows(document, "5-5 Open thread");
    await review.bob.discussions.reply(review.row.project, review.iid, id, { body: "Anybody?" });
    // As the view's poll does.
    await own.row(review.iid);
    const thread = review.threads.threadsIn(document.uri)?.threadOf(id);
    await until("the reply", () => thread?.comments.length === 2, drawn.event);
  });

  it("send one request for a branch without a merge request", async () => {
    await own.project.forget();
    await git.git("checkout", "--quiet", "-b", "alone");
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(join(git.folder, "README.md")));
    const asked = await until(
      "the branch's merge request to be asked for",
      async () => {
        const requests = await own.project.asked(/source_branch=alone/);
        return requests.length > 0 && requests;
      },
      stage.app.connections.onDidHear,
    );
    assert.equal(asked.length, 1);
  });

  command("forgeline.thread.send", "replies from the file of the working tree", async (run) => {
    const { thread } = await movedDown();
    await run({ thread, text: "They shout." } satisfies vscode.CommentReply);
    const found = (await review.onHost()).map(({ notes }) => notes.map(({ body }) => body));
    assert.deepEqual(found, [["Why capitals?", "They shout."]]);
  });

  command("forgeline.suggestion.insert", "suggests for lines as they are, and not for changed ones", async (run) => {
    const { document, thread } = await movedDown();
    await run({ thread, text: "" } satisfies vscode.CommentReply);
    assert.equal(typedText(thread.comments.find(isDraft)!), "```suggestion\nSIX\n```\n");
    await edit(document, new vscode.Range(5, 0, 5, 3), "six");
    await shows(document, "6-6 Open thread · lines changed since");
    await run({ thread, text: "" } satisfies vscode.CommentReply);
    assert.match((await stage.message()).text, /^Insert Suggestion: The lines of this thread changed in your working/);
  });

  command("forgeline.thread.nextOpen", "goes on from the line of a file in the working tree", async (run) => {
    await review.commented("The first");
    await review.commented("The second", 10);
    await checkOut();
    const document = await open();
    await edit(document, new vscode.Range(0, 0, 0, 0), "a\nb\nc\nd\n");
    await shows(document, "9-9 Open thread", "14-14 Open thread");
    vscode.window.activeTextEditor!.selection = new vscode.Selection(8, 0, 8, 0);
    await run();
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 9);
    assert.equal(document.getText(), `a\nb\nc\nd\n${changed}`);
  });
});
