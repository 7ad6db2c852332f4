import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type CommentController, CommentThreadCollapsibleState, type Uri } from "vscode";
import type { CommitCommentListEntry } from "../../../../../src/api/resources/commitTypes.ts";
import { FileThreads } from "../../../../../src/features/repository/comments/fileThreads.ts";

const file = { instance: "https://git.example.com", project: 1, ref: "a", path: "a.ts" };
const comments = [1, 2, 3].map((line) => ({
  note: "a",
  path: "a.ts",
  line,
  line_type: "new",
  author: { id: 1, username: "a", name: "A" },
})) as unknown as readonly CommitCommentListEntry[];

describe("threads on the lines of a commit's file", () => {
  const now = performance.now.bind(performance);
  let time = 0;
  const made: number[] = [];
  const disposed: number[] = [];
  const controller = {
    createCommentThread: () => {
      time += 20;
      made.push(time);
      return { comments: [], dispose: () => disposed.push(time) };
    },
  } as unknown as CommentController;
  const create = () => new FileThreads(controller, {} as Uri, file);
  beforeEach(() => {
    [time, made.length, disposed.length] = [0, 0, 0];
    performance.now = () => time;
  });
  afterEach(() => (performance.now = now));

  it("are drawn in a turn of the loop each where each takes long", async () => {
    const shown = create().show(comments, true);
    const counts = [made.length];
    await nextTurn();
    counts.push(made.length);
    assert.equal(await shown, true);
    assert.ok(counts[0] === 1 && (counts[1] ?? 0) < 3);
    assert.equal(made.length, 3);
  });

  it("are drawn no further once the file is closed, or shows newer ones", async () => {
    const threads = create();
    const [first, second] = [threads.show(comments, true), threads.show(comments.slice(0, 1), true)];
    assert.deepEqual(await Promise.all([first, second]), [false, true]);
    assert.equal(made.length, 1);
    const third = threads.show(comments, true);
    threads.dispose();
    assert.equal(await third, false);
  });

  it("of earlier commits are drawn again only with other comments, as expanded as they were", () => {
    const threads = create();
    const { Collapsed, Expanded } = CommentThreadCollapsibleState;
    const states = [1, 1, 2].flatMap((count) => {
      threads.showEarlier([{ sha: "b", line: 1, was: 1, stands: true, comments: comments.slice(0, count) }]);
      const thread = threads.ofEarlier()[0]!;
      const { collapsibleState } = thread;
      thread.collapsibleState = Expanded;
      return [collapsibleState, made.length, disposed.length];
    });
    assert.deepEqual(states, [Collapsed, 1, 0, Expanded, 1, 0, Expanded, 2, 1]);
  });
});
