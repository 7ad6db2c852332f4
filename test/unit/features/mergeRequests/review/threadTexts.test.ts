import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Comment, CommentThread } from "vscode";
import { type Drafts, DraftStore } from "../../../../../src/core/base/drafts.ts";
import type { ReviewThreads } from "../../../../../src/features/mergeRequests/review/reviewThreads.ts";
import { Scope } from "../../../../../tools/scope.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { fakeApp } from "../../../core/fakeApp.ts";
import { alice } from "../page/activities.ts";

const { threadCommands } = await import("../../../../../src/features/mergeRequests/threadCommands.ts");
const { reviewCommands } = await import("../../../../../src/features/mergeRequests/reviewCommands.ts");
const { suggestionCommands } = await import("../../../../../src/features/mergeRequests/suggestionCommands.ts");
const { noteArgs, replyArgs, unsentArgs } =
  await import("../../../../../src/features/mergeRequests/commands/threads.ts");
const { Discussions } = await import("../../../../../src/features/mergeRequests/review/discussions.ts");
const { EditedBoxes } = await import("../../../../../src/features/mergeRequests/review/editedBoxes.ts");
const { PendingReviews } = await import("../../../../../src/features/mergeRequests/review/pendingReviews.ts");
const { ThreadDrafts, unsentText } = await import("../../../../../src/features/mergeRequests/review/threadDrafts.ts");
const { ThreadSender } = await import("../../../../../src/features/mergeRequests/review/threadSender.ts");
const { draftComment, isDraft, typedText } = await import("../../../../../src/core/ui/unsentComment.ts");

const commands = { ...threadCommands, ...reviewCommands, ...suggestionCommands };
type Command = keyof typeof commands;

const place = { instance: "https://git.example.com", project: "group/app", iid: 7 };
const at = { path: "a.ts", side: "new", start: 3, end: 3, discussion: "d1" } as const;
const head = "a".repeat(40);
const file = { scheme: "forgeline", authority: "", path: "/a.ts", query: "", toString: () => "forgeline:/a.ts" };
const silent = () => ({ dispose: () => undefined });

/** A text that is sent, by what a command gets: the box of a reply, or one in which a comment is changed. */
type From = "reply" | "unsent" | "note" | "pending";
type To = "host" | "review" | "unsent" | "nowhere";

const deeds: Readonly<Record<To, string>> = {
  host: "send what is shown",
  review: "keep what is shown in the review",
  unsent: "keep what is shown as unsent",
  nowhere: "send nothing",
};

/** Every command that gets a text: a new one gets a line here. */
const table: readonly (readonly [command: Command, from: From, to: To])[] = [
  ["forgeline.thread.send", "reply", "host"],
  ["forgeline.thread.sendAndResolve", "reply", "host"],
  ["forgeline.thread.sendAgain", "unsent", "host"],
  ["forgeline.thread.discard", "unsent", "nowhere"],
  ["forgeline.thread.saveComment", "note", "host"],
  ["forgeline.thread.saveComment", "pending", "review"],
  ["forgeline.thread.editComment", "note", "nowhere"],
  ["forgeline.thread.cancelEdit", "note", "nowhere"],
  ["forgeline.thread.deleteComment", "note", "nowhere"],
  ["forgeline.thread.startReview", "reply", "review"],
  ["forgeline.thread.startReview", "unsent", "review"],
  ["forgeline.thread.addToReview", "reply", "review"],
  ["forgeline.thread.addToReview", "unsent", "review"],
  ["forgeline.thread.addToReviewAndResolve", "reply", "review"],
  ["forgeline.suggestion.insert", "reply", "unsent"],
];

describe("the commands of threads", () => {
  let scope: Scope;
  let storage: string;
  const owned: { dispose(): void }[] = [];

  beforeEach(async () => {
    scope = new Scope();
    storage = await scope.folder("forgeline-texts-");
    vscodeFakes.window = {
      visibleTextEditors: [],
      withProgress: (_: unknown, run: (...given: unknown[]) => unknown) =>
        run({ report: () => undefined }, { isCancellationRequested: false, onCancellationRequested: silent }),
      showInformationMessage: () => Promise.resolve(),
      showWarningMessage: () => Promise.resolve(),
      setStatusBarMessage: silent,
    };
    vscodeFakes.workspace = {
      textDocuments: [{ uri: file, lineCount: 9, getText: () => "const a = 1;\n" }],
      onDidOpenTextDocument: silent,
      onDidChangeTextDocument: silent,
      onDidCloseTextDocument: silent,
    };
  });
  afterEach(async () => {
    for (const one of owned.splice(0)) one.dispose();
    vscodeFakes.reset();
    await scope[Symbol.asyncDispose]();
  });

  /** A window with a thread. */
  const openWindow = () => {
    const sent: string[] = [];
    const answer = (text: string): Promise<object> => {
      sent.push(text);
      const note = { id: 9, body: text, author: alice };
      return Promise.resolve({ ...note, notes: [note] });
    };
    const discussions = {
      available: () => true,
      drafts: { available: () => false },
      list: () => ({ all: () => Promise.resolve({ items: [], capped: false, pages: [] }) }),
      resolve: () => Promise.resolve({}),
    };
    const drafts: Drafts = new DraftStore({ storage, workspace: [], failed: (error) => assert.fail(String(error)) });
    const connection = {
      session: { id: "alice", user: alice },
      client: {
        hostTime: () => Date.now(),
        discussions: new Proxy(discussions, {
          get: (_, name): unknown =>
            Reflect.get(discussions, name) ??
            ((...given: readonly unknown[]) => {
              const { body } = Object.assign({}, ...given.filter((one) => typeof one === "object")) as {
                body?: string;
              };
              return body === undefined ? Promise.reject(new Error(`Not faked: ${String(name)}`)) : answer(body);
            }),
        }),
      },
    };
    const { app } = fakeApp(
      {},
      { drafts, storage, connections: { get: () => connection, instances: [], onDidChangeRecords: silent } },
    );
    const conversation = new Discussions(app);
    const pending = new PendingReviews(app, conversation);
    const boxes = new EditedBoxes();
    owned.push(conversation, pending, boxes);
    const thread = {
      uri: file,
      range: { start: { line: 2 }, end: { line: 2 } },
      comments: [] as readonly Comment[],
      dispose: () => undefined,
    };
    const kept = new ThreadDrafts(app);
    const shown = {
      document: { uri: thread.uri, place, file: { path: at.path, diff: { side: "new", head, iid: 7 } } },
      keepUnsent: () => undefined,
      draftPlaceOf: () => at,
      isChanged: () => false,
      adopt: () => undefined,
      drop: () => undefined,
    };
    const threads = {
      drafts: kept,
      threadsIn: () => shown,
      subjectOf: () => ({ place, discussion: "d1", head }),
      authorIn: () => "Alice",
      edit: () => undefined,
      saved: () => undefined,
      showAll: () => undefined,
      show: () => {
        const draft = kept.get(place, at);
        if (draft && !thread.comments.some(isDraft))
          thread.comments = [...thread.comments, draftComment(asThread, unsentText(draft), "Alice", false)];
      },
    } as unknown as ReviewThreads;
    const asThread = thread as unknown as CommentThread;
    const typed = { taken: () => undefined };
    const sender = new ThreadSender({
      context: app,
      discussions: conversation,
      pending,
      threads,
      boxes,
      typed,
    });
    const context = { ...app, review: () => Promise.resolve({ sender, threads, pending, discussions: conversation }) };
    const run = async (command: Command, given: unknown): Promise<void> => {
      const { args, run: handler } = commands[command];
      await (handler as (self: unknown, ...given: readonly unknown[]) => Promise<void>)(
        context,
        ...(args as (given: readonly unknown[]) => readonly unknown[])([given]),
      );
    };
    return {
      thread: asThread,
      pending,
      sent,
      run,
      show: () => threads.show(undefined as never),
      unsent: () => {
        const draft = kept.get(place, at);
        return draft && unsentText(draft);
      },
      drafts: () => thread.comments.filter(isDraft).map((draft) => typedText(draft)),
      keep: (text: string, review?: "add") => kept.change(place, at, () => ({ text, review })),
    };
  };

  /** Returns what VS Code hands over with a command. */
  const given = async (window: ReturnType<typeof openWindow>, from: From, text: string): Promise<unknown> => {
    const { thread, pending } = window;
    if (from === "reply") return { thread, text };
    if (from === "unsent") {
      await window.keep("Kept");
      window.show();
      const [draft] = thread.comments.filter(isDraft);
      return Object.assign(draft ?? assert.fail("It is not shown"), { body: text });
    }
    if (from === "note") return { place, discussion: "d1", note: { id: 3, body: "On the host" }, body: text };
    await pending.add(
      place,
      { text: "Kept", discussion: "d1", resolves: false },
      { within: new AbortController().signal },
    );
    return { place, pending: pending.comments(place)[0], body: text };
  };

  for (const [command, from, to] of table)
    it(`${deeds[to]}: ${command}, of ${from}`, async () => {
      const window = openWindow();
      const run = window.run(command, await given(window, from, "In sight"));
      // Nobody confirms that a comment is deleted.
      await run.catch((error: unknown) => assert.equal(command, "forgeline.thread.deleteComment", String(error)));
      const inReview = window.pending.comments(place).map(({ text }) => text);
      assert.deepEqual(window.sent, to === "host" ? ["In sight"] : []);
      assert.deepEqual(inReview, to === "review" ? ["In sight"] : []);
      const block = "In sight\n\n```suggestion\nconst a = 1;\n```";
      assert.equal(window.unsent(), to === "unsent" ? block : undefined);
    });

  it("are all in this table", () => {
    const readers = new Set<unknown>([replyArgs, unsentArgs, noteArgs]);
    const all = Object.entries(commands).flatMap(([id, { args }]) => (readers.has(args) ? [id] : []));
    assert.deepEqual([...new Set(table.map(([command]) => command))].sort(), all.sort());
  });

  describe("with another window on the same place", () => {
    it("keep the texts of both when one inserts a suggestion", async () => {
      const [one, other] = [openWindow(), openWindow()];
      await one.keep("Of one", "add");
      await other.run("forgeline.suggestion.insert", { thread: other.thread, text: "Of the other" });
      const both = other.unsent() ?? "";
      assert.match(both, /Of one/);
      assert.match(both, /Of the other/);
      assert.deepEqual(other.drafts(), [both]);
    });

    it("discard no text that is not shown", async () => {
      const [one, other] = [openWindow(), openWindow()];
      const draft = await given(one, "unsent", "Kept");
      await other.keep("Of the other");
      await one.run("forgeline.thread.discard", draft);
      assert.deepEqual([one.unsent(), one.drafts()], ["Of the other", ["Of the other"]]);
    });
  });
});
