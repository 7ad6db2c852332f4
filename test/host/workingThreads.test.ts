import assert from "node:assert/strict";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { Emitter } from "../../src/core/base/events.ts";
import { isDraft, typedText } from "../../src/core/ui/unsentComment.ts";
import { command } from "./commandTest.ts";
import { forgetDrafts } from "./drafts.ts";
import { workspaceProject } from "./ownProject.ts";
import { changed, setReviewStage } from "./reviewStage.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

describe("threads in the working tree", () => {
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  let git: WorkspaceGit;
  let drawn: Emitter<void>;
  let spies: readonly { dispose(): void }[];

  beforeEach(async () => {
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
    assert.equal(typedText(thread.comments.find(isDraft)!), "```suggestion\nSIX\n```");
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
