import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { isDraft, typedText } from "../../src/core/ui/unsentComment.ts";
import { forgetDrafts } from "./drafts.ts";
import { refuse as refuseOnce } from "./refuse.ts";
import { before, changed, setReviewStage } from "./reviewStage.ts";

/** A version of the files, with lines of each kind: the side that is commented on, and the number there. */
interface Version {
  readonly text: string;
  readonly places: readonly (readonly [what: string, on: "new" | "old", at: number, line: string])[];
}

const first: Version = {
  text: changed,
  places: [
    ["added", "new", 5, "SIX"],
    ["removed", "old", 3, "three"],
    ["unchanged, on the new side", "new", 7, "eight"],
    ["unchanged, on the old side", "old", 9, "nine"],
  ],
};
/** Has none of these lines as they were; hosts carry threads along to a version that still has their lines. */
const second: Version = {
  text: "one\nthree\nfour\nfive\nSix\nseven\nEight\nNine\nten\neleven\n",
  places: [
    ["added", "new", 5, "Six"],
    ["removed", "old", 2, "two"],
    ["unchanged, on the new side", "new", 1, "one"],
    ["unchanged, on the old side", "old", 4, "four"],
  ],
};
const files = ["a.txt", "c.txt"] as const;

interface Made {
  readonly words: string;
  /** Text of the line. */
  readonly line: string;
  /** Side that shows the thread: a line that is on both belongs to the new one. */
  readonly side: "new" | "old";
  readonly path: string;
  readonly outdated: boolean;
}

describe("places of threads", () => {
  const review = setReviewStage();
  const { own } = review;

  beforeEach(async () => {
    await own.commitMore("main", { "b.txt": before });
    review.row = await own.request("moved", {}, { "a.txt": first.text, "b.txt": null, "c.txt": first.text });
  });
  afterEach(() => forgetDrafts(own.stage.app, "threads"));

  /** Starts a thread on each kind of line in a plain and in a renamed file, as a person would. */
  const startAll = async ({ places }: Version): Promise<Omit<Made, "outdated">[]> => {
    const made: Omit<Made, "outdated">[] = [];
    for (const path of files) {
      const { base, head } = await review.openDiff(path);
      await review.threads.open(head, "none");
      for (const [what, on, at, line] of places) {
        const words = `“${line}” in ${path}, ${what}`;
        const thread = review.begin(on === "new" ? head : base, at);
        await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: words });
        made.push({ words, line, path, side: what === "removed" ? "old" : "new" });
      }
    }
    return made;
  };

  it("places threads on every kind of line, file and version", async () => {
    const earlier = await startAll(first);
    await own.commitMore("moved", { "a.txt": second.text, "c.txt": second.text });
    review.row = await own.row(review.iid);
    const latest = await startAll(second);
    const made: readonly Made[] = [
      ...earlier.map((one) => ({ ...one, outdated: true })),
      ...latest.map((one) => ({ ...one, outdated: false })),
    ];
    const host = (await review.onHost()).filter(({ notes }) => notes[0]?.system !== true);
    const found = host.map(({ notes }) => notes[0]?.body);
    assert.deepEqual(
      found,
      made.map(({ words }) => words),
    );
    for (const [at, { words, line, side, path, outdated }] of made.entries()) {
      const { id } = host[at]!;
      await vscode.commands.executeCommand("forgeline.thread.open", { ...review.place, discussion: id });
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff, words);
      assert.match(input.modified.path, new RegExp(`/${path}$`), words);
      const uri = side === "new" ? input.modified : input.original;
      const thread = review.threads.threadsIn(uri)?.threadOf(id);
      const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
      assert.equal(thread?.range && document?.lineAt(thread.range.end.line).text, line, words);

      assert.equal(thread?.label, outdated ? "Open thread · outdated" : "Open thread", words);
    }
  });

  it("refuses lines that do not exist", async () => {
    const { head } = await review.openDiff("a.txt");
    await review.threads.open(head, "none");
    await own.project.forget();
    // Below the last line break, where VS Code shows an empty line.
    const thread = review.begin(head, 11);
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "Nowhere" });
    await own.stage.says(/The file has no line 11\. .* Your text is kept\.$/);
    assert.deepEqual(await own.project.asked(/^POST/), []);
    assert.equal(thread.comments.length, 1);
  });
});

const reason = "The discussion is locked. Only members of the project can comment.";

describe("a locked discussion", () => {
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  afterEach(async () => {
    await forgetDrafts(stage.app, "threads");
  });

  /** Refuses the next comment, as the host does to who is not a member. */
  const refuse = (what = "discussions(/.*/notes)?"): Promise<void> =>
    refuseOnce(own.project.address(`/merge_requests/\\d+/${what}`), { method: "POST", times: 1 });
  const lock = (locked = true) =>
    stage.client.mergeRequests.update(review.row.project, review.iid, { discussion_locked: locked });

  it("explains refused comments in threads and keeps the text", async () => {
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
    await stage.says(/does not have permission/);
  });
});
