import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Discussion, NewDiffPosition } from "../../src/api/resources/discussionTypes.ts";
import { isDraft, typedText } from "../../src/core/ui/unsentComment.ts";
import { threadId } from "../../src/features/mergeRequests/page/activity/model.ts";
import { isNote, type NoteComment } from "../../src/features/mergeRequests/review/shownNote.ts";
import { updateLabel, type UpdateNode, type UpdatesNode } from "../../src/features/mergeRequests/updates/rows.ts";
import type { Updates } from "../../src/features/mergeRequests/updates/updates.ts";
import { command, type Run } from "./commandTest.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { isOldest } from "./isOldest.ts";
import { pageJumps } from "./pageJumps.ts";
import { refuse as refuseOnce } from "./refuse.ts";
import { before as old, changed, setReviewStage } from "./reviewStage.ts";
import { setting } from "./spies.ts";
import { until } from "./until.ts";

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

/** Not text: VS Code shows it as a picture. */
const bytes = "PNG\0\0";
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>\n';

const text = ({ body }: vscode.Comment): string => (typeof body === "string" ? body : body.value);
const texts = (thread: vscode.CommentThread | undefined): string[] => (thread?.comments ?? []).map(text);

describe("threads in the diffs of a merge request", () => {
  const review = setReviewStage({}, { shared: true });
  const { own } = review;
  const { stage } = own;
  afterEach(() => forgetDrafts(stage.app, "threads"));

  /** The threads of a document as they are on the host: where, and what is said. */
  const placed = async (): Promise<unknown[]> =>
    (await review.onHost()).map(({ notes }) => [
      notes[0]?.position?.old_line,
      notes[0]?.position?.new_line,
      notes[0]?.body,
    ]);

  /** Has the host refuse the next POST. @param path in the project, as a pattern */
  const refuse = (path: string): Promise<void> => refuseOnce(own.project.address(path), { method: "POST", times: 1 });

  command("forgeline.thread.send", "starts threads on lines, a range and the file @window", async (run) => {
    const { base, head } = await review.openDiff();
    await run({ thread: review.begin(head, 5), text: "Why capitals?" } satisfies vscode.CommentReply);
    await run({ thread: review.begin(base, 3), text: "Where is three?" } satisfies vscode.CommentReply);
    await run({ thread: review.begin(head, 7), text: "Eight is fine" } satisfies vscode.CommentReply);
    await run({ thread: review.begin(base, 9), text: "Nine is, too" } satisfies vscode.CommentReply);
    await run({ thread: review.begin(head, 4, 6), text: "All of these" } satisfies vscode.CommentReply);
    await run({ thread: review.begin(head), text: "The whole file" } satisfies vscode.CommentReply);
    assert.deepEqual(await placed(), [
      [null, 5, "Why capitals?"],
      [3, null, "Where is three?"],
      [8, 7, "Eight is fine"],
      [9, 8, "Nine is, too"],
      [7, 6, "All of these"],
      [null, null, "The whole file"],
    ]);
    const sent = await review.onHost();
    // Threads are drawn once VS Code is ready for them.
    await Promise.all([base, head].map((uri) => review.threads.open(uri, sent[0]!.id)));
    const shown = sent.map(({ id }) => {
      const thread = review.threads.threadsIn(head)?.threadOf(id) ?? review.threads.threadsIn(base)?.threadOf(id);
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
  });

  command("forgeline.thread.sendAndResolve", "replies to a thread and resolves it", async (run) => {
    const { thread } = await review.started();
    assert.deepEqual([texts(thread), thread.comments[0]?.author.name], [["Why capitals?"], stage.info.users.bob.name]);
    await run({ thread, text: "They shout." } satisfies vscode.CommentReply);
    assert.deepEqual(texts(thread), ["Why capitals?", "They shout."]);
    const [discussion] = await review.onHost();
    const found = discussion?.notes.map(({ body, resolved }) => [body, resolved]);
    assert.deepEqual(found, [
      ["Why capitals?", true],
      ["They shout.", true],
    ]);
  });

  command("forgeline.thread.resolve", "resolves a thread, which says by whom", async (run) => {
    const { thread } = await review.started();
    assert.equal(thread.state, vscode.CommentThreadState.Unresolved);
    await run(thread);
    await shows(thread, `Resolved by ${stage.info.users.alice.name}`);
    assert.deepEqual([thread.state, thread.contextValue], [vscode.CommentThreadState.Resolved, "resolved"]);
  });

  command("forgeline.thread.reopen", "reopens a thread", async (run) => {
    const {
      thread,
      discussion: { id },
    } = await review.started();
    await stage.client.discussions.resolve(review.row.project, review.iid, id, { resolved: true });
    await run(thread);
    await shows(thread, "Open thread");
    assert.equal((await review.onHost())[0]?.notes[0]?.resolved, false);
  });

  /** Waits until a thread was read anew and says this. */
  const shows = async (thread: vscode.CommentThread, label: string): Promise<void> => {
    const { discussions } = await stage.app.mergeRequests.review();
    await until("the label", () => thread.label === label, discussions.onDidChange);
  };

  const mine = (thread: vscode.CommentThread): NoteComment =>
    thread.comments.find((one): one is NoteComment => isNote(one) && one.contextValue === "own")!;

  command("forgeline.thread.saveComment", "changes the text of one's own comment, as it was written", async (run) => {
    const { thread } = await review.started();
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "They shuot :tada:" });
    assert.deepEqual(texts(thread), ["Why capitals?", "They shuot 🎉"]);
    await vscode.commands.executeCommand("forgeline.thread.editComment", mine(thread));
    assert.deepEqual([mine(thread).mode, mine(thread).body], [vscode.CommentMode.Editing, "They shuot :tada:"]);
    mine(thread).body = "They shout :tada:";
    await run(mine(thread));
    assert.deepEqual(texts(thread), ["Why capitals?", "They shout 🎉"]);
    assert.equal(mine(thread).mode, vscode.CommentMode.Preview);
    assert.equal((await review.onHost())[0]?.notes[1]?.body, "They shout :tada:");
  });

  command("forgeline.thread.editComment", "opens the whole comment, stays open when refused", async (run) => {
    const { thread } = await review.started();
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "They **shout**." });
    await run(mine(thread));
    mine(thread).body = "They shout a lot.";
    const notes = own.project.address("/merge_requests/\\d+/discussions/.*/notes/\\d+");
    await refuseOnce(notes, { method: "PUT", times: 1 });
    await vscode.commands.executeCommand("forgeline.thread.saveComment", mine(thread));
    assert.match((await stage.message()).text, /^Save Comment: Your account on .* does not have permission/);
    assert.deepEqual([mine(thread).mode, mine(thread).body], [vscode.CommentMode.Editing, "They shout a lot."]);
  });

  command("forgeline.thread.cancelEdit", "leaves a comment as it was", async (run) => {
    const { thread } = await review.started();
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "They shout." });
    await vscode.commands.executeCommand("forgeline.thread.editComment", mine(thread));
    mine(thread).body = "Something else";
    await run(mine(thread));
    const found = [texts(thread), mine(thread).mode];
    assert.deepEqual(found, [["Why capitals?", "They shout."], vscode.CommentMode.Preview]);
  });

  command("forgeline.thread.deleteComment", "deletes a comment after a confirmation", async (run) => {
    const { thread } = await review.started();
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "Never mind." });
    await Promise.all([run(mine(thread)), stage.answer("Delete")]);
    const bodies = (await review.onHost())[0]?.notes.map(({ body }) => body);
    assert.deepEqual(bodies, ["Why capitals?"]);
  });

  command("forgeline.thread.sendAgain", "sends again what the host refused", async (run) => {
    const { thread } = await review.started();
    await refuse("/merge_requests/\\d+/discussions/.*/notes");
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "A long thought" });
    assert.match((await stage.message()).text, /^Add Comment: Your account on .* does not have permission/);
    const draft = thread.comments.find(isDraft)!;
    const found = [text(draft), draft.label, draft.mode];
    assert.deepEqual(found, ["A long thought", "not sent", vscode.CommentMode.Editing]);
    assert.equal((await draftsOf(stage.app, "threads")).length, 1);
    await run(draft);
    assert.deepEqual(texts(thread), ["Why capitals?", "A long thought"]);
    assert.deepEqual(await draftsOf(stage.app, "threads"), []);
  });

  for (const refused of [false, true])
    it(`leave an unsent comment when a reply is ${refused ? "refused" : "sent"}`, async () => {
      const { thread } = await review.started();
      await (await stage.app.mergeRequests.review()).sender.keep(thread, "For later");
      if (refused) await refuse("/merge_requests/\\d+/discussions/.*/notes");
      await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "They shout." });
      if (refused) await stage.message();
      const [left, ...others] = thread.comments.filter(isDraft).map(text);
      assert.deepEqual([left, others], [refused ? "For later\n\nThey shout." : "For later", []]);
      const seen = (await draftsOf(stage.app, "threads")).flat().map((kept) => (kept as { text: string }).text);
      assert.deepEqual(seen, [left]);
      assert.equal((await review.onHost())[0]?.notes.length, refused ? 1 : 2);
    });

  command("forgeline.thread.discard", "discards an unsent comment with its thread", async (run) => {
    const { head } = await review.openDiff();
    await refuse("/merge_requests/\\d+/discussions");
    const thread = review.begin(head, 5);
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "A long thought" });
    await stage.message();
    await run(thread.comments.find(isDraft));
    assert.deepEqual(await draftsOf(stage.app, "threads"), []);
    assert.deepEqual(await review.onHost(), []);
  });

  command("forgeline.thread.open", "opens the diff at the line of a thread, of an earlier version too", async (run) => {
    const {
      discussion: { id },
    } = await review.started();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const ref = { instance: review.row.instance, project: review.row.project, iid: review.iid, discussion: id };
    await run(ref);
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
    await own.commitMore(review.branch, { "a.txt": changed.replace("SIX", "6") });
    await stage.control.waitForMergeRequest({ project: own.project.path, iid: review.iid });
    await run(ref);
    const { document } = vscode.window.activeTextEditor;
    assert.match(document.getText(), /SIX/);
    const thread = review.threads.threadsIn(document.uri)?.threadOf(id);
    assert.deepEqual([thread?.label, texts(thread)], ["Open thread · outdated", ["Why capitals?"]]);
  });

  /** Three threads, of which the second is resolved, while no diff is open. */
  const threeThreads = async (): Promise<void> => {
    const { head } = await review.openDiff();
    for (const line of [2, 5, 8])
      await vscode.commands.executeCommand("forgeline.thread.send", {
        thread: review.begin(head, line),
        text: `On ${line}`,
      });
    const [, second] = await review.onHost();
    await stage.client.discussions.resolve(review.row.project, review.iid, second!.id, { resolved: true });
    await (await stage.app.mergeRequests.review()).discussions.read({ ...review.row, iid: review.iid });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  };
  /** The lines to which a command goes. */
  const visited = async (run: Run, turns: number): Promise<number[]> => {
    const lines: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      await run(review.row);
      lines.push(vscode.window.activeTextEditor!.selection.active.line + 1);
    }
    return lines;
  };

  command("forgeline.thread.nextOpen", "goes to the next open thread, around the end", async (run) => {
    await threeThreads();
    assert.deepEqual(await visited(run, 3), [2, 8, 2]);
  });

  command("forgeline.thread.previousOpen", "goes the other way", async (run) => {
    await threeThreads();
    assert.deepEqual(await visited(run, 3), [8, 2, 8]);
  });

  it("explains comments that a locked discussion refuses, and keeps the text", async () => {
    const { thread } = await review.started();
    const lock = (locked: boolean) =>
      stage.client.mergeRequests.update(review.row.project, review.iid, { discussion_locked: locked });
    await lock(true);
    for (const [command, path] of [
      ["send", "discussions/.*/notes"],
      ["addToReview", "draft_notes"],
    ] as const) {
      await refuse(`/merge_requests/\\d+/${path}`);
      await vscode.commands.executeCommand(`forgeline.thread.${command}`, { thread, text: "A long thought" });
      await stage.says(/: The discussion is locked\. Only members of the project can comment\.$/);
      assert.deepEqual(thread.comments.filter(isDraft).map(typedText), ["A long thought"]);
    }
    await lock(false);
    await refuse("/merge_requests/\\d+/discussions/.*/notes");
    await vscode.commands.executeCommand("forgeline.thread.send", { thread, text: "A long thought" });
    await stage.says(/does not have permission/);
  });

  describe("places of threads", () => {
    beforeEach(async () => {
      await own.commitMore("main", { "b.txt": old });
      review.row = await own.request(
        `moved-${review.branch}`,
        {},
        { "a.txt": first.text, "b.txt": null, "c.txt": first.text },
      );
    });

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
      await own.commitMore(review.branch, { "a.txt": second.text, "c.txt": second.text });
      review.row = await own.row(review.iid);
      const latest = await startAll(second);
      const made: readonly Made[] = [
        ...earlier.map((one) => ({ ...one, outdated: true })),
        ...latest.map((one) => ({ ...one, outdated: false })),
      ];
      const host = (await review.onHost()).filter(({ notes }) => notes[0]?.system !== true);
      const found = host.map(({ notes }) => notes[0]?.body);
      const seen = found;
      const facts = seen;
      const came = facts;
      const expected = made.map(({ words }) => words);
      assert.deepEqual(came, expected);
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

  describe("threads on pictures", () => {
    beforeEach(async () => {
      const files = { "a.txt": "first\n", "b.png": bytes, "c.svg": drawing, "d.txt": "two\n" };
      review.row = await own.request(`pictures-${review.branch}`, {}, files);
    });
    afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

    /** Has the reviewer start a thread on a point of a picture, or on the first line of a file. */
    const commented = async (path: string): Promise<Discussion> => {
      const { diff_refs: refs } = await stage.client.extras.mergeRequest(review.row.project, review.iid);
      const at = /txt$/.test(path)
        ? { position_type: "text", new_line: 1 }
        : { position_type: "image", width: 64, height: 48, x: 10, y: 12 };
      const position = { ...refs, old_path: path, new_path: path, ...at } as unknown as NewDiffPosition;
      return (await review.bob.discussions.create(review.row.project, review.iid, { body: `On ${path}`, position }))!;
    };
    const opened = async ({ id }: Discussion): Promise<void> => {
      await vscode.commands.executeCommand("forgeline.thread.open", { ...review.place, discussion: id });
    };

    /** VS Code 1.105 shows the diff of an SVG as pictures, not as text. */
    const inText = isOldest ? it.skip : it;

    inText("are on the whole file where its diff is text, marked as on the picture", async () => {
      const discussion = await commented("c.svg");
      await opened(discussion);
      const { document } = vscode.window.activeTextEditor!;
      const thread = review.threads.threadsIn(document.uri)?.threadOf(discussion.id);
      assert.deepEqual([thread?.range, thread?.label], [undefined, "Open thread · on the picture"]);
    });

    it("are on the page where VS Code shows the picture, in their turn", async () => {
      const seen = pageJumps();
      try {
        const [first, second] = [await commented("b.png"), await commented("b.png")];
        await commented("a.txt");
        await commented("d.txt");
        await opened(first);
        await until("the thread on the page", () => seen.parts.length === 1, seen.event);
        assert.deepEqual(seen.parts, [`thread-${first.id}`]);
        const visited = async (way: "next" | "previous"): Promise<string | undefined> => {
          const [before, left] = [seen.parts.length, vscode.window.activeTextEditor?.document.uri.path];
          await vscode.commands.executeCommand(`forgeline.thread.${way}Open`, review.row);
          const { onDidChangeActiveTextEditor } = vscode.window;
          const came = (): string | undefined => {
            const path = vscode.window.activeTextEditor?.document.uri.path;
            return seen.parts.length > before
              ? seen.parts.at(-1)?.slice("thread-".length)
              : path === left
                ? undefined
                : path?.slice(-5);
          };
          return until("a thread", came, seen.event, onDidChangeActiveTextEditor);
        };
        const found = [await visited("next"), await visited("next"), await visited("next")];
        assert.deepEqual(found, [second.id, "d.txt", "a.txt"]);
        assert.deepEqual([await visited("next"), await visited("previous")], [first.id, "a.txt"]);
      } finally {
        seen.dispose();
      }
    });
  });
});

/** Turns the updates on or off. */
const turn = (on: boolean): Thenable<void> => setting("forgeline.mergeRequests.updates", on);

/** Resolves once what the last answer changed was looked at: records say so at the end of the turn. */
const lookedAt = async (updates: Updates): Promise<void> => {
  await new Promise(setImmediate);
  await updates.idle;
};

describe("updates to merge requests", () => {
  before(() => turn(true));
  after(() => turn(false));
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  let updates: Updates;

  beforeEach(async () => {
    updates = await stage.app.mergeRequests.updates();
    await poll();
  });
  afterEach(() => updates.markRead(review.row.instance));

  /** The view's poll, and what follows. */
  const poll = async (iid = review.iid): Promise<void> => {
    await own.row(iid);
    await lookedAt(updates);
  };
  const told = (): readonly string[] => updates.of(review.row.instance).map(updateLabel);
  /** Alice starts a thread, as in a browser. */
  const ask = async (body = "Is that right?"): Promise<string> => {
    const { id } = (await stage.client.discussions.create(review.row.project, review.iid, { body }))!;
    return id;
  };
  const reply = (discussion: string, body: string): Promise<unknown> =>
    review.bob.discussions.reply(review.row.project, review.iid, discussion, { body });
  const view = async () => (await stage.app.mergeRequests.view.load())!;
  const rows = async (): Promise<readonly UpdateNode[]> => {
    const { renderers } = await view();
    const group = (await view()).roots().find((node): node is UpdatesNode => node.kind === "updates");
    return group ? (renderers.updates.known!(group)!.nodes as readonly UpdateNode[]) : [];
  };

  it("shows replies, comments, mentions, approvals and pushes of others", async () => {
    const thread = await ask();
    await poll();
    assert.deepEqual(told(), []);
    await reply(thread, "It is $(zap) [now](command:x).");
    await review.bob.discussions.create(review.row.project, review.iid, { body: "Nice" });
    await review.bob.discussions.create(review.row.project, review.iid, { body: "What do you say, @alice?" });
    await review.bob.extras.approve(review.row.project, review.iid, {});
    await poll();
    assert.deepEqual(told(), [
      "Bob Beretta approved",
      "Bob Beretta mentioned you: What do you say, @alice?",
      "Bob Beretta commented: Nice",
      "Bob Beretta replied: It is $\u200b(zap) [now]\u200b(command:x).",
    ]);
    const { badge } = await view();
    assert.deepEqual(badge, { value: 4, tooltip: "4 updates to merge requests" });
    const items = (await rows()).map((node) => node.update.iid);
    assert.deepEqual(items, [review.iid, review.iid, review.iid, review.iid]);
  });

  it("requests only what changed", async () => {
    await own.project.forget();
    await poll();
    assert.deepEqual(await own.project.asked(/discussions/), []);
    await review.bob.discussions.create(review.row.project, review.iid, { body: "Nice" });
    await own.project.forget();
    const { mergeRequest, instance } = await own.row(review.iid);
    await new Promise(setImmediate);
    // Its title changes while the conversation is read.
    const { records } = stage.app.connections.get(instance);
    records.add("mergeRequests.listForProject", [{ ...mergeRequest, title: "Renamed" }], Date.now());
    await poll();
    assert.equal((await own.project.asked(/^GET .*discussions/)).length, 1);
  });

  command("forgeline.mergeRequests.openUpdate", "opens the thread in its diff, and the update is read", async (run) => {
    const { id } = await review.commented("Why capitals?");
    await poll();
    const [update] = await rows();
    assert.equal(update?.update.discussion, id);
    await run(update);
    assert.deepEqual(told(), []);
  });

  command("forgeline.mergeRequests.openUpdate", "opens the page at a comment that is on no line", async (run) => {
    const jumps = pageJumps();
    try {
      const { id } = (await review.bob.discussions.create(review.row.project, review.iid, { body: "All in all" }))!;
      await poll();
      await run((await rows())[0]);
      assert.deepEqual(told(), []);
      await until("the page to go to the comment", () => jumps.parts.includes(threadId(id)), jumps.event);
    } finally {
      jumps.dispose();
    }
  });

  command("forgeline.mergeRequest.open", "shows what is new, which then is read", async (run) => {
    await review.bob.discussions.create(review.row.project, review.iid, { body: "Nice" });
    await poll();
    assert.equal(told().length, 1);
    await run(review.row);
    assert.deepEqual(told(), []);
  });

  command("forgeline.mergeRequests.markUpdateRead", "takes one update away", async (run) => {
    await review.bob.discussions.create(review.row.project, review.iid, { body: "One" });
    await review.bob.discussions.create(review.row.project, review.iid, { body: "Two" });
    await poll();
    await run((await rows())[0]);
    assert.deepEqual(told(), ["Bob Beretta commented: One"]);
  });

  command("forgeline.mergeRequests.markUpdatesRead", "takes all away, with their group", async (run) => {
    await review.bob.discussions.create(review.row.project, review.iid, { body: "One" });
    await poll();
    assert.equal((await rows()).length, 1);
    await run();
    assert.deepEqual(await rows(), []);
    assert.equal((await view()).badge, undefined);
  });

  it("marks updates of a visible diff as read", async () => {
    await review.commented("Why capitals?");
    await review.bob.discussions.create(review.row.project, review.iid, { body: "All in all" });
    await poll();
    assert.equal(told().length, 2);
    await review.openDiff();
    await until("the update to be read", () => told().length === 1, updates.onDidChange);
    assert.deepEqual(told(), ["Bob Beretta commented: All in all"]);
  });

  it("shows and requests nothing when turned off", async () => {
    await review.bob.discussions.create(review.row.project, review.iid, { body: "Before" });
    await poll();
    await turn(false);
    try {
      assert.deepEqual([told(), await rows(), (await view()).badge], [[], [], undefined]);
      await review.bob.discussions.create(review.row.project, review.iid, { body: "Meanwhile" });
      await own.project.forget();
      await poll();
      assert.deepEqual(await own.project.asked(/discussions/), []);
    } finally {
      await turn(true);
    }
    assert.deepEqual(told(), ["Bob Beretta commented: Before"]);
  });
});
